/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The settings' tables (toolchains, overrides, mends) as they hold for the states of one case: asks the
 * repository which entries a state is in, and the compilers what they are. Decided once for a case: its
 * compiler, where the settings want one for all.
 */
#ifndef BISECT_RECIPES_H
#define BISECT_RECIPES_H

#include "base/defs.h"
#include "base/error.h"
#include "bisect/recipe.h"
#include "bisect/repo.h"
#include "bisect/stage.h"
#include "config/settings.h"

#include <stdbool.h>

struct recipes;

struct recipes_source {
	struct repo *repo; /* outlives the recipes, as do the settings */
	const struct kernel_settings *settings;
	const char *good, *bad; /* the ends, full hex; NULL, to look at the tables alone */
	bool as_configured;     /* nothing is set that was not asked for */
};

/*
 * Runs each compiler that may be needed for its version. ERROR_CONFIG, with what the entry says, for
 * ranges, commits and patches that are not there; ERROR_HOST for a compiler.
 */
int recipes_open(const struct recipes_source *source, struct recipes **ret,
		 struct error *err) MUST_CHECK;
void recipes_close(struct recipes *recipes);
void recipes_closep(struct recipes **recipes);

/* Of all that decides the bytes of the case's kernels besides their trees: 40 hex digits. Borrowed. */
const char *recipes_fingerprint(const struct recipes *recipes);
/* What a person should know about the compilers of the case; "" for nothing. Borrowed. */
const char *recipes_note(const struct recipes *recipes);

/* How one state is built; strings are borrowed from the recipes. */
struct recipes_build {
	struct recipe recipe;
	char fingerprint[REPO_HEX_SIZE]; /* with the tree it names the artefacts */
	char *toolchain;                 /* "gcc-11: gcc-11 (Debian 11.3.0-12) 11.3.0"; owned */
};
void recipes_build_clear(struct recipes_build *build);
int recipes_find(struct recipes *recipes, const struct candidate *candidate,
		 struct recipes_build *ret, struct error *err) MUST_CHECK;

/*
 * Adds to `tree`, which is that of the candidate's state, what it needs to build. *ret_mends is what was
 * added, one a line, "" for nothing; *ret_conflict is NULL, or says which mend could not be; then the tree
 * is as it was. The caller frees both.
 */
int recipes_mend(struct recipes *recipes, const struct candidate *candidate,
		 char tree[REPO_HEX_SIZE], char **ret_mends, char **ret_conflict,
		 struct error *err) MUST_CHECK;

#endif
