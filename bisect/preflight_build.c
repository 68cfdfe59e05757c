/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/preflight_build.h"

#include <string.h>

#include "base/mem.h"
#include "bisect/build.h"
#include "bisect/recipe.h"
#include "bisect/recipes.h"

static void check_toolchain(struct preflight *preflight, const struct kernel_settings *settings,
			    size_t i)
{
	const char *range = i == RECIPE_DEFAULT ? NULL : settings->toolchains[i].range;
	CLEANUP(mem_freep)
	char *what = range ? mem_printf("compiler of %s", range) : mem_strdup("compiler");
	CLEANUP(mem_freep) bool *none = mem_array(settings->n_overrides + 1, sizeof(*none));
	CLEANUP(recipe_clear) struct recipe recipe = { 0 };
	CLEANUP(mem_freep) char *version = NULL;
	struct error err = { 0 };

	recipe_init(&recipe, settings, i, none);
	if (build_ask_toolchain(&recipe.settings, &version, &err) < 0)
		preflight_add(preflight, PREFLIGHT_FAIL, what,
			      range ? "install it, or correct kernel.toolchains"
				    : "install it, or set kernel.cc",
			      "%s", err.text);
	else
		preflight_add(preflight, PREFLIGHT_OK, what, "", "%s: %.*s", recipe.settings.cc,
			      (int)strcspn(version, "\n"), version);
}

void preflight_toolchains(struct preflight *preflight, const struct kernel_settings *settings)
{
	check_toolchain(preflight, settings, RECIPE_DEFAULT);
	for (size_t i = 0; i < settings->n_toolchains; i++)
		check_toolchain(preflight, settings, i);
}

/* Does each mend apply to the end, or is it there? */
static void check_mends(struct preflight *preflight, struct repo *repo, struct recipes *recipes,
			const char *what, const char *hex)
{
	CLEANUP(repo_commit_clear) struct repo_commit commit = { 0 };
	CLEANUP(mem_freep) char *mends = NULL;
	CLEANUP(mem_freep) char *conflict = NULL;
	struct candidate candidate = { 0 };
	struct error err = { 0 };
	char tree[REPO_HEX_SIZE];

	memcpy(candidate.commit, hex, sizeof(candidate.commit));
	if (repo_read_commit(repo, hex, &commit, &err) < 0)
		return; /* said already */
	memcpy(tree, commit.tree, sizeof(tree));
	if (recipes_mend(recipes, &candidate, tree, &mends, &conflict, &err) < 0)
		preflight_add(preflight, PREFLIGHT_FAIL, what, "correct kernel.mend", "%s",
			      err.text);
	else if (conflict)
		preflight_add(preflight, PREFLIGHT_FAIL, what,
			      "give it a patch of its own, or narrow its range", "%s", conflict);
	else
		preflight_add(preflight, PREFLIGHT_OK, what, "", "%s",
			      mends[0] ? mends : "needs none");
}

/* The full hex of both ends; false where they are not there, which is said elsewhere. */
static bool find_ends(struct repo *repo, const char *good, const char *bad,
		      char ret_good[REPO_HEX_SIZE], char ret_bad[REPO_HEX_SIZE])
{
	struct error ignored = { 0 };

	return good && bad && repo_resolve(repo, good, ret_good, &ignored) == 0 &&
	       repo_resolve(repo, bad, ret_bad, &ignored) == 0;
}

void preflight_tables(struct preflight *preflight, struct repo *repo,
		      const struct kernel_settings *settings, const char *good, const char *bad)
{
	CLEANUP(recipes_closep) struct recipes *recipes = NULL;
	char good_hex[REPO_HEX_SIZE], bad_hex[REPO_HEX_SIZE];
	const bool has_ends = find_ends(repo, good, bad, good_hex, bad_hex);
	const struct recipes_source source = {
		.repo = repo,
		.settings = settings,
		.good = has_ends ? good_hex : NULL,
		.bad = has_ends ? bad_hex : NULL,
	};
	struct error err = { 0 };

	if (settings->n_toolchains + settings->n_overrides + settings->n_mends == 0)
		return;
	if (recipes_open(&source, &recipes, &err) < 0) {
		/* A compiler has a line of its own. */
		if (err.kind == ERROR_CONFIG)
			preflight_add(preflight, PREFLIGHT_FAIL, "tables",
				      "correct it in perfsect.conf", "%s", err.text);
		return;
	}
	if (recipes_note(recipes)[0])
		preflight_add(preflight, PREFLIGHT_WARN, "toolchains",
			      "bisect within the range of one toolchain", "%s",
			      recipes_note(recipes));
	if (!has_ends || settings->n_mends == 0)
		return;
	check_mends(preflight, repo, recipes, "mends of good end", good_hex);
	check_mends(preflight, repo, recipes, "mends of bad end", bad_hex);
}
