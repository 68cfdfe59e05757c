/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A table of kernels × cells made of series: means, and ratios to a base. What is real: compare_judge. */
#ifndef RESULTS_COMPARE_H
#define RESULTS_COMPARE_H

#include "base/defs.h"
#include "base/error.h"
#include "base/str.h"
#include "results/series.h"

#include <stdbool.h>
#include <stddef.h>

enum compare_verdict {
	COMPARE_MISSING, /* it, or the base, was not measured there */
	COMPARE_BASE,
	COMPARE_NOT_JUDGED, /* nothing says how far equal kernels would differ */
	COMPARE_NOT_SHOWN,  /* not more than chance gives where so many are looked at */
	COMPARE_REAL,
};
/* "missing", "base", "not-judged", "not-shown", "real". */
const char *compare_verdict_name(enum compare_verdict verdict);

/* What a difference was judged by. */
enum compare_method {
	COMPARE_NO_METHOD,
	COMPARE_WELCH,  /* the spreads of both */
	COMPARE_POOLED, /* the spread of all kernels with this metric */
	COMPARE_LENTH,  /* the differences of all cells, of which most are taken to be nothing */
};
/* "none", "welch", "pooled", "lenth". */
const char *compare_method_name(enum compare_method method);

/* A kernel in a cell. */
struct compare_value {
	const struct series *series; /* NULL: not measured */
	double *units; /* what is compared: means of boots where they are known, else samples */
	size_t n;
	bool by_boot; /* they are means of boots */
	double mean;
	double cv;    /* of the units, percent; the stated one where there is one unit, else NAN */
	double ratio; /* to the base's mean; NAN where there is none */
	enum compare_verdict verdict;
	enum compare_method method;
	double low, high;     /* 95 % interval of the ratio, this comparison by itself; NAN */
	double p, p_adjusted; /* before and after the correction; NAN */
};

struct compare {
	const struct series **kernels; /* a row each: any series of it */
	size_t n_kernels;
	const struct series **columns; /* a cell of a metric each: any series of it */
	size_t n_columns;
	struct compare_value *values; /* row by row */
	size_t base;                  /* row */
	double confidence;
	size_t n_judged, n_real;
	struct strlist remarks;
};

#define COMPARE_MAX 20000 /* values of a table */

/*
 * Borrows from the list. Kernels and cells are in its order, and the first kernel is the base. ERROR_USAGE for an
 * empty list, or one that makes too large a table. Clear with compare_clear, also after a failure.
 */
int compare_init(struct compare *compare, const struct series_list *list,
		 struct error *err) MUST_CHECK;
/* Before the table is judged. */
void compare_set_base(struct compare *compare, size_t row);
void compare_clear(struct compare *compare);
/* The row of the kernel that is called so, also without its variant; n_kernels when there is none. */
size_t compare_find(const struct compare *compare, const char *name);

struct compare_value *compare_at(const struct compare *compare, size_t row, size_t column);
/* Positive: better than the base. Percent. */
double compare_improvement(const struct compare_value *value);

#endif
