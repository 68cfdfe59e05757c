/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/bench/figure.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"

static int compare(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

double figure_median(double *values, size_t n)
{
	qsort(values, n, sizeof(*values), compare);
	return n % 2 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
}

void figure_print(const struct figure *figure)
{
	const double ratio = figure->ours / figure->theirs;
	CLEANUP(mem_freep)
	char *ours = mem_printf("%.*f %s", figure->digits, figure->ours, figure->unit);
	CLEANUP(mem_freep)
	char *theirs = mem_printf("%.*f %s", figure->digits, figure->theirs, figure->unit);

	printf("%-36s %13s  %-20s %13s %6.2f", figure->name, ours, figure->peer, theirs, ratio);
	if (figure->limit > 0)
		printf("  <= %.2f  %s", figure->limit,
		       ratio <= figure->limit ? "within" : "MISSED");
	printf("\n");
	(void)fflush(stdout); /* the next figure may take minutes */
}
