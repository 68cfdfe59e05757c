/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The payload as a guest would run it. */
#include "tests/support/test.h"

#include <string.h>

#include "base/deadline.h"
#include "base/mem.h"
#include "base/process.h"
#include "base/str.h"
#include "vm/payload.h"

static struct process_result run(const char *argument)
{
	CLEANUP(mem_freep) char *program = payload_path("sched-pipe");
	const char *const argv[] = { program, argument, NULL };
	const struct process_opts opts = { .argv = argv,
					   .capture_bytes = 4096,
					   .deadline = deadline_in(60) };
	struct process_result result = { 0 };
	struct error err = { 0 };

	if (process_run(&opts, &result, &err) < 0)
		fail_msg("%s", err.text);
	return result;
}

static void it_prints_one_positive_rate(void **state)
{
	struct process_result result = run("--loops=500");
	struct error err = { 0 };
	double rate = 0;

	(void)state;
	assert_int_equal(result.end, PROCESS_EXITED);
	assert_int_equal(result.code, 0);
	assert_true(str_starts_with(result.output, "sched-pipe: ops_per_s="));
	assert_int_equal(result.output[result.output_n - 1], '\n');
	result.output[result.output_n - 1] = '\0';
	assert_int_equal(str_parse_double(strchr(result.output, '=') + 1, 1, 1e9, &rate, &err), 0);
	process_result_clear(&result);
}

static void one_loop_is_enough(void **state)
{
	struct process_result result = run("--loops=1");

	(void)state;
	assert_int_equal(result.code, 0);
	process_result_clear(&result);
}

static void a_loop_count_that_is_none_is_refused(void **state)
{
	static const char *const wrong[] = { "--loops=0", "--loops=-1",  "--loops=x",
					     "--loops=",  "--loops=10x", "--loops=1000000001" };

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(wrong); i++) {
		struct process_result result = run(wrong[i]);

		assert_int_equal(result.code, 2);
		assert_non_null(strstr(result.output, "is no number from 1 to 1000000000"));
		process_result_clear(&result);
	}
}

static void a_word_that_is_no_option_is_refused(void **state)
{
	struct process_result result = run("500");

	(void)state;
	assert_int_equal(result.code, 2);
	assert_string_equal(result.output, "usage: sched-pipe [--loops=N]\n");
	process_result_clear(&result);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(it_prints_one_positive_rate),
		cmocka_unit_test(one_loop_is_enough),
		cmocka_unit_test(a_loop_count_that_is_none_is_refused),
		cmocka_unit_test(a_word_that_is_no_option_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
