/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/preflight.h"

#include <string.h>

#include "base/fs.h"
#include "base/mem.h"
#include "base/process.h"
#include "base/quantity.h"
#include "bisect/graph.h"
#include "bisect/preflight_build.h"
#include "bisect/preflight_guest.h"
#include "bisect/repo.h"
#include "bisect/sandbox.h"
#include "bisect/workspace.h"
#include "vm/host.h"
#include "vm/machines.h"
#include "vm/payload.h"
#include "workloads/workload.h"

#define GIB (1024.0 * 1024 * 1024)
#define DISK_FAIL_BYTES (3 * GIB)
#define DISK_WARN_BYTES (20 * GIB)

/* An end must have what a kernel is built from. */
static void check_end(struct preflight *preflight, struct repo *repo, const char *name,
		      const char *hex)
{
	CLEANUP(repo_commit_clear) struct repo_commit commit = { 0 };
	CLEANUP(mem_freep) char *makefile = NULL;
	struct error err = { 0 };
	bool has_makefile = false;
	size_t n;

	if (repo_read_commit(repo, hex, &commit, &err) < 0 ||
	    repo_read_path(repo, commit.tree, "Makefile", &makefile, &n, &has_makefile, &err) < 0)
		preflight_add(preflight, PREFLIGHT_FAIL, name, "repair or fetch the repository",
			      "%s", err.text);
	else if (!has_makefile)
		preflight_add(preflight, PREFLIGHT_FAIL, name, "choose a commit of a kernel",
			      "%.12s has no Makefile", hex);
	else
		preflight_add(preflight, PREFLIGHT_OK, name, "", "%.12s %s", hex, commit.subject);
}

static void check_range(struct preflight *preflight, struct repo *repo, const char *good,
			const char *bad)
{
	CLEANUP(graph_freep) struct graph *graph = NULL;
	char good_hex[REPO_HEX_SIZE], bad_hex[REPO_HEX_SIZE];
	struct graph_chain chain = { 0 };
	struct error err = { 0 };

	if (repo_resolve(repo, good, good_hex, &err) < 0 ||
	    repo_resolve(repo, bad, bad_hex, &err) < 0 ||
	    repo_load_range(repo, good_hex, bad_hex, NULL, &graph, &err) < 0) {
		preflight_add(preflight, PREFLIGHT_FAIL, "range", "choose other ends", "%s",
			      err.text);
		return;
	}
	graph_main_chain(graph, &chain);
	preflight_add(preflight, PREFLIGHT_OK, "range", "",
		      "%u commits, %u of them on the mainline", graph->n - 1, chain.n);
	graph_chain_clear(&chain);
	check_end(preflight, repo, "good end", good_hex);
	check_end(preflight, repo, "bad end", bad_hex);
}

static void check_repository(struct preflight *preflight, const struct settings *settings,
			     const char *dir, const char *good, const char *bad)
{
	CLEANUP(mem_freep) char *scratch = mem_printf("%s/" WORKSPACE_STATE "/objects", dir);
	CLEANUP(repo_closep) struct repo *repo = NULL;
	struct error err = { 0 };

	if (repo_open(settings->repo, scratch, &repo, &err) < 0) {
		preflight_add(preflight, PREFLIGHT_FAIL, "repository",
			      "set 'repo' in perfsect.conf", "%s", err.text);
		return;
	}
	preflight_add(preflight, PREFLIGHT_OK, "repository", "", "%s", settings->repo);
	if (good && bad)
		check_range(preflight, repo, good, bad);
	preflight_tables(preflight, repo, &settings->kernel, good, bad);
}

/* A program, and the Debian package that has it. */
static void check_tool(struct preflight *preflight, enum preflight_level level, const char *program,
		       const char *package, const char *why)
{
	CLEANUP(mem_freep) char *mend = mem_printf("apt-get install %s", package);

	if (process_is_available(program))
		preflight_add(preflight, PREFLIGHT_OK, program, "", "found");
	else
		preflight_add(preflight, level, program, mend, "not found: %s", why);
}

/* Being installed is not enough: containers often forbid what it does. */
static void check_sandbox(struct preflight *preflight)
{
	if (!process_is_available("bwrap"))
		check_tool(preflight, PREFLIGHT_WARN, "bwrap", "bubblewrap",
			   "the tree under test is built without a sandbox");
	else if (sandbox_is_usable(NULL))
		preflight_add(preflight, PREFLIGHT_OK, "bwrap", "",
			      "builds have no network, and write to their folder only");
	else
		preflight_add(
			preflight, PREFLIGHT_WARN, "bwrap",
			"allow user namespaces (sysctl kernel.unprivileged_userns_clone=1), or "
			"leave the container",
			"found, but it may make no namespaces here: the tree under test is "
			"built without a sandbox");
}

static void check_tools(struct preflight *preflight, const struct settings *settings)
{
	preflight_toolchains(preflight, &settings->kernel);
	check_tool(preflight, PREFLIGHT_FAIL, "make", "make", "kernels are built with it");
	check_tool(preflight, PREFLIGHT_FAIL, "flex", "flex", "kconfig is built with it");
	check_tool(preflight, PREFLIGHT_FAIL, "bison", "bison", "kconfig is built with it");
	check_tool(preflight, PREFLIGHT_FAIL, "bc", "bc", "kernels are built with it");
	check_tool(preflight, PREFLIGHT_WARN, "ccache", "ccache",
		   "commits that share files are compiled twice; set kernel.cc = \"ccache gcc\"");
	check_sandbox(preflight);
	if (settings->guest.packages.n > 0)
		check_tool(preflight, PREFLIGHT_FAIL, "mmdebstrap", "mmdebstrap",
			   "it gets the guest's packages");
}

static void check_folder(struct preflight *preflight, const char *dir)
{
	struct error err = { 0 };

	if (workspace_check_dir(dir, &err) < 0)
		preflight_add(preflight, PREFLIGHT_FAIL, "workspace", "move it", "%s", err.text);
	else
		preflight_add(preflight, PREFLIGHT_OK, "workspace", "", "%s", dir);
}

static void check_disk(struct preflight *preflight, const char *dir)
{
	static const char mend[] =
		"free space, or put the workspace elsewhere; 'perfsect gc' helps";
	CLEANUP(str_clear) struct str text = { 0 };
	struct error err = { 0 };
	int64_t bytes = 0;

	if (fs_free_bytes(dir, &bytes, &err) < 0) {
		preflight_add(preflight, PREFLIGHT_WARN, "disk", mend, "%s", err.text);
		return;
	}
	quantity_append_size(&text, bytes);
	preflight_add(preflight,
		      (double)bytes < DISK_FAIL_BYTES   ? PREFLIGHT_FAIL
		      : (double)bytes < DISK_WARN_BYTES ? PREFLIGHT_WARN
							: PREFLIGHT_OK,
		      "disk", mend, "%s free", str_text(&text));
}

static void check_machine(struct preflight *preflight, const struct machine_settings *settings,
			  const char *dir)
{
	CLEANUP(mem_freep) char *what = mem_printf("machine %s", settings->name);
	CLEANUP(mem_freep) char *state = mem_printf("%s/.perfsect/machines", dir);
	CLEANUP(machine_closep) struct machine *machine = NULL;
	struct error err = { 0 };

	if (fs_make_dirs(state, &err) < 0 || machine_open(settings, state, &machine, &err) < 0)
		preflight_add(preflight, PREFLIGHT_FAIL, what, "see the detail", "%s", err.text);
	else
		preflight_add(
			preflight, PREFLIGHT_OK, what, "", "%s, timing by %s", machine->ops->type,
			settings->timing == TIMING_ICOUNT ? "instruction count" : "the clock");
}

/* What would make the runs of that machine differ. */
static void check_host(struct preflight *preflight, const struct machine_settings *settings)
{
	static const enum preflight_level levels[] = {
		[HOST_OK] = PREFLIGHT_OK,
		[HOST_WARN] = PREFLIGHT_WARN,
		[HOST_FAIL] = PREFLIGHT_FAIL,
	};
	CLEANUP(host_findings_clear) struct host_findings findings = { 0 };
	CLEANUP(host_texts_clear) struct host_texts texts = { 0 };

	host_read(&texts);
	host_judge(&texts, settings, &findings);
	for (size_t i = 0; i < findings.n; i++)
		preflight_add(preflight, levels[findings.items[i].level], findings.items[i].what,
			      findings.items[i].mend ? findings.items[i].mend : "", "%s",
			      findings.items[i].detail);
}

static void check_workload(struct preflight *preflight, const struct workload_settings *settings,
			   bool has_root)
{
	CLEANUP(mem_freep) char *what = mem_printf("workload %s", settings->name);
	CLEANUP(workload_freep) struct workload *workload = NULL;
	struct error err = { 0 };

	if (workload_new(settings, payload_dir(), has_root, &workload, &err) < 0 ||
	    (!has_root && preflight_guest(workload, &err) < 0))
		preflight_add(preflight, PREFLIGHT_FAIL, what, "correct it in perfsect.conf", "%s",
			      err.text);
	else
		preflight_add(preflight, PREFLIGHT_OK, what, "", "%s in %s, %s is better",
			      workload->metric, workload->unit, direction_name(workload->better));
}

void preflight_run(struct preflight *preflight, const struct settings *settings, const char *dir,
		   const char *good, const char *bad)
{
	check_repository(preflight, settings, dir, good, bad);
	check_tools(preflight, settings);
	check_folder(preflight, dir);
	check_disk(preflight, dir);
	for (size_t i = 0; i < settings->n_workloads; i++)
		check_workload(preflight, &settings->workloads[i], settings_has_root(settings));
}

void preflight_machines(struct preflight *preflight, const struct settings *settings,
			const char *dir)
{
	for (size_t i = 0; i < settings->n_machines; i++) {
		check_machine(preflight, &settings->machines[i], dir);
		if (settings->machines[i].type == MACHINE_LIBVIRT)
			check_host(preflight, &settings->machines[i]);
	}
}
