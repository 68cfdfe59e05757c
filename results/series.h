/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Samples that belong together: of one kernel, in one variant of it, in one cell, of one metric. What
 * was measured elsewhere is kept as series; what a case has measured can be put into them.
 */
#ifndef RESULTS_SERIES_H
#define RESULTS_SERIES_H

#include "base/defs.h"
#include "results/sample.h"

#include <stdbool.h>
#include <stddef.h>

/* All strings owned and never NULL in a list. */
struct series {
	char *kernel;  /* as its source calls it: a release, a revision, a commit's id */
	char *variant; /* patches, reverts, sysctl values; "" for none */
	char *machine; /* "" where it is not known */
	char *workload;
	char *cell; /* "db_size=22 MB clients=32", "" for none */
	char *metric;
	char *unit;
	enum direction better;
	char *stated;  /* ratio or change against the first kernel, as the source has it; "" */
	double spread; /* relative, percent, where the source states it; NAN where it does not */
	unsigned line; /* of its first sample in the source; 0: it has none */
	double *values;
	unsigned *boots; /* a number for each value; 0: not known */
	size_t n, values_capacity, boots_capacity;
};

struct series_list {
	struct series *of;
	size_t n, capacity;
};

void series_add(struct series *series, double value, unsigned boot);
/* "2.6.27 (revert of the weights)"; appended as it is, without being made harmless. */
char *series_name(const struct series *series) MUST_CHECK;
/* Do both belong into the same column of a table: equal workload, cell, metric and machine? */
bool series_is_comparable(const struct series *a, const struct series *b);
bool series_is_same_kernel(const struct series *a, const struct series *b);

/*
 * The series of the list that is like `key` in kernel, variant, machine, workload, cell and metric; added
 * with copies of its strings (NULL is "") where there is none. Valid until the next is added.
 */
struct series *series_list_take(struct series_list *list, const struct series *key);
void series_list_clear(struct series_list *list);

#endif
