/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/dots.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

void dots_init(struct dots *dots, size_t n, double low, double high)
{
	dots->columns = mem_array(n, sizeof(*dots->columns));
	dots->n = n;
	dots->low = low;
	dots->high = high;
}

void dots_clear(struct dots *dots)
{
	free(dots->columns);
	memset(dots, 0, sizeof(*dots));
}

void dots_add(struct dots *dots, double value)
{
	double share =
		dots->high > dots->low ? (value - dots->low) / (dots->high - dots->low) : 0.5;
	double last = (double)(dots->n - 1);

	dots->columns[(size_t)llround(fmin(fmax(share, 0), 1) * last)]++;
}

void dots_append(const struct dots *dots, struct str *out)
{
	for (size_t i = 0; i < dots->n; i++) {
		if (dots->columns[i] == 0)
			str_append_char(out, ' ');
		else if (dots->columns[i] == 1)
			str_append(out, "·");
		else
			str_append(out, dots->columns[i] <= 3 ? "•" : "●");
	}
}
