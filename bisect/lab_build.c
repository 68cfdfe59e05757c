/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "base/fs.h"
#include "base/json.h"
#include "base/mem.h"
#include "base/str.h"
#include "bisect/build.h"
#include "bisect/build_config.h"
#include "bisect/lab.h"
#include "bisect/lab_private.h"

#define META_MAX_BYTES 65536

/* The tree of the candidate's state, or why there is none. */
static int find_state(struct lab *lab, const struct candidate *candidate,
		      const struct repo_commit *commit, char ret[REPO_HEX_SIZE],
		      struct history_kernel *kernel, struct error *err)
{
	bool is_conflict = false;

	if (candidate->onto[0] == '\0') {
		memcpy(ret, commit->tree, REPO_HEX_SIZE);
		return 0;
	}
	if (repo_transplant(lab->options.repo, candidate->onto, candidate->commit, ret,
			    &is_conflict, err) < 0)
		return -1;
	if (is_conflict) {
		kernel->outcome = OUTCOME_NOT_MERGEABLE;
		kernel->detail = mem_printf("cannot be merged onto %.12s without conflicts",
					    candidate->onto);
	}
	return 0;
}

/* Adds to the tree what it needs to build, or says what could not be added. */
static int mend(struct lab *lab, const struct candidate *candidate, char tree[REPO_HEX_SIZE],
		struct history_kernel *kernel, struct error *err)
{
	char *conflict = NULL;

	if (recipes_mend(lab->options.recipes, candidate, tree, &kernel->mends, &conflict, err) < 0)
		return -1;
	if (conflict) {
		kernel->outcome = OUTCOME_NOT_MERGEABLE;
		kernel->detail = conflict;
	}
	return 0;
}

/*
 * The tree to build, mended, in the candidate's layout; `kernel` gets the outcome where there is none.
 */
static int find_tree(struct lab *lab, const struct candidate *candidate,
		     const struct repo_commit *commit, char ret[REPO_HEX_SIZE],
		     struct history_kernel *kernel, struct error *err)
{
	char own[REPO_HEX_SIZE];
	bool found = false;

	kernel->outcome = OUTCOME_BUILT;
	if (find_state(lab, candidate, commit, ret, kernel, err) < 0 ||
	    (kernel->outcome == OUTCOME_BUILT && mend(lab, candidate, ret, kernel, err) < 0))
		return -1;
	if (candidate->variant == 0 || kernel->outcome != OUTCOME_BUILT)
		return 0;
	memcpy(own, ret, sizeof(own));
	if (repo_lay_out(lab->options.repo, own, candidate->variant, ret, &found, err) < 0)
		return -1;
	if (!found) {
		kernel->outcome = OUTCOME_NOT_BUILDABLE;
		kernel->detail = mem_strdup("has no source of the kernel to lay out anew");
	}
	return 0;
}

/*
 * Names: `artefacts` what was compiled, `key` for which commit it was. Other layouts have trees of their
 * own; only of a commit that has none is the layout needed to tell it from the commit itself.
 */
static int make_keys(const struct recipes_build *recipe, const struct candidate *candidate,
		     const char *tree, char ret_artefacts[REPO_HEX_SIZE],
		     char ret_key[REPO_HEX_SIZE], struct error *err)
{
	CLEANUP(mem_freep)
	char *what = mem_printf("kernel 1\n%s\n%s\n", tree, recipe->fingerprint);
	CLEANUP(mem_freep) char *which = NULL;

	if (repo_hash(what, strlen(what), ret_artefacts, err) < 0)
		return -1;
	which = mem_printf("%s%s\n%s\n", what, candidate->commit, candidate->onto);
	if (candidate->variant > 0) {
		char *own = which;

		which = mem_printf("%slayout %u\n", own, candidate->variant);
		mem_freep(&own);
	}
	return repo_hash(which, strlen(which), ret_key, err);
}

/* Fills release and build id from artefacts built before; false when they are not all there. */
static bool find_artefacts(const char *dir, struct history_kernel *kernel)
{
	CLEANUP(mem_freep) char *path = mem_printf("%s/meta.json", dir);
	CLEANUP(mem_freep) char *image = mem_printf("%s/bzImage", dir);
	CLEANUP(mem_freep) char *text = NULL;
	CLEANUP(json_freep) struct json *meta = NULL;
	struct error ignored = { 0 }; /* what cannot be read is built again */
	const char *release, *build_id, *content, *not_granted;
	size_t n;

	if (fs_size_bytes(image) <= 0 || !fs_exists(path) ||
	    fs_read_file(path, META_MAX_BYTES, &text, &n, &ignored) < 0 ||
	    json_parse(text, n, &meta, &ignored) < 0)
		return false;
	release = json_text(json_member(meta, "release"));
	build_id = json_text(json_member(meta, "build_id"));
	if (!release || !build_id)
		return false;
	kernel->release = mem_strdup(release);
	kernel->build_id = mem_strdup(build_id);
	content = json_text(json_member(meta, "content")); /* not in those of an older version */
	kernel->content = mem_strdup(content ? content : "");
	not_granted = json_text(json_member(meta, "not_granted"));
	kernel->not_granted = mem_strdup(not_granted ? not_granted : "");
	return true;
}

static void tell_build(void *context)
{
	lab_tell(context, LAB_BUILD);
}

/* Compiles the checked-out tree and takes over what came of it. */
static int compile(struct lab *lab, const struct slots_place *place, const char *tree,
		   const struct recipes_build *recipe, struct history_kernel *kernel,
		   struct error *err)
{
	CLEANUP(mem_freep)
	char *dir = workspace_path(lab->options.workspace, "kernels/%s", kernel->artefacts);
	CLEANUP(mem_freep)
	char *log_path = workspace_path(lab->options.workspace, "logs/%s.log", kernel->artefacts);
	CLEANUP(mem_freep) char *config_name = NULL;
	CLEANUP(build_result_clear) struct build_result result = { 0 };
	struct build_request request = {
		.settings = &recipe->recipe.settings,
		.source_dir = place->source_dir,
		.object_dir = place->object_dir,
		.artefact_dir = dir,
		.log_path = log_path,
		.cancel = lab->options.cancel,
		.tick = tell_build,
		.tick_context = lab,
	};

	if (slots_name_config(lab->slots, place, tree, recipe->fingerprint, &config_name,
			      &request.config_stands, err) < 0)
		return -1;
	request.config_name = config_name;
	if (build_kernel(&request, &result, err) < 0)
		return -1;
	kernel->outcome = result.outcome;
	kernel->build_s = result.wall_s;
	kernel->detail = mem_strdup(result.detail ? result.detail : "");
	kernel->release = mem_strdup(result.release ? result.release : "");
	kernel->build_id = mem_strdup(result.build_id ? result.build_id : "");
	kernel->content = mem_strdup(result.content ? result.content : "");
	kernel->not_granted = mem_strdup(result.not_granted ? result.not_granted : "");
	return 0;
}

static void fill_empty(struct history_kernel *kernel)
{
	char **texts[] = { &kernel->detail,    &kernel->dir,         &kernel->log,
			   &kernel->release,   &kernel->build_id,    &kernel->artefacts,
			   &kernel->toolchain, &kernel->mends,       &kernel->without,
			   &kernel->config,    &kernel->not_granted, &kernel->content };

	for (size_t i = 0; i < ARRAY_LENGTH(texts); i++)
		if (!*texts[i])
			*texts[i] = mem_strdup("");
}

/*
 * A tree that did not compile, in whatever case, does not compile: false when that is not known. Without
 * its log it is not: who doubts it removes that.
 */
static int recall_failure(struct lab *lab, const char *log_path, struct history_kernel *kernel,
			  bool *ret_known, struct error *err)
{
	CLEANUP(history_kernel_clear) struct history_kernel failed = { 0 };

	if (store_find_failure(lab->options.workspace->store, kernel->artefacts, &failed, ret_known,
			       err) < 0)
		return -1;
	*ret_known = *ret_known && fs_exists(log_path);
	if (!*ret_known)
		return 0;
	kernel->outcome = failed.outcome;
	kernel->detail = mem_strdup(failed.detail);
	kernel->not_granted = mem_strdup(failed.not_granted);
	return 0;
}

/* Its configuration stays when its artefacts are freed; the same one is kept once. */
static int keep_config(struct lab *lab, const char *dir, struct history_kernel *kernel,
		       struct error *err)
{
	CLEANUP(mem_freep) char *from = mem_printf("%s/config", dir);
	CLEANUP(mem_freep) char *folder = workspace_path(lab->options.workspace, "configs");
	CLEANUP(mem_freep) char *text = NULL;
	CLEANUP(mem_freep) char *to = NULL;
	char hash[REPO_HEX_SIZE];
	size_t n;

	if (!fs_exists(from))
		return 0; /* of an older version */
	if (fs_read_file(from, BUILD_CONFIG_MAX_BYTES, &text, &n, err) < 0 ||
	    repo_hash(text, n, hash, err) < 0 || fs_make_dirs(folder, err) < 0)
		return -1;
	to = mem_printf("%s/%s", folder, hash);
	if (!fs_exists(to) && fs_write_atomic(to, text, n, 0644, err) < 0)
		return -1;
	kernel->config = mem_strdup(workspace_relative(lab->options.workspace, to));
	return 0;
}

/* Checks the tree out and compiles it into `dir`. */
static int build_anew(struct lab *lab, const char *tree, const struct recipes_build *recipe,
		      const char *dir, struct history_kernel *kernel, struct error *err)
{
	CLEANUP(mem_freep) char *logs = workspace_path(lab->options.workspace, "logs");
	struct slots_place place;

	lab_tell(lab, LAB_CHECKOUT);
	if (fs_make_dirs(logs, err) < 0 || fs_make_dirs(dir, err) < 0 ||
	    slots_switch(lab->slots, tree, lab->options.cancel, &place, err) < 0)
		return -1;
	lab_tell(lab, LAB_BUILD);
	return compile(lab, &place, tree, recipe, kernel, err);
}

/* Builds the tree, unless it is known what comes of it. */
static int build_tree(struct lab *lab, const char *tree, const struct recipes_build *recipe,
		      struct history_kernel *kernel, struct error *err)
{
	struct workspace *workspace = lab->options.workspace;
	CLEANUP(mem_freep) char *dir = workspace_path(workspace, "kernels/%s", kernel->artefacts);
	CLEANUP(mem_freep)
	char *log_path = workspace_path(workspace, "logs/%s.log", kernel->artefacts);
	bool is_known = false;

	kernel->log = mem_strdup(workspace_relative(workspace, log_path));
	if (find_artefacts(dir, kernel))
		kernel->outcome = OUTCOME_BUILT;
	else if (recall_failure(lab, log_path, kernel, &is_known, err) < 0 ||
		 (!is_known && build_anew(lab, tree, recipe, dir, kernel, err) < 0))
		return -1;
	if (kernel->outcome != OUTCOME_BUILT)
		return fs_remove_tree(dir, err);
	kernel->dir = mem_strdup(workspace_relative(workspace, dir));
	return keep_config(lab, dir, kernel, err);
}

int lab_build(struct lab *lab, const struct candidate *candidate, struct history_kernel *ret,
	      struct error *err)
{
	CLEANUP(history_kernel_clear) struct history_kernel kernel = { 0 };
	CLEANUP(repo_commit_clear) struct repo_commit commit = { 0 };
	CLEANUP(recipes_build_clear) struct recipes_build recipe = { 0 };
	char tree[REPO_HEX_SIZE] = "", artefacts[REPO_HEX_SIZE], key[REPO_HEX_SIZE];

	if (repo_read_commit(lab->options.repo, candidate->commit, &commit, err) < 0 ||
	    recipes_find(lab->options.recipes, candidate, &recipe, err) < 0 ||
	    find_tree(lab, candidate, &commit, tree, &kernel, err) < 0 ||
	    make_keys(&recipe, candidate, tree, artefacts, key, err) < 0)
		return error_wrap(err, "cannot build commit %.12s", candidate->commit);
	memcpy(kernel.commit, candidate->commit, sizeof(kernel.commit));
	memcpy(kernel.onto, candidate->onto, sizeof(kernel.onto));
	kernel.variant = candidate->variant;
	kernel.key = mem_strdup(key);
	kernel.subject = mem_strdup(commit.subject);
	kernel.toolchain = mem_strdup(recipe.toolchain);
	if (kernel.outcome == OUTCOME_BUILT) {
		kernel.artefacts = mem_strdup(artefacts);
		if (build_tree(lab, tree, &recipe, &kernel, err) < 0)
			return error_wrap(err, "cannot build commit %.12s", candidate->commit);
	}
	fill_empty(&kernel);
	*ret = kernel;
	kernel = (struct history_kernel){ 0 };
	return 0;
}
