/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <limits.h>
#include <string.h>

#include "base/mem.h"
#include "workloads/catalog.h"
#include "workloads/cell.h"
#include "workloads/workload.h"

/* One parameter with up to three values, on the stack. */
#define PARAM(param_name, ...)                                                   \
	{                                                                        \
		.name = (char *)param_name, .values = {                          \
			.items = (char *[]){ __VA_ARGS__ },                      \
			.n = sizeof((char *[]){ __VA_ARGS__ }) / sizeof(char *), \
		}                                                                \
	}

static const struct workload_settings OWN = {
	.name = (char *)"mine",
	.command = (char *)"/opt/mine --json",
	.parse = (char *)"json:/ops",
	.unit = (char *)"req/s",
	.better = (char *)"lower",
	.warmups = UINT_MAX,
};

static struct workload *make(const struct workload_settings *settings)
{
	struct workload *workload = NULL;
	struct error err = { 0 };

	if (workload_new(settings, "/usr/lib/perfsect", false, &workload, &err) < 0)
		fail_msg("%s", err.text);
	return workload;
}

static void assert_refused(const struct workload_settings *settings, const char *expected)
{
	struct workload *workload = NULL;
	struct error err = { 0 };

	assert_int_equal(workload_new(settings, "/usr/lib/perfsect", false, &workload, &err), -1);
	assert_null(workload);
	assert_string_equal(err.text, expected);
	assert_int_equal(err.kind, ERROR_CONFIG);
}

static void assert_no_braces_left(const struct workload *workload)
{
	for (size_t i = 0; workload->job.argv[i]; i++)
		assert_null(strchr(workload->job.argv[i], '{'));
}

static void assert_table_is_complete(const struct workload_builtin *builtin)
{
	struct readings readings = { 0 };
	struct error err = { 0 };

	assert_non_null(builtin->help);
	assert_true(builtin->timeout_s > 0);
	assert_true(!builtin->server == !builtin->server_argv);
	assert_true(!builtin->server == !builtin->server_port);
	for (size_t i = 0; builtin->fields[i].metric; i++) {
		assert_non_null(builtin->fields[i].unit);
		assert_true(!builtin->fields[i].pattern != !builtin->fields[i].pointer);
	}
	/* An empty output is refused for what it lacks, so that all patterns compile. */
	assert_int_equal(field_read(builtin->fields, NULL, "\n", 1, &readings, &err), -1);
	assert_true(str_starts_with(err.text, "the output has no "));
	for (size_t i = 0; builtin->refusals && builtin->refusals[i].pattern; i++)
		assert_non_null(builtin->refusals[i].reason);
}

/* An entry of `files` that brings its program. */
static char *file_for(const struct workload_builtin *builtin)
{
	const struct workload_settings settings = { .name = (char *)builtin->name };
	CLEANUP(cell_clear) struct cell cell = { 0 };
	CLEANUP(mem_freep) char *program = NULL;
	struct error err = { 0 };

	if (cell_fill(&cell, &settings, builtin->params, &err) < 0)
		fail_msg("%s", err.text);
	program = cell_expand(&cell, builtin->argv[0]);
	return mem_printf("/lab/x:/opt/%s", program);
}

static void each_entry_of_the_catalog_is_complete(void **state)
{
	const struct workload_builtin *const *catalog;
	size_t n;

	(void)state;
	catalog = catalog_list(&n);
	assert_true(n > 0);
	for (size_t i = 0; i < n; i++) {
		CLEANUP(mem_freep) char *file = file_for(catalog[i]);
		struct workload_settings settings = { .name = (char *)catalog[i]->name,
						      .warmups = UINT_MAX };
		CLEANUP(workload_freep) struct workload *workload = NULL;

		assert_ptr_equal(catalog_find(catalog[i]->name), catalog[i]);
		assert_table_is_complete(catalog[i]);
		if (catalog[i]->server)
			continue; /* it needs more than its program: see below */
		if (!catalog[i]->payload)
			settings.files = (struct strlist){ .items = &file, .n = 1 };
		workload = make(&settings);
		assert_ptr_equal(workload->builtin, catalog[i]);
		assert_string_equal(workload->metric, catalog[i]->fields[0].metric);
		assert_no_braces_left(workload);
	}
	assert_null(catalog_find("sched"));
}

static void sched_pipe_runs_its_payload_with_its_loops(void **state)
{
	const struct workload_settings settings = { .name = (char *)"sched-pipe",
						    .warmups = UINT_MAX };
	CLEANUP(workload_freep) struct workload *workload = make(&settings);

	(void)state;
	assert_string_equal(workload->cell, "loops=20000");
	assert_string_equal(workload->metric, "throughput");
	assert_string_equal(workload->unit, "ops/s");
	assert_int_equal(workload->better, HIGHER_IS_BETTER);
	assert_string_equal(workload->job.argv[0], "/perfsect/bin/sched-pipe");
	assert_string_equal(workload->job.argv[1], "--loops=20000");
	assert_null(workload->job.argv[2]);
	assert_null(workload->job.env[0]);
	assert_int_equal(workload->job.warmups, 1);
	assert_int_equal(workload->n_files, 1);
	assert_string_equal(workload->files[0].host_path, "/usr/lib/perfsect/sched-pipe");
	assert_string_equal(workload->files[0].guest_path, "/perfsect/bin/sched-pipe");
}

static void settings_override_what_the_catalog_says(void **state)
{
	struct workload_param params[] = { PARAM("loops", "5") };
	const struct workload_settings settings = {
		.name = (char *)"sched-pipe",
		.params = params,
		.n_params = 1,
		.warmups = 0,
		.timeout_s = 2.5,
	};
	CLEANUP(workload_freep) struct workload *workload = make(&settings);

	(void)state;
	assert_string_equal(workload->cell, "loops=5");
	assert_string_equal(workload->job.argv[1], "--loops=5");
	assert_int_equal(workload->job.warmups, 0);
	assert_int_equal(workload->job.timeout_s, 3);
}

static void assert_reads(const struct workload *workload, const char *output, double expected)
{
	CLEANUP(readings_clear) struct readings readings = { 0 };
	struct error err = { 0 };

	if (workload_parse(workload, output, strlen(output), &readings, &err) < 0)
		fail_msg("%s", err.text);
	assert_int_equal(readings.n, 1);
	assert_string_equal(readings.items[0].metric, workload->metric);
	assert_string_equal(readings.items[0].unit, workload->unit);
	assert_int_equal(readings.items[0].better, workload->better);
	assert_true(readings.items[0].value == expected);
}

static void the_output_of_sched_pipe_is_understood(void **state)
{
	static const char output[] = "sched-pipe: loops=20000\nsched-pipe: ops_per_s=118202.5\n";
	const struct workload_settings settings = { .name = (char *)"sched-pipe" };
	CLEANUP(workload_freep) struct workload *workload = make(&settings);
	CLEANUP(readings_clear) struct readings readings = { 0 };
	struct error err = { 0 };

	(void)state;
	assert_reads(workload, output, 118202.5);
	assert_int_equal(workload_parse(workload, "Killed\n", 7, &readings, &err), -1);
	assert_string_equal(err.text, "the output has no throughput: nothing matches "
				      "'\\bops_per_s=(?<value>\\S+)$'");
}

static void a_command_of_ones_own_becomes_a_workload(void **state)
{
	struct workload_settings settings = OWN;
	char *files[] = { (char *)"/lab/mine:/opt/mine", (char *)"/lab/data" };
	CLEANUP(workload_freep) struct workload *workload = NULL;

	(void)state;
	settings.files = (struct strlist){ .items = files, .n = 2 };
	workload = make(&settings);
	assert_null(workload->builtin);
	assert_string_equal(workload->name, "mine");
	assert_string_equal(workload->cell, "");
	assert_string_equal(workload->unit, "req/s");
	assert_int_equal(workload->better, LOWER_IS_BETTER);
	assert_string_equal(workload->job.argv[0], "/opt/mine");
	assert_string_equal(workload->job.argv[1], "--json");
	assert_null(workload->job.argv[2]);
	assert_int_equal(workload->job.warmups, 1);
	assert_int_equal(workload->job.timeout_s, 600);
	assert_int_equal(workload->n_files, 2);
	assert_string_equal(workload->files[0].host_path, "/lab/mine");
	assert_string_equal(workload->files[0].guest_path, "/opt/mine");
	assert_string_equal(workload->files[1].host_path, "/lab/data");
	assert_string_equal(workload->files[1].guest_path, "/lab/data");
	assert_reads(workload, "{\"ops\": 3}", 3);
}

static void values_are_put_into_words_that_are_split_already(void **state)
{
	struct workload_param params[] = { PARAM("n", "1 2"), PARAM("m", "{n}") };
	struct workload_settings settings = OWN;
	CLEANUP(workload_freep) struct workload *workload = NULL;

	(void)state;
	settings.command = (char *)"run -n{n}/{n} '{m} x' {other} {n {}";
	settings.params = params;
	settings.n_params = 2;
	workload = make(&settings);
	assert_string_equal(workload->cell, "n=1 2 m={n}");
	assert_string_equal(workload->job.argv[1], "-n1 2/1 2");
	/* A value is not looked into for parameters again. */
	assert_string_equal(workload->job.argv[2], "{n} x");
	assert_string_equal(workload->job.argv[3], "{other}");
	assert_string_equal(workload->job.argv[4], "{n");
	assert_string_equal(workload->job.argv[5], "{}");
	assert_null(workload->job.argv[6]);
}

static void a_command_hides_the_catalogs_workload_of_that_name(void **state)
{
	struct workload_settings settings = OWN;
	CLEANUP(workload_freep) struct workload *workload = NULL;

	(void)state;
	settings.name = (char *)"sched-pipe";
	workload = make(&settings);
	assert_null(workload->builtin);
	assert_string_equal(workload->job.argv[0], "/opt/mine");
	assert_int_equal(workload->n_files, 0);
}

static void what_is_unknown_is_refused_with_what_there_is(void **state)
{
	struct workload_param params[] = { PARAM("loop", "5") };
	struct workload_settings settings = { .name = (char *)"tbensh" };
	struct workload *workload = NULL;
	struct error err = { 0 };

	(void)state;
	assert_int_equal(workload_new(&settings, "/", false, &workload, &err), -1);
	assert_true(str_starts_with(err.text, "workload 'tbensh': it has no 'command' and is not "
					      "in the catalog ('sched-pipe', "));
	settings.name = (char *)"sched-pipe";
	settings.params = params;
	settings.n_params = 1;
	assert_refused(&settings,
		       "workload 'sched-pipe': there is no parameter 'loop'; there is 'loops'");
}

static void a_program_that_would_not_be_in_the_guest_is_refused(void **state)
{
	char *files[] = { (char *)"/lab/lib.so", (char *)"/lab/hackbench-static:/opt/hackbench" };
	struct workload_settings settings = { .name = (char *)"hackbench",
					      .files = { .items = files, .n = 1 } };
	CLEANUP(workload_freep) struct workload *workload = NULL;

	(void)state;
	assert_refused(&settings,
		       "workload 'hackbench': its program 'hackbench' is not in the "
		       "guest; name its package (rt-tests) in 'guest.packages', or it in "
		       "'files', linked statically or with its libraries");
	assert_int_equal(
		workload_new(&settings, "/payloads", true, &workload, &(struct error){ 0 }), 0);
	assert_string_equal(workload->job.argv[0], "hackbench"); /* by PATH, in the root */
	workload_freep(&workload);
	settings.files.n = 2;
	workload = make(&settings);
	assert_string_equal(workload->job.argv[0], "/opt/hackbench");
	assert_string_equal(workload->job.argv[1], "-g");
}

static void a_database_is_made_as_large_as_the_cell_says(void **state)
{
	struct workload_param params[] = { PARAM("scale", "37") };
	const struct workload_settings settings = { .name = (char *)"pgbench",
						    .params = params,
						    .n_params = 1 };
	CLEANUP(workload_freep) struct workload *workload = NULL;
	struct error err = { 0 };
	size_t scales = 0;

	(void)state;
	assert_refused(&settings, "workload 'pgbench': its program 'pgbench' is not in the guest; "
				  "name its package (postgresql dash coreutils util-linux) in "
				  "'guest.packages', or it in 'files', linked statically or with "
				  "its libraries");
	assert_int_equal(workload_new(&settings, "/payloads", true, &workload, &err), 0);
	for (size_t i = 0; workload->job.prepare[i]; i++)
		scales += strcmp(workload->job.prepare[i], "37") == 0;
	assert_int_equal(scales, 1);
	assert_int_equal(workload->job.port, 7432);
}

static void a_server_comes_with_its_workload(void **state)
{
	char *files[] = { (char *)"/usr/bin/tbench", (char *)"/opt/tbench_srv" };
	struct workload_settings settings = { .name = (char *)"tbench",
					      .files = { .items = files, .n = 1 } };
	CLEANUP(workload_freep) struct workload *workload = NULL;
	struct error err = { 0 };

	(void)state;
	assert_refused(&settings,
		       "workload 'tbench': its program 'tbench_srv' is not in the guest; "
		       "name its package (dbench) in 'guest.packages', or it in 'files', linked "
		       "statically or with its libraries");
	settings.files.n = 2;
	workload = make(&settings);
	assert_string_equal(workload->job.server[0], "/opt/tbench_srv");
	assert_null(workload->job.server[1]);
	assert_int_equal(workload->job.port, 7003);
	workload_freep(&workload);
	settings.files.n = 0;
	assert_int_equal(workload_new(&settings, "/payloads", true, &workload, &err), 0);
	assert_string_equal(workload->job.server[0], "tbench_srv");
}

static void a_cell_has_one_value_of_each_parameter(void **state)
{
	struct workload_param params[] = { PARAM("loops", "1", "2", "3") };
	struct workload_settings settings = { .name = (char *)"sched-pipe",
					      .params = params,
					      .n_params = 1 };

	(void)state;
	assert_refused(&settings,
		       "workload 'sched-pipe': the parameter 'loops' has 3 values; a cell "
		       "has one of each");
	params[0].values.n = 0;
	assert_refused(&settings,
		       "workload 'sched-pipe': the parameter 'loops' has 0 values; a cell "
		       "has one of each");
}

static void a_command_that_cannot_run_is_refused(void **state)
{
	struct workload_settings settings = OWN;
	char words[2 * JOB_ARGS_MAX + 3];

	(void)state;
	settings.command = (char *)" ";
	assert_refused(&settings, "workload 'mine': its command has 0 words; it must have 1 to 64");
	for (size_t i = 0; i < sizeof(words) - 1; i++)
		words[i] = i % 2 ? ' ' : 'x';
	words[sizeof(words) - 1] = '\0';
	settings.command = words;
	assert_refused(&settings,
		       "workload 'mine': its command has 65 words; it must have 1 to 64");
	settings.command = (char *)"run 'x";
	assert_refused(&settings, "workload 'mine': no closing ' in: run 'x");
}

static void a_rule_that_cannot_work_is_refused_before_it_runs(void **state)
{
	struct workload_settings settings = OWN;

	(void)state;
	settings.parse = (char *)"regex:(?<value>";
	assert_refused(&settings, "workload 'mine': regular expression, byte 10: cannot compile: "
				  "missing closing parenthesis");
	settings.parse = NULL;
	assert_refused(&settings,
		       "workload 'mine': a 'command' needs 'parse', 'unit' and 'better'");
}

static void two_files_cannot_be_one_in_the_guest(void **state)
{
	struct workload_settings settings = OWN;
	char *files[] = { (char *)"/a:/opt/x", (char *)"/b:/opt/x" };

	(void)state;
	settings.files = (struct strlist){ .items = files, .n = 2 };
	assert_refused(&settings,
		       "workload 'mine': both '/a' and '/b' would be '/opt/x' in the guest");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_entry_of_the_catalog_is_complete),
		cmocka_unit_test(sched_pipe_runs_its_payload_with_its_loops),
		cmocka_unit_test(settings_override_what_the_catalog_says),
		cmocka_unit_test(the_output_of_sched_pipe_is_understood),
		cmocka_unit_test(a_command_of_ones_own_becomes_a_workload),
		cmocka_unit_test(values_are_put_into_words_that_are_split_already),
		cmocka_unit_test(a_command_hides_the_catalogs_workload_of_that_name),
		cmocka_unit_test(what_is_unknown_is_refused_with_what_there_is),
		cmocka_unit_test(a_program_that_would_not_be_in_the_guest_is_refused),
		cmocka_unit_test(a_database_is_made_as_large_as_the_cell_says),
		cmocka_unit_test(a_server_comes_with_its_workload),
		cmocka_unit_test(a_cell_has_one_value_of_each_parameter),
		cmocka_unit_test(a_command_that_cannot_run_is_refused),
		cmocka_unit_test(a_rule_that_cannot_work_is_refused_before_it_runs),
		cmocka_unit_test(two_files_cannot_be_one_in_the_guest),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
