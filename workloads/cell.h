/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One combination of parameter values, and the words it is put into. */
#ifndef WORKLOADS_CELL_H
#define WORKLOADS_CELL_H

#include "base/defs.h"
#include "base/error.h"
#include "base/str.h"
#include "config/settings.h"

#include <stddef.h>

/* names.items[i] has the value values.items[i]. Zero-initialise. */
struct cell {
	struct strlist names;
	struct strlist values;
};
void cell_clear(struct cell *cell);

/*
 * Takes the one value of each parameter of the settings. `defaults` ("loops=20000", NULL-terminated,
 * in the order the cell is to have) names all parameters there can be, or is NULL where any will do.
 */
int cell_fill(struct cell *cell, const struct workload_settings *settings,
	      const char *const *defaults, struct error *err) MUST_CHECK;
/* "clients=32 size=22", "" without parameters; the caller frees it. */
char *cell_text(const struct cell *cell) MUST_CHECK;
/* The word with each "{name}" replaced by its value; other braces stay. The caller frees it. */
char *cell_expand(const struct cell *cell, const char *word) MUST_CHECK;

#endif
