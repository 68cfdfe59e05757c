/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files from outside become series, or are refused with the line. */
#include "tests/support/test.h"

#include <math.h>
#include <string.h>

#include "base/fs.h"
#include "base/mem.h"
#include "results/import.h"

static int read_text(struct import *import, const char *text, const char **format,
		     struct error *err)
{
	return import_read(import, text, strlen(text), NULL, format, err);
}

/* Reads, and fails the test when that is refused. */
static void take(struct import *import, const struct import_options *options, const char *text,
		 const char *expected_format)
{
	struct error err = { 0 };
	const char *format = NULL;

	*import = (struct import){ .options = options };
	if (read_text(import, text, &format, &err) < 0)
		fail_msg("%s", err.text);
	assert_string_equal(format, expected_format);
}

static void take_file(struct import *import, const struct import_options *options, const char *name,
		      const char *expected_format)
{
	CLEANUP(mem_freep) char *path = mem_printf("%s/%s", LKML_DIR, name);
	CLEANUP(mem_freep) char *text = NULL;
	struct error err = { 0 };

	if (fs_read_file(path, 100000, &text, NULL, &err) < 0)
		fail_msg("%s", err.text);
	take(import, options, text, expected_format);
}

static const struct series *find(const struct import *import, const char *name,
				 const char *workload)
{
	for (size_t i = 0; i < import->list.n; i++) {
		CLEANUP(mem_freep) char *whole = series_name(&import->list.of[i]);

		if (strcmp(whole, name) == 0 && strcmp(import->list.of[i].workload, workload) == 0)
			return &import->list.of[i];
	}
	fail_msg("no series of '%s'", name);
	return NULL;
}

static void kernels_variants_and_ratios_are_told_apart(void **state)
{
	const struct import_options options = { 0 };
	CLEANUP(import_clear) struct import import = { 0 };
	const struct series *series;

	(void)state;
	take_file(&import, &options, "2008-09-tbench-netperf.txt", "runs");
	assert_int_equal(import.list.n, 32);
	assert_int_equal(import.n_samples, 80);
	series = find(&import, "2.6.22.19 (cfs-v24.1, wakeup granularity = 0)", "netperf");
	assert_int_equal(series->n, 4);
	assert_string_equal(series->stated, ".992");
	assert_string_equal(series->cell, "sockets=16384/87380 request=1 response=1");
	series = find(&import, "2.6.27 (revert sched weight/asym changes, gran = 0)", "tbench");
	assert_int_equal(series->n, 1);
	assert_string_equal(series->unit, "MB/s");
	assert_string_equal(series->cell, "clients=4");
	assert_int_equal(series->line, 92);
}

static void what_is_stated_is_held_against_the_samples(void **state)
{
	const struct import_options options = { 0 };
	CLEANUP(import_clear) struct import import = { 0 };

	(void)state;
	take_file(&import, &options, "2008-09-tbench-netperf.txt", "runs");
	assert_int_equal(import.remarks.n, 2);
	assert_string_equal(import.remarks.items[0],
			    "the stated .866 of 2.6.23.17, netperf does not follow from its "
			    "samples, which give 0.840 (-15.97 %) against 2.6.22.19");
	assert_non_null(strstr(import.remarks.items[1], "the stated .945 of 2.6.26.5 (wakeup"));
}

static void a_grid_has_a_kernel_a_column(void **state)
{
	struct import_options options = { .workload = "pgbench" };
	CLEANUP(import_clear) struct import import = { 0 };

	(void)state;
	strlist_add(&options.kernels, "series");
	strlist_add(&options.kernels, "without the last");
	take_file(&import, &options, "2013-04-pgbench.txt", "grid");
	assert_int_equal(import.list.n, 48);
	assert_string_equal(import.list.of[15].kernel, "without the last");
	assert_string_equal(import.list.of[15].cell, "db_size=22 MB clients=32");
	assert_string_equal(import.list.of[15].stated, "+24.57%");
	assert_string_equal(import.list.of[14].stated, "");
	assert_int_equal(import.remarks.n, 0); /* the three changes follow from the numbers */
	strlist_clear(&options.kernels);
}

static void a_comparison_of_the_test_robot_is_read(void **state)
{
	static const char text[] =
		"Hello,\n\nmachine: 36 threads\n"
		"=========================================================\n"
		"nr_threads/testtime/governor:\n  1/60s/performance\n\ncommit: \n"
		"  c5a445b1e9 (\"ptp: one\")\n\n"
		"c5a445b1e9347b14 403376ddb4221be9db5326ae334 \n"
		"---------------- --------------------------- \n"
		"         %stddev     %change         %stddev\n"
		"             \\          |                \\  \n"
		"     46741           -12.7%      40815        stress-ng.clock.ops_per_sec\n"
		"     18583 \xc2\xb1  5%     +31.1%      24360 \xc2\xb1  9%  turbostat.C1\n"
		"      0.05 +-  3%      +0.0        0.06        mpstat.cpu.all.soft%\n"
		"          1:6         -17%            :6     dmesg.WARNING\n";
	const struct import_options options = { 0 };
	CLEANUP(import_clear) struct import import = { 0 };

	(void)state;
	take(&import, &options, text, "lkp");
	assert_int_equal(import.list.n, 6);
	assert_string_equal(import.list.of[0].kernel, "c5a445b1e9347b14");
	assert_string_equal(import.list.of[1].workload, "stress-ng");
	assert_string_equal(import.list.of[1].metric, "clock.ops_per_sec");
	assert_string_equal(import.list.of[1].cell,
			    "nr_threads=1 testtime=60s governor=performance");
	assert_true(import.list.of[1].values[0] > 40814 && import.list.of[1].values[0] < 40816);
	assert_true(isnan(import.list.of[0].spread));
	assert_true(import.list.of[3].spread > 8.9 && import.list.of[3].spread < 9.1);
	assert_true(import.list.of[4].spread > 2.9 && import.list.of[4].spread < 3.1);
	assert_string_equal(import.remarks.items[0], "1 rows that count failed runs are left out");
}

static void rows_of_csv_find_their_series(void **state)
{
	static const char text[] = "\xef\xbb\xbf# by hand\n"
				   "kernel;value;cell;cell.clients;better;boot\r\n"
				   "6.1;10;\"a;\"\"b\";4;lower;1\r\n"
				   "6.1;11;\"a;\"\"b\";4;lower;2\r\n\r\n"
				   "'=6.2;1e3;;;;";
	const struct import_options options = { .machine = "box1", .unit = "s" };
	CLEANUP(import_clear) struct import import = { 0 };

	(void)state;
	take(&import, &options, text, "csv");
	assert_int_equal(import.list.n, 2);
	assert_string_equal(import.list.of[0].cell, "a;\"b clients=4");
	assert_int_equal(import.list.of[0].better, LOWER_IS_BETTER);
	assert_int_equal(import.list.of[0].boots[1], 2);
	assert_int_equal(import.list.of[0].line, 3);
	assert_string_equal(import.list.of[0].machine, "box1");
	assert_string_equal(import.list.of[1].kernel, "=6.2");
	assert_string_equal(import.list.of[1].unit, "s");
	assert_true(import.list.of[1].values[0] > 999);
}

static void the_csv_report_of_a_case_is_read(void **state)
{
	static const char text[] =
		"case,commit,onto,variant,boot,started,sample,value,machine,workload,cell,metric,"
		"unit,better,outcome,purpose\n"
		"1,aaaa,,0,7,0,1,5,vm0,tbench,c=4,t,MB/s,higher,measured,search\n"
		"1,aaaa,,2,8,0,1,5,vm0,tbench,c=4,t,MB/s,higher,measured,search\n"
		"1,aaaa,bbbb,0,9,0,1,5,vm0,tbench,c=4,t,MB/s,higher,measured,search\n";
	const struct import_options options = { 0 };
	CLEANUP(import_clear) struct import import = { 0 };

	(void)state;
	take(&import, &options, text, "csv");
	assert_int_equal(import.list.n, 3);
	assert_string_equal(import.list.of[0].variant, "");
	assert_string_equal(import.list.of[1].variant, "layout 2");
	assert_string_equal(import.list.of[2].variant, "onto bbbb");
}

#define HEAD "kernel,value\n"

static void what_cannot_be_used_is_refused_with_its_line(void **state)
{
	static const struct {
		const char *text, *says;
	} wrong[] = {
		{ "", "it is empty" },
		{ " \n\r\n", "it is empty" },
		{ "hello\nworld\n", "it is none of the formats that are read" },
		{ HEAD, "it has no sample" },
		{ HEAD "a,1\nb,x\n", "line 3: 'x' is not a number" },
		{ HEAD "a,nan\n", "line 2: 'nan' is not a number" },
		{ HEAD "a,inf\n", "line 2: 'inf' is not a number" },
		{ HEAD "a,0x10\n", "line 2: '0x10' is not a number" },
		{ HEAD "a,1e400\n",
		  "line 2: '1e400' is no measurement: it must lie between 0 and" },
		{ HEAD "a,-1\n", "line 2: '-1' is no measurement" },
		{ HEAD "a,1,2\n", "line 2: it has 3 cells, not 2" },
		{ HEAD "a\n", "line 2: it has 1 cells, not 2" },
		{ HEAD "\"a,1\n", "line 2: a quote is not closed" },
		{ HEAD ",1\n", "line 2: it names no kernel" },
		{ "kernel,value,value\na,1,2\n",
		  "line 1: the columns 'value' and 'value' say the" },
		{ "kernel,commit,value\n",
		  "line 1: the columns 'kernel' and 'commit' say the same" },
		{ "kernel,value,metrik\n",
		  "line 1: unknown column 'metrik'; did you mean 'metric'?" },
		{ "kernel,value,\x1b[2J\n", "line 1: unknown column '\\x1B[2J'" },
		{ "kernel,value,better\na,1,up\n", "line 2: 'better' is neither" },
		{ "kernel,value,better\na,1,lower\na,1,higher\n",
		  "line 3: 'better' is not what it" },
		{ "kernel,value,boot\na,1,0\n", "line 2: 'boot' is not a number of 1 or more" },
		{ "kernel,value,stated\na,1,x\n", "line 2: 'stated' is neither a ratio nor" },
		{ "2.6.1\nThroughput 1 MB/sec 4 procs\nThroughput x MB/sec 4 procs\n",
		  "line 3: 'x' is not a number" },
		{ "2.6.1\n1 1 1 1 60 5 six\n", "line 2: what follows the result is no ratio" },
		{ "2.6.1\n1 1 1 1 60 5 .9\n1 1 1 1 60 5 9.x\n", "line 3: what follows the result" },
		{ "| a | tps |\n| 1 | 5 | 6 |\n", "line 2: it is no row of 2 columns" },
		{ "| a | tps |\n| 1 | 5 | x\n", "line 2: what follows the last bar is no change" },
		{ "| a | tps |\n| 1 | 5 |\n| 1 |\n", "line 3: it is no row of 2 columns" },
		{ "| a | tps | tps |\n| 1 | 5 | - |\n", "line 2: '-' is not a number" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(wrong); i++) {
		const struct import_options options = { 0 };
		CLEANUP(import_clear) struct import import = { .options = &options };
		struct error err = { 0 };
		const char *format = NULL;

		assert_int_equal(read_text(&import, wrong[i].text, &format, &err), -1);
		assert_int_equal(err.kind, ERROR_CONFIG);
		if (!str_starts_with(err.text, wrong[i].says) && !strstr(err.text, wrong[i].says))
			fail_msg("%s: %s", wrong[i].text, err.text);
	}
}

static void lines_are_bounded_and_without_nul(void **state)
{
	const struct import_options options = { 0 };
	CLEANUP(import_clear) struct import import = { .options = &options };
	CLEANUP(import_clear) struct import second = { .options = &options };
	CLEANUP(str_clear) struct str text = { 0 };
	struct error err = { 0 };
	const char *format = NULL;

	(void)state;
	str_append(&text, HEAD);
	for (size_t i = 0; i < 1000000; i++)
		str_append_char(&text, 'a');
	str_append(&text, ",1\n");
	assert_int_equal(read_text(&import, str_text(&text), &format, &err), -1);
	assert_string_equal(err.text, "line 2: it has 1000002 bytes; at most 65536 are read");
	assert_int_equal(
		import_read(&second, HEAD "a\0,1\n", strlen(HEAD) + 5, NULL, &format, &err), -1);
	assert_string_equal(err.text, "line 2: it has a NUL byte, so it is no text");
}

static void a_grid_says_how_many_names_it_needs(void **state)
{
	struct import_options options = { 0 };
	CLEANUP(import_clear) struct import import = { .options = &options };
	struct error err = { 0 };
	const char *format = NULL;

	(void)state;
	strlist_add(&options.kernels, "one");
	assert_int_equal(read_text(&import, "| a | tps | tps |\n| 1 | 5 | 6 |\n", &format, &err),
			 -1);
	assert_string_equal(err.text, "line 1: it has 2 columns of 'tps', not 1 as named");
	strlist_clear(&options.kernels);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(kernels_variants_and_ratios_are_told_apart),
		cmocka_unit_test(what_is_stated_is_held_against_the_samples),
		cmocka_unit_test(a_grid_has_a_kernel_a_column),
		cmocka_unit_test(a_comparison_of_the_test_robot_is_read),
		cmocka_unit_test(rows_of_csv_find_their_series),
		cmocka_unit_test(the_csv_report_of_a_case_is_read),
		cmocka_unit_test(what_cannot_be_used_is_refused_with_its_line),
		cmocka_unit_test(lines_are_bounded_and_without_nul),
		cmocka_unit_test(a_grid_says_how_many_names_it_needs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
