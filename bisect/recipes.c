/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/recipes.h"

#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "base/mem.h"
#include "base/str.h"
#include "bisect/build.h"
#include "bisect/digest.h"

#define PATCH_BYTES_MAX ((size_t)16 << 20)

/* One mend, read. */
struct mend {
	char commit[REPO_HEX_SIZE]; /* "": a patch */
	char *text;                 /* of the patch */
	size_t n;
	char *name; /* as people read it */
};

struct recipes {
	struct recipes_source source;
	struct kernel_settings settings; /* the source's, with as_configured */
	struct repo_span *toolchains, *overrides, *mend_spans;
	struct mend *mends;
	/* n_toolchains + 1, the last for RECIPE_DEFAULT; NULL where it is not needed. */
	char **versions;
	size_t toolchain; /* of all kernels, where there is one for all */
	char fingerprint[REPO_HEX_SIZE];
	char *note;
};

void recipes_close(struct recipes *recipes)
{
	if (!recipes)
		return;
	for (size_t i = 0; i < recipes->settings.n_mends; i++) {
		free(recipes->mends[i].text);
		free(recipes->mends[i].name);
	}
	for (size_t i = 0; i <= recipes->settings.n_toolchains; i++)
		free(recipes->versions[i]);
	free(recipes->mends);
	free(recipes->versions);
	free(recipes->toolchains);
	free(recipes->overrides);
	free(recipes->mend_spans);
	free(recipes->note);
	free(recipes);
}

void recipes_closep(struct recipes **recipes)
{
	recipes_close(*recipes);
	*recipes = NULL;
}

const char *recipes_fingerprint(const struct recipes *recipes)
{
	return recipes->fingerprint;
}

const char *recipes_note(const struct recipes *recipes)
{
	return recipes->note;
}

static int read_spans(struct recipes *recipes, struct error *err)
{
	const struct kernel_settings *settings = &recipes->settings;
	struct repo *repo = recipes->source.repo;

	for (size_t i = 0; i < settings->n_toolchains; i++)
		if (repo_read_span(repo, settings->toolchains[i].range, &recipes->toolchains[i],
				   err) < 0)
			return error_wrap(err, "kernel.toolchains");
	for (size_t i = 0; i < settings->n_overrides; i++)
		if (repo_read_span(repo, settings->overrides[i].range, &recipes->overrides[i],
				   err) < 0)
			return error_wrap(err, "kernel.overrides");
	for (size_t i = 0; i < settings->n_mends; i++)
		if (repo_read_span(repo, settings->mends[i].range, &recipes->mend_spans[i], err) <
		    0)
			return error_wrap(err, "kernel.mend");
	return 0;
}

static int read_mend(struct recipes *recipes, const struct mend_settings *settings,
		     struct mend *mend, struct error *err)
{
	CLEANUP(repo_commit_clear) struct repo_commit commit = { 0 };
	struct repo *repo = recipes->source.repo;
	const char *base;

	if (settings->patch) {
		base = strrchr(settings->patch, '/');
		mend->name = mem_printf("patch %s", base ? base + 1 : settings->patch);
		if (fs_read_file(settings->patch, PATCH_BYTES_MAX, &mend->text, &mend->n, err) < 0)
			return -1;
		if (repo_check_patch(repo, mend->text, mend->n, err) < 0)
			return error_wrap(err, "cannot read '%s'", settings->patch);
		return 0;
	}
	if (repo_resolve(repo, settings->commit, mend->commit, err) < 0 ||
	    repo_read_commit(repo, mend->commit, &commit, err) < 0) {
		err->kind = ERROR_CONFIG;
		return error_wrap(err, "cannot find the commit '%s'", settings->commit);
	}
	mend->name = mem_printf("commit %.12s %s", mend->commit, commit.subject);
	return 0;
}

static int read_mends(struct recipes *recipes, struct error *err)
{
	for (size_t i = 0; i < recipes->settings.n_mends; i++)
		if (read_mend(recipes, &recipes->settings.mends[i], &recipes->mends[i], err) < 0)
			return error_wrap(err, "kernel.mend");
	return 0;
}

/* Which of n spans the state is in; the caller frees the array. */
static int ask(struct recipes *recipes, const struct repo_span *spans, size_t n, const char *onto,
	       const char *commit, bool **ret, struct error *err)
{
	CLEANUP(mem_freep) bool *holds = mem_array(n + 1, sizeof(*holds));

	for (size_t i = 0; i < n; i++)
		if (repo_span_has(recipes->source.repo, &spans[i], onto, commit, &holds[i], err) <
		    0)
			return -1;
	*ret = holds;
	holds = NULL;
	return 0;
}

static const char *toolchain_name(const struct recipes *recipes, size_t toolchain)
{
	return toolchain == RECIPE_DEFAULT ? recipes->settings.cc
					   : recipes->settings.toolchains[toolchain].cc;
}

static int choose_toolchain(struct recipes *recipes, struct error *err)
{
	const struct recipes_source *source = &recipes->source;
	const size_t n = recipes->settings.n_toolchains;
	CLEANUP(mem_freep) bool *good = NULL;
	CLEANUP(mem_freep) bool *bad = NULL;
	struct recipe_choice choice;
	size_t of_bad;

	recipes->toolchain = RECIPE_DEFAULT;
	recipes->note = mem_strdup("");
	if (!source->good)
		return 0;
	if (ask(recipes, recipes->toolchains, n, "", source->good, &good, err) < 0 ||
	    ask(recipes, recipes->toolchains, n, "", source->bad, &bad, err) < 0)
		return -1;
	choice = recipe_choose(good, bad, n);
	recipes->toolchain = choice.toolchain;
	of_bad = recipe_first(bad, n);
	if (!choice.is_switched)
		return 0;
	mem_freep(&recipes->note);
	if (recipes->settings.one_toolchain)
		recipes->note = mem_printf(
			"all kernels are built by '%s', which the table of toolchains has for the "
			"good end, and not by '%s', which it has for the bad end: else the "
			"compilers would be compared, too",
			toolchain_name(recipes, choice.toolchain), toolchain_name(recipes, of_bad));
	else
		recipes->note = mem_printf(
			"the good end is built by '%s' and the bad end by '%s' "
			"(kernel.one_toolchain = false): a change found where they switch may be "
			"the compiler's",
			toolchain_name(recipes, choice.toolchain), toolchain_name(recipes, of_bad));
	return 0;
}

static bool is_needed(const struct recipes *recipes, size_t i)
{
	const size_t n = recipes->settings.n_toolchains;

	return !recipes->settings.one_toolchain ||
	       i == (recipes->toolchain == RECIPE_DEFAULT ? n : recipes->toolchain);
}

static int ask_toolchains(struct recipes *recipes, struct error *err)
{
	const size_t n = recipes->settings.n_toolchains;
	CLEANUP(mem_freep) bool *none = mem_array(recipes->settings.n_overrides + 1, sizeof(*none));

	for (size_t i = 0; i <= n; i++) {
		CLEANUP(recipe_clear) struct recipe recipe = { 0 };

		if (!is_needed(recipes, i))
			continue;
		recipe_init(&recipe, &recipes->settings, i == n ? RECIPE_DEFAULT : i, none);
		if (build_ask_toolchain(&recipe.settings, &recipes->versions[i], err) < 0)
			return -1;
	}
	return 0;
}

/* Everything that decides how states are built, with what the ranges are today. */
static int make_fingerprint(struct recipes *recipes, struct error *err)
{
	const struct kernel_settings *settings = &recipes->settings;
	struct digest digest;

	digest_init(&digest);
	for (size_t i = 0; i <= settings->n_toolchains; i++) {
		CLEANUP(recipe_clear) struct recipe recipe = { 0 };
		CLEANUP(mem_freep)
		bool *all = mem_array(settings->n_overrides + 1, sizeof(*all));
		char fingerprint[REPO_HEX_SIZE];

		memset(all, true, settings->n_overrides);
		if (!recipes->versions[i])
			continue;
		recipe_init(&recipe, settings, i < settings->n_toolchains ? i : RECIPE_DEFAULT,
			    all);
		if (build_fingerprint(&recipe.settings, recipes->versions[i], fingerprint, err) < 0)
			return -1;
		digest_add_text(&digest, fingerprint);
		if (!settings->one_toolchain && i < settings->n_toolchains)
			digest_add(&digest, &recipes->toolchains[i], sizeof(*recipes->toolchains));
	}
	for (size_t i = 0; i < settings->n_overrides; i++) {
		digest_add(&digest, &recipes->overrides[i], sizeof(*recipes->overrides));
		for (size_t j = 0; j < settings->overrides[i].set.n; j++)
			digest_add_text(&digest, settings->overrides[i].set.items[j]);
	}
	for (size_t i = 0; i < settings->n_mends; i++) {
		digest_add(&digest, &recipes->mend_spans[i], sizeof(*recipes->mend_spans));
		digest_add_text(&digest, recipes->mends[i].commit);
		digest_add_text(&digest, recipes->mends[i].text);
	}
	digest_finish_hex40(&digest, recipes->fingerprint);
	return 0;
}

int recipes_open(const struct recipes_source *source, struct recipes **ret, struct error *err)
{
	CLEANUP(recipes_closep) struct recipes *recipes = mem_zalloc(sizeof(*recipes));
	struct kernel_settings *settings = &recipes->settings;

	recipes->source = *source;
	*settings = *source->settings;
	settings->as_configured = source->as_configured;
	recipes->toolchains = mem_array(settings->n_toolchains + 1, sizeof(struct repo_span));
	recipes->overrides = mem_array(settings->n_overrides + 1, sizeof(struct repo_span));
	recipes->mend_spans = mem_array(settings->n_mends + 1, sizeof(struct repo_span));
	recipes->mends = mem_array(settings->n_mends + 1, sizeof(struct mend));
	recipes->versions = mem_array(settings->n_toolchains + 1, sizeof(char *));
	if (read_spans(recipes, err) < 0 || read_mends(recipes, err) < 0 ||
	    choose_toolchain(recipes, err) < 0 || ask_toolchains(recipes, err) < 0 ||
	    make_fingerprint(recipes, err) < 0)
		return -1;
	*ret = recipes;
	recipes = NULL;
	return 0;
}

void recipes_build_clear(struct recipes_build *build)
{
	recipe_clear(&build->recipe);
	free(build->toolchain);
	memset(build, 0, sizeof(*build));
}

static int find_toolchain(struct recipes *recipes, const struct candidate *candidate, size_t *ret,
			  struct error *err)
{
	CLEANUP(mem_freep) bool *holds = NULL;
	const size_t n = recipes->settings.n_toolchains;

	*ret = recipes->toolchain;
	if (recipes->settings.one_toolchain)
		return 0;
	if (ask(recipes, recipes->toolchains, n, candidate->onto, candidate->commit, &holds, err) <
	    0)
		return -1;
	*ret = recipe_first(holds, n);
	return 0;
}

int recipes_find(struct recipes *recipes, const struct candidate *candidate,
		 struct recipes_build *ret, struct error *err)
{
	CLEANUP(recipes_build_clear) struct recipes_build build = { 0 };
	CLEANUP(mem_freep) bool *overrides = NULL;
	const char *version;
	size_t toolchain;

	if (find_toolchain(recipes, candidate, &toolchain, err) < 0 ||
	    ask(recipes, recipes->overrides, recipes->settings.n_overrides, candidate->onto,
		candidate->commit, &overrides, err) < 0)
		return -1;
	version = recipes->versions[toolchain == RECIPE_DEFAULT ? recipes->settings.n_toolchains
								: toolchain];
	recipe_init(&build.recipe, &recipes->settings, toolchain, overrides);
	if (build_fingerprint(&build.recipe.settings, version, build.fingerprint, err) < 0)
		return -1;
	build.toolchain = mem_printf("%s: %.*s", toolchain_name(recipes, toolchain),
				     (int)strcspn(version, "\n"), version);
	*ret = build;
	memset(&build, 0, sizeof(build)); /* it is the caller's now */
	return 0;
}

static int apply(struct recipes *recipes, const struct mend *mend, const struct repo_state *state,
		 char ret_tree[REPO_HEX_SIZE], enum repo_mend *ret, struct error *err)
{
	struct repo *repo = recipes->source.repo;
	int status = mend->text
			     ? repo_mend_patch(repo, mend->text, mend->n, state, ret_tree, ret, err)
			     : repo_mend_commit(repo, mend->commit, state, ret_tree, ret, err);

	return status < 0 ? error_wrap(err, "cannot mend it by %s", mend->name) : 0;
}

int recipes_mend(struct recipes *recipes, const struct candidate *candidate,
		 char tree[REPO_HEX_SIZE], char **ret_mends, char **ret_conflict, struct error *err)
{
	const size_t n = recipes->settings.n_mends;
	CLEANUP(mem_freep) bool *holds = NULL;
	CLEANUP(str_clear) struct str applied = { 0 };
	char mended[REPO_HEX_SIZE];

	memcpy(mended, tree, sizeof(mended));
	if (ask(recipes, recipes->mend_spans, n, candidate->onto, candidate->commit, &holds, err) <
	    0)
		return -1;
	for (size_t i = 0; i < n; i++) {
		const struct repo_state state = { candidate->commit, candidate->onto, mended };
		enum repo_mend outcome = REPO_MEND_PRESENT;
		char next[REPO_HEX_SIZE] = "";

		if (holds[i] && apply(recipes, &recipes->mends[i], &state, next, &outcome, err) < 0)
			return -1;
		if (outcome == REPO_MEND_CONFLICT) {
			*ret_mends = mem_strdup("");
			*ret_conflict = mem_printf("the mend for '%s', %s, conflicts with it",
						   recipes->settings.mends[i].range,
						   recipes->mends[i].name);
			return 0;
		}
		if (outcome != REPO_MEND_APPLIED)
			continue;
		memcpy(mended, next, sizeof(mended));
		str_appendf(&applied, "%s%s", applied.length > 0 ? "\n" : "",
			    recipes->mends[i].name);
	}
	memcpy(tree, mended, sizeof(mended));
	*ret_mends = str_steal(&applied);
	*ret_conflict = NULL;
	return 0;
}
