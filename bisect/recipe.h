/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a kernel is made with: compiler, arguments of make, and options, as the tables of the settings
 * have it for the commit. Pure; which entries hold for a commit is for the repository to say
 * (bisect/recipes.h).
 */
#ifndef BISECT_RECIPE_H
#define BISECT_RECIPE_H

#include "base/str.h"
#include "config/settings.h"

#include <stdbool.h>
#include <stddef.h>

/* No entry of the table: kernel.cc. */
#define RECIPE_DEFAULT SIZE_MAX

/* The first of n entries that holds. */
size_t recipe_first(const bool *holds, size_t n);

/* The toolchain of all kernels of a case. */
struct recipe_choice {
	size_t toolchain; /* index, or RECIPE_DEFAULT */
	bool is_switched; /* the bad end would have had another one */
};
/*
 * That of the good end: an older compiler makes newer kernels more often than the other way round.
 * Which entries hold for the two ends is in arrays as long as the table.
 */
struct recipe_choice recipe_choose(const bool *holds_for_good, const bool *holds_for_bad, size_t n);

/* The settings of one build. */
struct recipe {
	struct kernel_settings settings; /* borrows everything from those it was made of, but: */
	struct strlist make;             /* settings.make */
	struct strlist set;              /* settings.set */
};
void recipe_clear(struct recipe *recipe);

/*
 * With the arguments of that toolchain (or RECIPE_DEFAULT) and the options of the overrides that hold.
 * The caller clears *ret before `settings` go.
 */
void recipe_init(struct recipe *ret, const struct kernel_settings *settings, size_t toolchain,
		 const bool *overrides_hold);

#endif
