/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Workloads of the catalog as Debian packages them, run for real in a guest that has them in its root, one
 * boot for all: $PERFSECT_TEST_DISTRO_KERNEL is a distribution's kernel, $PERFSECT_TEST_ROOT an archive.
 */
#include "tests/support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/deadline.h"
#include "base/fs.h"
#include "base/mem.h"
#include "base/pack.h"
#include "tests/support/boot_image.h"
#include "tests/support/tempdir.h"
#include "vm/initramfs.h"
#include "vm/machines.h"
#include "workloads/runner.h"
#include "workloads/workload.h"

#define PARAMS_MAX 4

/* Small enough for an emulated processor. */
static const struct row {
	const char *name;
	const char *params[PARAMS_MAX][2];
	double least, most; /* of the main metric: what a machine like that can have */
} rows[] = {
	{ "hackbench", { { "groups", "1" }, { "loops", "20" } }, 1e-3, 600 },
	{ "tbench", { { "time", "5" } }, 1e-3, 1e5 },
	{ "dbench", { { "time", "5" } }, 1e-3, 1e5 },
	{ "stress-ng", { { "time", "3" } }, 1, 1e9 },
	{ "cyclictest", { { "time", "3" } }, 1e-3, 1e7 },
	{ "perf-sched-pipe", { { "loops", "500" } }, 1, 1e9 },
	{ "perf-sched-messaging", { { "groups", "1" }, { "loops", "10" } }, 1e-4, 600 },
	{ "qperf-latency", { { "time", "3" } }, 1e-3, 1e9 },
	{ "iperf3", { { "time", "3" }, { "omit", "1" } }, 1e3, 1e13 },

	{ "fio", { { "time", "3" }, { "ramp", "1" }, { "size", "8M" } }, 1, 1e12 },
	{ "sysbench-cpu", { { "time", "3" } }, 1e-2, 1e9 },
	{ "pgbench", { { "time", "3" }, { "scale", "1" }, { "clients", "2" } }, 1e-1, 1e6 },
	{ "sysbench-oltp", { { "time", "3" }, { "tables", "1" }, { "size", "1000" } }, 1e-2, 1e6 },
	{ "sysbench-oltp-mariadb",
	  { { "time", "3" }, { "tables", "1" }, { "size", "1000" } },
	  1e-2,
	  1e6 },
	{ "wrk", { { "time", "3" } }, 1, 1e7 },
	{ "ab", { { "requests", "300" } }, 1, 1e7 },
	{ "sockperf-latency", { { "time", "3" } }, 1e-2, 1e6 },
	{ "redis-benchmark", { { "requests", "500" }, { "clients", "2" } }, 1, 1e9 },
};

static void *workspace;
static char *state_dir, *root;

static struct workload *make_workload(const struct row *row)
{
	struct workload_param params[PARAMS_MAX] = { 0 };
	char *values[PARAMS_MAX];
	struct workload_settings settings = {
		.name = (char *)row->name, .params = params, .warmups = 0, .timeout_s = 300
	};
	struct workload *workload = NULL;
	struct error err = { 0 };

	for (size_t i = 0; i < PARAMS_MAX && row->params[i][0]; i++) {
		values[i] = (char *)row->params[i][1];
		params[i].name = (char *)row->params[i][0];
		params[i].values = (struct strlist){ .items = &values[i], .n = 1 };
		settings.n_params++;
	}
	if (workload_new(&settings, "/nonexistent", true, &workload, &err) < 0)
		fail_msg("%s", err.text);
	workload->job.repetitions = 1;
	return workload;
}

/* The runs of one job as if they were all there are. */
static bool check_row(const struct row *row, const struct workload *workload,
		      const struct boot_result *result, size_t number)
{
	struct boot_result own = { .outcome = result->outcome };
	CLEANUP(runner_samples_clear) struct runner_samples samples = { 0 };
	bool is_good;

	for (size_t i = 0; i < result->n_runs; i++)
		if (result->runs[i].job == number) {
			own.runs = &result->runs[i];
			own.n_runs = 1;
		}
	runner_collect(workload, &own, &samples);
	is_good = samples.outcome == OUTCOME_MEASURED && samples.n > 0 &&
		  samples.values[0] >= row->least && samples.values[0] <= row->most;
	if (is_good)
		print_message("%-22s %12.6g %s (%s)\n", row->name, samples.values[0],
			      workload->unit, workload->metric);
	else
		print_message("%-22s NOT OK: %s, %s: %.600s\n", row->name,
			      outcome_name(samples.outcome), samples.detail ? samples.detail : "",
			      own.n_runs ? str_text(&own.runs[0].output) : "(no run)");
	return is_good;
}

static void the_catalog_runs_in_a_guest(void **state)
{
	const char *image = getenv("PERFSECT_TEST_DISTRO_KERNEL");
	const char *only = getenv("PERFSECT_TEST_WORKLOAD");
	char release[64];
	struct machine_settings settings = { .name = (char *)"vm0",
					     .type = MACHINE_LIBVIRT,
					     .accel = (char *)"auto",
					     .vcpus = 1,
					     .memory_bytes = 3072LL * 1024 * 1024,
					     .pin = (char *)"",
					     .timing = TIMING_WALL,
					     .cmdline = (char *)"",
					     .boot_timeout_s = 600 };
	const struct kernel kernel = { image, release, "", "1a2b3c" };
	struct workload *workloads[ARRAY_LENGTH(rows)] = { 0 };
	const struct row *chosen[ARRAY_LENGTH(rows)];
	struct job jobs[ARRAY_LENGTH(rows)];
	struct boot_request request = { .name = "perfsect-1a2b3c-2",
					.dir = *state,
					.kernel = &kernel,
					.jobs = jobs,
					.root = root,
					.deadline = deadline_in(3000),
					.silence_s = 600 };
	CLEANUP(boot_result_clear) struct boot_result result = { 0 };
	CLEANUP(machine_closep) struct machine *machine = NULL;
	struct error err = { 0 };
	unsigned bad = 0;

	boot_image_release(image, release, sizeof(release));
	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++) {
		if (only && !strstr(only, rows[i].name))
			continue;
		chosen[request.n_jobs] = &rows[i];
		workloads[request.n_jobs] = make_workload(&rows[i]);
		jobs[request.n_jobs] = workloads[request.n_jobs]->job;
		request.n_jobs++;
	}
	if (machine_open(&settings, state_dir, &machine, &err) < 0 ||
	    machine_measure(machine, &request, &result, &err) < 0)
		fail_msg("%s", err.text);
	print_message("%s, %zu runs, boot %.1f s, all %.1f s %s\n", outcome_name(result.outcome),
		      result.n_runs, result.boot_s, result.total_s,
		      result.detail ? result.detail : "");
	for (size_t i = 0; i < request.n_jobs; i++) {
		bad += !check_row(chosen[i], workloads[i], &result, i);
		workload_free(workloads[i]);
	}
	assert_int_equal(bad, 0);
	assert_int_equal(result.outcome, OUTCOME_MEASURED);
}

static int set_up(void **state)
{
	struct error err = { 0 };
	struct pack *pack = NULL;

	(void)state;
	if (tempdir_setup(&workspace) < 0)
		return -1;
	state_dir = mem_printf("%s/.perfsect", (const char *)workspace);
	root = mem_printf("%s/root.cpio", (const char *)workspace);
	if (pack_new(root, PACK_PLAIN, &pack, &err) < 0 ||
	    pack_add_archive(pack, getenv("PERFSECT_TEST_ROOT"), initramfs_wants, &err) < 0 ||
	    pack_finish(pack, &err) < 0)
		print_error("%s\n", err.text);
	pack_free(pack);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	free(state_dir);
	free(root);
	return tempdir_teardown(&workspace);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(the_catalog_runs_in_a_guest, tempdir_setup,
						tempdir_teardown),
	};

	if (!getenv("PERFSECT_TEST_DISTRO_KERNEL") || !getenv("PERFSECT_TEST_ROOT")) {
		print_error("to be run by check-workloads\n");
		return 1;
	}
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
