/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <math.h>
#include <string.h>

#include "results/store_import.h"
#include "tests/support/store_fixture.h"

static struct series key_of(const char *kernel, const char *variant)
{
	return (struct series){
		.kernel = (char *)kernel,
		.variant = (char *)variant,
		.workload = (char *)"netperf",
		.cell = (char *)"test=TCP_RR",
		.metric = (char *)"transactions",
		.unit = (char *)"1/s",
		.better = LOWER_IS_BETTER,
		.stated = (char *)".866",
		.spread = 2.5,
		.line = 7,
	};
}

static int64_t add_import(struct store *store)
{
	CLEANUP(series_list_clear) struct series_list list = { 0 };
	const struct import_record record = { .created = 99,
					      .source = (char *)"a'; DROP TABLE series",
					      .format = (char *)"csv" };
	const struct series plain = key_of("2.6.27", NULL), other = key_of("2.6.27", "revert");
	struct error err = { 0 };
	int64_t id = 0;

	series_add(series_list_take(&list, &plain), 1.5, 0);
	series_add(series_list_take(&list, &other), 0.1, 2);
	series_add(series_list_take(&list, &plain), 3e300, 1);
	if (store_add_import(store, &record, &list, &id, &err) < 0)
		fail_msg("%s", err.text);
	return id;
}

static void series_come_back_as_they_were(void **state)
{
	CLEANUP(store_closep) struct store *store = open_store(state);
	CLEANUP(series_list_clear) struct series_list list = { 0 };
	const int64_t id = add_import(store);
	struct error err = { 0 };
	CLEANUP(mem_freep) char *name = NULL;

	assert_int_equal(store_load_import(store, id, &list, &err), 0);
	assert_int_equal(list.n, 2);
	name = series_name(&list.of[1]);
	assert_string_equal(name, "2.6.27 (revert)");
	assert_string_equal(list.of[0].variant, "");
	assert_string_equal(list.of[0].stated, ".866");
	assert_int_equal(list.of[0].better, LOWER_IS_BETTER);
	assert_true(list.of[0].spread > 2.4 && list.of[0].spread < 2.6);
	assert_int_equal(list.of[0].line, 7);
	assert_int_equal(list.of[0].n, 2);
	assert_true(list.of[0].values[1] > 2e300);
	assert_int_equal(list.of[0].boots[1], 1);
	assert_int_equal(list.of[1].n, 1);
	assert_true(series_is_comparable(&list.of[0], &list.of[1]));
	assert_false(series_is_same_kernel(&list.of[0], &list.of[1]));
}

static void imports_are_listed_and_loaded_one_by_one_or_all(void **state)
{
	CLEANUP(store_closep) struct store *store = open_store(state);
	CLEANUP(series_list_clear) struct series_list list = { 0 };
	struct import_record *records = NULL;
	struct error err = { 0 };
	size_t n = 0;

	assert_int_equal(store_load_import(store, 0, &list, &err), 0);
	assert_int_equal(list.n, 0);
	(void)add_import(store);
	(void)add_import(store);
	assert_int_equal(store_list_imports(store, &records, &n, &err), 0);
	assert_int_equal(n, 2);
	assert_string_equal(records[1].source, "a'; DROP TABLE series");
	assert_int_equal(records[1].n_series, 2);
	assert_int_equal(records[1].n_samples, 3);
	while (n > 0)
		import_record_clear(&records[--n]);
	free(records);
	assert_int_equal(store_load_import(store, 0, &list, &err), 0);
	assert_int_equal(list.n, 4);
	assert_int_equal(store_load_import(store, 3, &list, &err), -1);
	assert_int_equal(err.kind, ERROR_USAGE);
	assert_string_equal(err.text, "there is no import 3; 'perfsect import' lists them");
}

#define IN_TEMPDIR(test) cmocka_unit_test_setup_teardown(test, tempdir_setup, tempdir_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_TEMPDIR(series_come_back_as_they_were),
		IN_TEMPDIR(imports_are_listed_and_loaded_one_by_one_or_all),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
