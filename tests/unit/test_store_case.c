/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <stdlib.h>
#include <time.h>

#include "results/store.h"
#include "tests/support/store_fixture.h"

static void a_case_comes_back_as_it_was_stored(void **state)
{
	CLEANUP(store_closep) struct store *store = open_store(state);
	CLEANUP(case_record_clear) struct case_record record = { 0 };
	struct error err = { 0 };
	int64_t id = add_case(store, "vm0");

	assert_int_equal(store_load_case(store, id, &record, &err), 0);
	assert_int_equal(record.id, id);
	assert_int_equal(record.state, CASE_RUNNING);
	assert_int_equal(record.created, 1000);
	assert_int_equal(record.ended, 0);
	assert_string_equal(record.good, GOOD);
	assert_string_equal(record.bad, BAD);
	assert_string_equal(record.good_name, "v6.1");
	assert_string_equal(record.bad_name, "v6.2'; --");
	assert_string_equal(record.repo, "/srv/linux");
	assert_string_equal(record.machine, "vm0");
	assert_string_equal(record.workload, "tbench");
	assert_string_equal(record.cell, "clients=4");
	assert_string_equal(record.metric, "throughput");
	assert_string_equal(record.unit, "MB/s");
	assert_int_equal(record.better, LOWER_IS_BETTER);
	assert_string_equal(record.options, "{}");
	assert_string_equal(record.settings, "{\"a\":1}");
	assert_string_equal(record.finding, "");
}

static void case_zero_is_the_newest(void **state)
{
	CLEANUP(store_closep) struct store *store = open_store(state);
	CLEANUP(case_record_clear) struct case_record record = { 0 };
	struct error err = { 0 };
	int64_t id;

	assert_int_equal(store_load_case(store, 0, &record, &err), -1);
	assert_int_equal(err.kind, ERROR_USAGE);
	assert_string_equal(err.text, "there is no case yet: 'perfsect run GOOD BAD' begins one");
	add_case(store, "vm0");
	id = add_case(store, "vm1");
	assert_int_equal(store_load_case(store, 0, &record, &err), 0);
	assert_int_equal(record.id, id);
	assert_string_equal(record.machine, "vm1");
}

static void a_case_that_is_not_there_is_a_usage_error(void **state)
{
	CLEANUP(store_closep) struct store *store = open_store(state);
	struct case_record record = { 0 };
	struct error err = { 0 };

	add_case(store, "vm0");
	assert_int_equal(store_load_case(store, 7, &record, &err), -1);
	assert_int_equal(err.kind, ERROR_USAGE);
	assert_string_equal(err.text, "there is no case 7");
	assert_int_equal(store_end_case(store, 7, CASE_FOUND, "{}", &err), -1);
	assert_int_equal(err.kind, ERROR_USAGE);
}

static void all_cases_are_listed_oldest_first(void **state)
{
	CLEANUP(store_closep) struct store *store = open_store(state);
	struct case_record *records = NULL;
	struct error err = { 0 };
	size_t n = 9;

	assert_int_equal(store_list_cases(store, &records, &n, &err), 0);
	assert_int_equal(n, 0);
	assert_null(records);
	add_case(store, "vm0");
	add_case(store, "vm1");
	assert_int_equal(store_list_cases(store, &records, &n, &err), 0);
	assert_int_equal(n, 2);
	assert_string_equal(records[0].machine, "vm0");
	assert_string_equal(records[1].machine, "vm1");
	case_record_clear(&records[0]);
	case_record_clear(&records[1]);
	free(records);
}

static void an_ended_case_keeps_its_finding_and_can_run_again(void **state)
{
	CLEANUP(store_closep) struct store *store = open_store(state);
	CLEANUP(case_record_clear) struct case_record record = { 0 };
	struct error err = { 0 };
	int64_t id = add_case(store, "vm0");
	time_t before = time(NULL);

	assert_int_equal(store_end_case(store, id, CASE_STOPPED, "{\"schema\":1}", &err), 0);
	assert_int_equal(store_load_case(store, id, &record, &err), 0);
	assert_int_equal(record.state, CASE_STOPPED);
	assert_string_equal(record.finding, "{\"schema\":1}");
	assert_true(record.ended >= before);
	case_record_clear(&record);
	assert_int_equal(store_end_case(store, id, CASE_RUNNING, "", &err), 0);
	assert_int_equal(store_load_case(store, id, &record, &err), 0);
	assert_int_equal(record.state, CASE_RUNNING);
	assert_int_equal(record.ended, 0);
}

#define IN_TEMPDIR(test) cmocka_unit_test_setup_teardown(test, tempdir_setup, tempdir_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_TEMPDIR(a_case_comes_back_as_it_was_stored),
		IN_TEMPDIR(case_zero_is_the_newest),
		IN_TEMPDIR(a_case_that_is_not_there_is_a_usage_error),
		IN_TEMPDIR(all_cases_are_listed_oldest_first),
		IN_TEMPDIR(an_ended_case_keeps_its_finding_and_can_run_again),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
