/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kernels that the user names, as series: measured by a case, or imported. */
#ifndef BISECT_CHOSEN_H
#define BISECT_CHOSEN_H

#include "base/defs.h"
#include "base/error.h"
#include "base/str.h"
#include "bisect/workspace.h"
#include "results/series.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * Adds the series of each word, in their order: "import:N", "import:N/NAME", "case:N", or a name, which is
 * that of the newest import that has it, else of the newest case. ERROR_USAGE for what is not there.
 */
int chosen_load(struct workspace *workspace, const struct strlist *words, struct series_list *ret,
		struct error *err) MUST_CHECK;
/* Leaves those of the metric, and those whose cell has the text; NULL: all. */
void chosen_limit(struct series_list *list, const char *metric, const char *cell);

/*
 * "import:3/2.6.27": *ret_id is 3, *ret_name borrowed from the word, NULL where it ends behind the number.
 * False when the word does not begin so; a wrong number is an id of -1.
 */
bool chosen_is_import(const char *word, int64_t *ret_id, const char **ret_name);

#endif
