/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The builds of a case, for scripts/bench, in the workspace that it was made in:
 *
 *     bench_build WORKSPACE list            "TREE COMMIT SECONDS" of each build, in order
 *     bench_build WORKSPACE build DIR TREE  builds that tree in DIR, by the workspace's settings:
 *                                           "CHECKOUT BUILD FILES"
 *     bench_build WORKSPACE switch DIR FROM TO
 *                                           seconds from one tree to another: "SECONDS FILES"
 *     bench_build WORKSPACE time            "MEASURING BUILDING" seconds of the case
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/deadline.h"
#include "base/fs.h"
#include "base/mem.h"
#include "bisect/build.h"
#include "bisect/repo.h"
#include "bisect/slots.h"
#include "bisect/workspace.h"

static _Noreturn void die(const struct error *err)
{
	(void)fprintf(stderr, "bench_build: %s\n", err->text);
	exit(1);
}

static double seconds_since(int64_t start_ns)
{
	return (double)(deadline_now_ns() - start_ns) / 1e9;
}

/* The tree that the case built; "" where there was none. */
static void find_tree(struct repo *repo, const struct history_kernel *kernel,
		      char ret[REPO_HEX_SIZE])
{
	CLEANUP(repo_commit_clear) struct repo_commit commit = { 0 };
	struct error err = { 0 };
	bool is_conflict = false, found = true;
	char own[REPO_HEX_SIZE];

	if (repo_read_commit(repo, kernel->commit, &commit, &err) < 0)
		die(&err);
	memcpy(ret, commit.tree, REPO_HEX_SIZE);
	if (kernel->onto[0] &&
	    repo_transplant(repo, kernel->onto, kernel->commit, ret, &is_conflict, &err) < 0)
		die(&err);
	memcpy(own, ret, sizeof(own));
	if (kernel->variant && !is_conflict &&
	    repo_lay_out(repo, own, kernel->variant, ret, &found, &err) < 0)
		die(&err);
	if (is_conflict || !found)
		ret[0] = '\0';
}

static void list(struct repo *repo, const struct history *history)
{
	for (size_t i = 0; i < history->n_kernels; i++) {
		const struct history_kernel *kernel = &history->kernels[i];
		char tree[REPO_HEX_SIZE];

		if (kernel->build_s <= 0)
			continue;
		find_tree(repo, kernel, tree);
		if (tree[0])
			(void)printf("%s %s %.3f\n", tree, kernel->commit, kernel->build_s);
	}
}

static void tell_time(const struct history *history)
{
	double measuring_s = 0, building_s = 0;

	for (size_t i = 0; i < history->n_boots; i++)
		measuring_s += history->boots[i].total_s;
	for (size_t i = 0; i < history->n_kernels; i++)
		building_s += history->kernels[i].build_s;
	(void)printf("%.1f %.1f\n", measuring_s, building_s);
}

static struct slots_place switch_to(struct slots *slots, const char *hex)
{
	struct slots_place place;
	struct error err = { 0 };

	if (slots_switch(slots, hex, NULL, &place, &err) < 0)
		die(&err);
	return place;
}

static struct slots *open_slots(struct repo *repo, const char *dir)
{
	struct slots *slots = NULL;
	struct error err = { 0 };

	if (slots_open(repo, dir, 1, &slots, &err) < 0)
		die(&err);
	return slots;
}

static void build(struct repo *repo, const struct settings *settings, const char *dir,
		  const char *tree)
{
	CLEANUP(slots_closep) struct slots *slots = open_slots(repo, dir);
	CLEANUP(mem_freep) char *artefacts = mem_printf("%s/artefacts", dir);
	CLEANUP(mem_freep) char *log = mem_printf("%s/log", dir);
	CLEANUP(mem_freep) char *name = NULL;
	CLEANUP(build_result_clear) struct build_result result = { 0 };
	struct build_request request = {
		.settings = &settings->kernel,
		.artefact_dir = artefacts,
		.log_path = log,
	};
	struct error err = { 0 };
	int64_t start_ns = deadline_now_ns();
	struct slots_place place = switch_to(slots, tree);
	const double checkout_s = seconds_since(start_ns);

	start_ns = deadline_now_ns();
	if (slots_name_config(slots, &place, tree, "bench", &name, &request.config_stands, &err) <
	    0)
		die(&err);
	request.source_dir = place.source_dir;
	request.object_dir = place.object_dir;
	request.config_name = name;
	if (build_kernel(&request, &result, &err) < 0)
		die(&err);
	(void)printf("%.2f %.2f %zu\n", checkout_s, seconds_since(start_ns), place.n_changed);
}

static void time_switch(struct repo *repo, const char *dir, const char *from, const char *to)
{
	CLEANUP(slots_closep) struct slots *slots = open_slots(repo, dir);
	int64_t start_ns;
	size_t n_files;

	(void)switch_to(slots, from);
	start_ns = deadline_now_ns();
	n_files = switch_to(slots, to).n_changed;
	(void)printf("%.3f %zu\n", seconds_since(start_ns), n_files);
}

int main(int argc, char **argv)
{
	CLEANUP(workspace_closep) struct workspace *workspace = NULL;
	CLEANUP(repo_closep) struct repo *repo = NULL;
	CLEANUP(mem_freep) char *scratch = NULL;
	CLEANUP(history_freep) struct history *history = NULL;
	CLEANUP(case_record_clear) struct case_record record = { 0 };
	const char *what = argc > 2 ? argv[2] : "";
	struct error err = { 0 };

	if (argc < 3 || workspace_open(argv[1], WORKSPACE_READ, &workspace, &err) < 0)
		die(&err);
	scratch = workspace_path(workspace, "objects");
	if (repo_open(workspace->settings->repo, scratch, &repo, &err) < 0)
		die(&err);
	if (strcmp(what, "build") == 0 && argc == 5) {
		build(repo, workspace->settings, argv[3], argv[4]);
	} else if (strcmp(what, "switch") == 0 && argc == 6) {
		time_switch(repo, argv[3], argv[4], argv[5]);
	} else {
		if (store_load_case(workspace->store, 0, &record, &err) < 0 ||
		    store_load_history(workspace->store, record.id, &history, &err) < 0)
			die(&err);
		if (strcmp(what, "list") == 0)
			list(repo, history);
		else
			tell_time(history);
	}
	return 0;
}
