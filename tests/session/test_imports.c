/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What was measured elsewhere is listed, compared, and gives a case its ends. */
#include "tests/support/test.h"

#include <string.h>

#include "base/deadline.h"
#include "base/fs.h"
#include "base/mem.h"
#include "base/process.h"
#include "tests/session/robot.h"
#include "tests/support/near.h"

#define NETPERF LKML_DIR "/2008-09-tbench-netperf.txt"
#define PGBENCH LKML_DIR "/2013-04-pgbench.txt"

static void assert_schema(struct robot *robot, const char *name)
{
	CLEANUP(mem_freep) char *file = mem_printf("%s/printed.json", robot->dir);
	CLEANUP(mem_freep) char *what = mem_printf("%s=%s", name, file);
	CLEANUP(mem_freep) char *output = NULL;
	const char *const argv[] = { "python3", CHECK_SCHEMA, SCHEMAS, what, NULL };
	const struct process_opts opts = { .argv = argv, .deadline = deadline_in(60) };
	struct error err = { 0 };

	assert_int_equal(fs_write_atomic(file, robot->out, strlen(robot->out), 0644, &err), 0);
	if (process_read(&opts, &output, &err) < 0)
		fail_msg("%s\n%s", err.text, robot->out);
}

static void write_file(struct robot *robot, const char *name, const char *text)
{
	CLEANUP(mem_freep) char *path = robot_path(robot, name);
	struct error err = { 0 };

	if (fs_write_atomic(path, text, strlen(text), 0644, &err) < 0)
		fail_msg("%s", err.text);
}

static void imports_are_listed_and_compared(void **state)
{
	struct robot *robot = *state;

	robot_do(robot, "import", NULL);
	robot_assert_prints(robot, "nothing was imported yet");
	robot_do(robot, "import", NETPERF, NULL);
	robot_assert_status(robot, 0);
	robot_assert_prints(robot, "import 1: 80 samples of 16 kernels from");
	robot_assert_prints(robot, "the stated .866 of 2.6.23.17, netperf does not follow");
	robot_do(robot, "import", "-w", "pgbench", "--kernels", "with,without", PGBENCH, NULL);
	robot_assert_status(robot, 0);
	robot_do(robot, "import", "--json", NULL);
	assert_int_equal(robot_number(robot, "/imports/1/samples"), 48);
	robot_do(robot, "log", "import:1", NULL);
	robot_assert_status(robot, 0);
	robot_assert_prints(robot, "2.6.27 (revert sched weight/asym changes, gran = 0)");
	robot_do(robot, "log", "import:1", "--json", NULL);
	assert_schema(robot, "import");
	robot_do(robot, "compare", "import:1", NULL);
	robot_assert_status(robot, 0);
	robot_assert_prints(robot, " 0.766 [-23.39]( 0.51)*\n");
	robot_assert_prints(robot, "sample 2 of 2.6.22.19, netperf lies 5.6 % below");
	robot_do(robot, "compare", "import:2", "--json", NULL);
	robot_assert_status(robot, 0);
	assert_schema(robot, "compare");
	assert_int_equal(robot_number(robot, "/real"), 3);
	assert_near(robot_number(robot, "/cells/7/kernels/1/ratio"), 1.2457, 0.00005);
}

static void kernels_are_chosen_by_name(void **state)
{
	struct robot *robot = *state;

	robot_do(robot, "import", NETPERF, "-q", NULL);
	assert_string_equal(robot->out, "");
	robot_do(robot, "compare", "2.6.26.5", "2.6.27", "--metric", "transactions", "--json",
		 NULL);
	robot_assert_status(robot, 0);
	assert_int_equal(json_length(json_pointer(robot_json(robot), "/cells")), 1);
	assert_int_equal(json_length(json_pointer(robot_json(robot), "/cells/0/kernels")), 2);
	assert_near(robot_number(robot, "/cells/0/kernels/1/ratio"), 0.8962, 0.0001);
	assert_string_equal(robot_text(robot, "/cells/0/kernels/1/verdict"), "real");
	robot_do(robot, "compare", "import:1", "--base", "2.6.27", "--format", "csv", NULL);
	robot_assert_prints(robot, ",base,none\n");
	robot_do(robot, "compare", "import:1", "--format", "html", NULL);
	robot_assert_prints(robot, "<svg viewBox");
	robot_do(robot, "compare", "2.6.28", NULL);
	robot_assert_status(robot, 2);
	robot_assert_says(robot, "nothing was measured of '2.6.28'");
	robot_do(robot, "compare", "import:7", NULL);
	robot_assert_status(robot, 2);
	robot_do(robot, "compare", "import:1", "--base", "x", NULL);
	robot_assert_status(robot, 2);
	robot_do(robot, "compare", "import:1", "--format", "pdf", NULL);
	robot_assert_says(robot, "no format 'pdf'; there are text, html, json, csv");
}

static void a_refusal_leaves_nothing_behind(void **state)
{
	struct robot *robot = *state;
	CLEANUP(mem_freep) char *good = robot_path(robot, "good.csv");
	CLEANUP(mem_freep) char *bad = robot_path(robot, "bad.csv");

	write_file(robot, "good.csv", "kernel,value\na,1\n");
	write_file(robot, "bad.csv", "kernel,value\na,1\nb,nan\n");
	robot_do(robot, "import", good, bad, NULL);
	robot_assert_status(robot, 3);
	robot_assert_says(robot, "bad.csv': line 3: 'nan' is not a number");
	robot_do(robot, "import", NULL);
	robot_assert_prints(robot, "nothing was imported yet");
	robot_do(robot, "import", "--better", "up", good, NULL);
	robot_assert_status(robot, 2);
}

static void what_a_case_measured_goes_out_and_comes_in_again(void **state)
{
	static const char *const effects[] = { "0", "-4" };
	struct robot *robot = *state;
	CLEANUP(mem_freep) char *file = robot_path(robot, "case.csv");
	double ratio;

	robot_chain(robot, effects, 2);
	robot_do(robot, "run", "root", "c2", NULL);
	robot_assert_status(robot, 0);
	robot_do(robot, "compare", "root", "c2", "--json", NULL);
	robot_assert_status(robot, 0);
	ratio = robot_number(robot, "/cells/0/kernels/1/ratio");
	assert_near(ratio, 0.96, 0.01);
	robot_do(robot, "report", "--format", "csv", NULL);
	write_file(robot, "case.csv", robot->out);
	robot_do(robot, "import", file, NULL);
	robot_assert_status(robot, 0);
	robot_do(robot, "compare", "import:1", "--json", NULL);
	robot_assert_status(robot, 0);
	assert_true(json_length(json_pointer(robot_json(robot), "/cells/0/kernels")) >= 2);
	robot_do(robot, "compare", "case:1", "import:1", NULL);
	robot_assert_status(robot, 0);
}

static void imported_kernels_are_the_ends_of_a_case(void **state)
{
	static const char *const effects[] = { "0", "-4" };
	struct robot *robot = *state;
	CLEANUP(mem_freep) char *file = robot_path(robot, "ends.csv");

	robot_chain(robot, effects, 2);
	write_file(robot, "ends.csv",
		   "kernel,variant,value\nroot,,100\nroot,,101\nc2,,96\nc2,,95\n"
		   "c1,a patch,1\nnowhere,,1\n");
	robot_do(robot, "import", file, NULL);
	robot_do(robot, "plan", "import:1/root", "import:1/c2", NULL);
	robot_assert_status(robot, 0);
	robot_do(robot, "run", "import:1/root..import:1/c2", "--json", NULL);
	robot_assert_status(robot, 0);
	robot_assert_says(robot, "measured elsewhere: c2 is -4.98 % against root");
	assert_string_equal(robot_text(robot, "/case/good/name"), "root");
	assert_string_equal(robot_text(robot, "/finding/changes/0/commits/0/subject"), "c2");
	robot_do(robot, "run", "import:1/nowhere", "c2", NULL);
	robot_assert_status(robot, 2);
	robot_assert_says(robot, "'nowhere' is no revision of the repository, and neither is "
				 "'vnowhere'");
	robot_do(robot, "run", "import:1/c1", "c2", NULL);
	robot_assert_says(robot, "'c1 (a patch)' is a variant of a kernel, and no commit");
	robot_do(robot, "run", "import:1", "c2", NULL);
	robot_assert_says(robot, "name a kernel of the import, as 'import:1/KERNEL'");
}

#define ROBOT_TEST(f) cmocka_unit_test_setup_teardown(f, robot_setup, robot_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		ROBOT_TEST(imports_are_listed_and_compared),
		ROBOT_TEST(kernels_are_chosen_by_name),
		ROBOT_TEST(a_refusal_leaves_nothing_behind),
		ROBOT_TEST(what_a_case_measured_goes_out_and_comes_in_again),
		ROBOT_TEST(imported_kernels_are_the_ends_of_a_case),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
