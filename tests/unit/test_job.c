/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vm/job.h"

#define HEAD "perfsect-jobs 1\n"
#define NUMBERS "timeout 60\nwarmups 1\nrepetitions 5\n"

static char *encode(const struct job *jobs, size_t n)
{
	const struct job_list list = { .jobs = (struct job *)jobs, .n = n };

	return job_encode(&list);
}

static unsigned line_refused(const char *text, size_t n)
{
	struct job_list list = { 0 };
	unsigned line = 12345;

	if (job_decode(text, n, &list, &line) == 0) {
		job_list_clear(&list);
		fail_msg("accepted: %s", text);
	}
	return line;
}

static void assert_refused(const char *text, unsigned at_line)
{
	assert_int_equal(line_refused(text, strlen(text)), at_line);
}

static void what_was_encoded_is_decoded_unchanged(void **state)
{
	const struct job jobs[] = {
		{ .argv = { "sched-pipe", "--loops=2000", "", " two\twords\n", "100%", "\xc3\xa9" },
		  .env = { "LC_ALL=C", "EMPTY=", "EQUALS=a=b" },
		  .server = { "redis-server", "--save", "" },
		  .port = 6379,
		  .prepare = { "/opt/fill it", "1" },
		  .timeout_s = 60,
		  .warmups = 0,
		  .repetitions = 1 },
		{ .argv = { "x" }, .timeout_s = 604800, .warmups = 10000, .repetitions = 10000 },
	};
	const struct job_list list = { (struct job *)jobs, ARRAY_LENGTH(jobs), 3600 };
	char *text = job_encode(&list);
	struct job_list decoded = { 0 };
	const struct job *back;
	unsigned line = 0;

	(void)state;
	assert_non_null(text);
	assert_int_equal(job_decode(text, strlen(text), &decoded, &line), 0);
	assert_int_equal(decoded.n, 2);
	assert_int_equal(decoded.hold_s, 3600);
	back = decoded.jobs;
	for (size_t i = 0; i < 2; i++) {
		for (size_t k = 0; jobs[i].argv[k]; k++)
			assert_string_equal(back[i].argv[k], jobs[i].argv[k]);
		for (size_t k = 0; jobs[i].env[k]; k++)
			assert_string_equal(back[i].env[k], jobs[i].env[k]);
		for (size_t k = 0; jobs[i].server[k]; k++)
			assert_string_equal(back[i].server[k], jobs[i].server[k]);
		for (size_t k = 0; jobs[i].prepare[k]; k++)
			assert_string_equal(back[i].prepare[k], jobs[i].prepare[k]);
		assert_int_equal(back[i].port, jobs[i].port);
		assert_int_equal(back[i].timeout_s, jobs[i].timeout_s);
		assert_int_equal(back[i].warmups, jobs[i].warmups);
		assert_int_equal(back[i].repetitions, jobs[i].repetitions);
	}
	assert_null(back[0].argv[6]);
	assert_null(back[0].env[3]);
	assert_null(back[1].argv[1]);
	assert_null(back[1].env[0]);
	assert_null(back[0].server[3]);
	assert_null(back[1].server[0]);
	assert_null(back[0].prepare[2]);
	assert_null(back[1].prepare[0]);
	job_list_clear(&decoded);
	free(text);
}

static void the_text_is_the_one_the_header_shows(void **state)
{
	const struct job job = { .argv = { "sched-pipe", "a b%" },
				 .env = { "LC_ALL=C" },
				 .timeout_s = 60,
				 .warmups = 1,
				 .repetitions = 5 };
	char *text = encode(&job, 1);

	(void)state;
	assert_string_equal(text, HEAD "job\n" NUMBERS
				       "arg sched-pipe\narg a%20b%25\nenv LC_ALL=C\nend\n");
	free(text);
}

static void a_guest_that_is_to_wait_is_told_how_long_before_its_jobs(void **state)
{
	const struct job job = { .argv = { "a" }, .timeout_s = 60, .warmups = 1, .repetitions = 5 };
	struct job_list list = { (struct job *)&job, 1, 300 };
	char *text = job_encode(&list);

	(void)state;
	assert_string_equal(text, HEAD "hold 300\njob\n" NUMBERS "arg a\nend\n");
	free(text);
	list.hold_s = JOB_HOLD_MAX_S + 1;
	assert_null(job_encode(&list));
	assert_refused(HEAD "hold 3601\njob\n" NUMBERS "arg a\nend\n", 2);
	assert_refused(HEAD "hold -1\njob\n" NUMBERS "arg a\nend\n", 2);
	assert_refused(HEAD "hold 1\nhold 1\njob\n" NUMBERS "arg a\nend\n", 3);
	assert_refused(HEAD "job\n" NUMBERS "hold 1\narg a\nend\n", 6);
	assert_refused(HEAD "hold 1\nend\n", 3);
}

static void every_text_that_was_cut_short_is_refused(void **state)
{
	const char *text = HEAD "hold 5\njob\n" NUMBERS "arg a\njob\n" NUMBERS "arg b\nend\n";

	(void)state;
	for (size_t n = 0; n < strlen(text); n++)
		(void)line_refused(text, n);
}

static void a_fault_is_reported_with_its_line(void **state)
{
	(void)state;
	assert_refused("", 1);
	assert_refused("perfsect-jobs 2\n", 1);
	assert_refused(HEAD "end\n", 2);
	assert_refused(HEAD "arg a\n", 2);
	assert_refused(HEAD "job\n" NUMBERS "end\n", 6);
	assert_refused(HEAD "job\narg a\nend\n", 4);
	assert_refused(HEAD "job\n" NUMBERS "arg a\njob\nend\n", 8);
	assert_refused(HEAD "job\n" NUMBERS "arg a\nend\nend\n", 8);
	assert_refused(HEAD "job\n" NUMBERS "arg a\nwarmups 2\nend\n", 7);
	assert_refused(HEAD "job\n" NUMBERS "arg a\nserver b\nend\n", 8); /* at no port */
	assert_refused(HEAD "job\n" NUMBERS "arg a\nport 80\nend\n", 8);  /* of no server */
	assert_refused(HEAD "job\n" NUMBERS "arg a\nserver b\nport 0\nend\n", 9);
	assert_refused(HEAD "job\n" NUMBERS "arg a\nserver b\nport 65536\nend\n", 8);
	assert_refused(HEAD "job\n" NUMBERS "arg a\nserver \nport 80\nend\n", 7);
	assert_refused(HEAD "job\n" NUMBERS "arg a\nprepare \nend\n", 7);
	assert_refused(HEAD "job\n" NUMBERS "arg a\nunknown 1\nend\n", 7);
	assert_refused(HEAD "job\n" NUMBERS "arg a\n\nend\n", 7);
	assert_refused(HEAD "job\n" NUMBERS "arg a\nargue b\nend\n", 7);
}

static void numbers_out_of_range_are_refused(void **state)
{
	static const char *const lines[] = {
		"timeout 604801\n",      "timeout -1\n",         "timeout \n",
		"timeout 99999999999\n", "timeout 1x\n",         "repetitions 10001\n",
		"warmups 10001\n",       "timeout 4294967297\n",
	};
	char text[256];

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(lines); i++) {
		(void)snprintf(text, sizeof(text), HEAD "job\n%s", lines[i]);
		assert_refused(text, 3);
	}
	assert_refused(HEAD "job\ntimeout 0\nwarmups 0\nrepetitions 1\narg a\nend\n", 7);
	assert_refused(HEAD "job\ntimeout 1\nwarmups 0\nrepetitions 0\narg a\nend\n", 7);
}

static void badly_quoted_values_are_refused(void **state)
{
	static const char *const lines[] = {
		"arg %\n", "arg %4\n",  "arg %zz\n", "arg a%00\n", "arg a b\n",  "arg \xc3\xa9\n",
		"arg \n",  "arg a\r\n", "env A\n",   "env =b\n",   "arg a%ff\n", "env \n",
	};
	char text[256];

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(lines); i++) {
		(void)snprintf(text, sizeof(text), HEAD "job\n" NUMBERS "%send\n", lines[i]);
		assert_refused(text, 6);
	}
}

static void counts_over_the_limits_are_refused(void **state)
{
	char text[8192] = HEAD "job\n" NUMBERS;

	(void)state;
	for (size_t i = 0; i < JOB_ARGS_MAX + 1; i++)
		strcat(text, "arg a\n");
	assert_refused(text, 6 + JOB_ARGS_MAX);
	strcpy(text, HEAD "job\n" NUMBERS "arg a\n");
	for (size_t i = 0; i < JOB_ENV_MAX + 1; i++)
		strcat(text, "env a=\n");
	assert_refused(text, 7 + JOB_ENV_MAX);
	strcpy(text, HEAD);
	for (size_t i = 0; i < JOBS_MAX + 1; i++)
		strcat(text, "job\n" NUMBERS "arg a\n");
	assert_refused(text, 2 + 5 * JOBS_MAX);
}

static void jobs_that_would_not_decode_are_not_encoded(void **state)
{
	const struct job good = { .argv = { "a" }, .timeout_s = 1, .repetitions = 1 };
	struct job job = good;
	char *text = encode(&good, 1);

	(void)state;
	assert_non_null(text);
	free(text);
	assert_null(encode(&good, 0));
	job.timeout_s = 0;
	assert_null(encode(&job, 1));
	job = good;
	job.repetitions = 0;
	assert_null(encode(&job, 1));
	job = good;
	job.argv[0] = NULL;
	assert_null(encode(&job, 1));
	job = good;
	job.env[0] = "=x";
	assert_null(encode(&job, 1));
}

static void a_list_longer_than_its_limit_is_not_encoded(void **state)
{
	struct job job = { .argv = { "a" }, .timeout_s = 1, .repetitions = 1 };
	char big[JOB_TEXT_MAX];
	char *text;

	(void)state;
	memset(big, 'x', sizeof(big) - 1);
	big[sizeof(big) - 1] = '\0';
	job.argv[1] = big;
	assert_null(encode(&job, 1));
	big[JOB_TEXT_MAX / 2] = '\0';
	text = encode(&job, 1);
	assert_non_null(text);
	assert_true(strlen(text) > JOB_TEXT_MAX / 2);
	free(text);
	memset(big, ' ', JOB_TEXT_MAX / 2);
	assert_null(encode(&job, 1));
}

static void a_text_over_the_limit_is_refused_unread(void **state)
{
	char *text = malloc(JOB_TEXT_MAX + 1);

	(void)state;
	memset(text, '\n', JOB_TEXT_MAX + 1);
	assert_int_equal(line_refused(text, JOB_TEXT_MAX + 1), 1);
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_was_encoded_is_decoded_unchanged),
		cmocka_unit_test(the_text_is_the_one_the_header_shows),
		cmocka_unit_test(a_guest_that_is_to_wait_is_told_how_long_before_its_jobs),
		cmocka_unit_test(every_text_that_was_cut_short_is_refused),
		cmocka_unit_test(a_fault_is_reported_with_its_line),
		cmocka_unit_test(numbers_out_of_range_are_refused),
		cmocka_unit_test(badly_quoted_values_are_refused),
		cmocka_unit_test(counts_over_the_limits_are_refused),
		cmocka_unit_test(jobs_that_would_not_decode_are_not_encoded),
		cmocka_unit_test(a_list_longer_than_its_limit_is_not_encoded),
		cmocka_unit_test(a_text_over_the_limit_is_refused_unread),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
