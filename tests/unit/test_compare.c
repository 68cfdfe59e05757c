/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two measurements from the kernel's list, and what may be said about them. */
#include "tests/support/test.h"

#include <math.h>
#include <string.h>

#include "base/fs.h"
#include "base/json.h"
#include "base/mem.h"
#include "results/compare_judge.h"
#include "results/compare_view.h"
#include "results/import.h"
#include "results/outlier.h"
#include "tests/support/near.h"

struct table {
	struct import_options options;
	struct import import;
	struct compare compare;
};

static void table_init(struct table *table, const char *text)
{
	struct error err = { 0 };
	const char *format = NULL;

	*table = (struct table){ 0 };
	table->import.options = &table->options;
	if (import_read(&table->import, text, strlen(text), NULL, &format, &err) < 0 ||
	    compare_init(&table->compare, &table->import.list, &err) < 0)
		fail_msg("%s", err.text);
	compare_judge(&table->compare, 0.95);
}

static void table_init_file(struct table *table, const char *name)
{
	CLEANUP(mem_freep) char *path = mem_printf("%s/%s", LKML_DIR, name);
	CLEANUP(mem_freep) char *text = NULL;
	struct error err = { 0 };

	if (fs_read_file(path, 100000, &text, NULL, &err) < 0)
		fail_msg("%s", err.text);
	table_init(table, text);
}

static void table_clear(struct table *table)
{
	compare_clear(&table->compare);
	import_clear(&table->import);
}

static const struct compare_value *value_of(const struct table *table, const char *kernel,
					    size_t column)
{
	const size_t row = compare_find(&table->compare, kernel);

	if (row == table->compare.n_kernels)
		fail_msg("no kernel '%s'", kernel);
	return compare_at(&table->compare, row, column);
}

static void the_ratios_of_netperf_are_those_published(void **state)
{
	static const struct {
		const char *kernel;
		double ratio;
	} published[] = {
		{ "2.6.24.7", 0.868 },
		{ "2.6.27", 0.766 },
		{ "2.6.27 (revert sched weight/asym changes, gran = 0)", 0.868 },
		{ "2.6.23.17", 0.840 }, /* he has .866, which its samples do not give */
		{ "2.6.23.17 (wakeup granularity = 0)", 0.866 },
	};
	CLEANUP(table_clear) struct table table;

	(void)state;
	table_init_file(&table, "2008-09-tbench-netperf.txt");
	assert_int_equal(table.compare.n_kernels, 16);
	assert_int_equal(table.compare.n_columns, 2);
	for (size_t i = 0; i < ARRAY_LENGTH(published); i++) {
		const struct compare_value *value = value_of(&table, published[i].kernel, 1);

		assert_near(floor(1000 * value->ratio) / 1000, published[i].ratio, 1e-9);
		assert_int_equal(value->verdict, COMPARE_REAL);
		assert_int_equal(value->method, COMPARE_WELCH);
	}
	/* 0.7 % below a base that spreads by 2.9 % */
	assert_int_equal(
		value_of(&table, "2.6.22.19 (cfs-v24.1, wakeup granularity = 0)", 1)->verdict,
		COMPARE_NOT_SHOWN);
}

static void one_run_of_tbench_a_kernel_is_not_judged(void **state)
{
	CLEANUP(table_clear) struct table table;
	const struct compare_value *value;

	(void)state;
	table_init_file(&table, "2008-09-tbench-netperf.txt");
	value = value_of(&table, "2.6.27", 0);
	assert_near(value->ratio, 0.870, 0.0005);
	assert_int_equal(value->verdict, COMPARE_NOT_JUDGED);
	assert_true(isnan(value->cv) && isnan(value->p));
	assert_string_equal(table.compare.remarks.items[0],
			    "16 of 32 cells have a single sample, which has no spread");
}

static void the_low_sample_is_named(void **state)
{
	CLEANUP(table_clear) struct table table;
	CLEANUP(strlist_clear) struct strlist remarks = { 0 };

	(void)state;
	table_init_file(&table, "2008-09-tbench-netperf.txt");
	outlier_name_all(&table.import.list, &remarks);
	assert_int_equal(remarks.n, 1);
	assert_string_equal(remarks.items[0], "sample 2 of 2.6.22.19, netperf lies 5.6 % below the "
					      "mean of its 3 others");
}

static void the_cells_of_pgbench_that_changed_are_found_and_no_others(void **state)
{
	static const double changes[] = { 24.57, 27.38, 27.12 };
	CLEANUP(table_clear) struct table table;
	size_t n = 0;

	(void)state;
	table_init_file(&table, "2013-04-pgbench.txt");
	assert_int_equal(table.compare.n_kernels, 2);
	assert_int_equal(table.compare.n_columns, 24);
	for (size_t i = 0; i < 24; i++) {
		const struct compare_value *value = compare_at(&table.compare, 1, i);

		assert_int_equal(value->method, COMPARE_LENTH);
		if (value->verdict != COMPARE_REAL)
			continue;
		assert_true(n < ARRAY_LENGTH(changes));
		assert_non_null(strstr(value->series->cell, "clients=32"));
		assert_near(compare_improvement(value), changes[n++], 0.005);
	}
	assert_int_equal(n, 3);
	assert_string_equal(table.compare.remarks.items[0],
			    "48 of 48 cells have a single sample, which has no spread");
}

static void a_single_sample_is_judged_by_the_spread_of_the_others(void **state)
{
	CLEANUP(table_clear) struct table table;
	const struct compare_value *value;

	(void)state;
	table_init(&table, "kernel,value\na,100\na,101\na,99\na,100\nb,90\nc,100.5\n");
	value = value_of(&table, "b", 0);
	assert_int_equal(value->method, COMPARE_POOLED);
	assert_int_equal(value->verdict, COMPARE_REAL);
	/* by the closed form of three degrees of freedom: t = -11.541 */
	assert_near(value->p, 0.0013977, 1e-6);
	assert_near(value->p_adjusted, 2 * value->p, 1e-9);
	assert_int_equal(value_of(&table, "c", 0)->verdict, COMPARE_NOT_SHOWN);
}

static void boots_are_what_is_repeated(void **state)
{
	CLEANUP(table_clear) struct table table;
	const struct compare_value *value;

	(void)state;
	/* within a boot nothing varies, between boots much: samples alone would claim a difference */
	table_init(&table, "kernel,boot,value\na,1,100\na,2,104\na,1,100\na,2,104\n"
			   "b,3,99\nb,3,99\nb,4,103\nb,4,103\n");
	value = value_of(&table, "b", 0);
	assert_true(value->by_boot);
	assert_int_equal(value->n, 2);
	assert_near(value->mean, 101, 1e-9);
	assert_int_equal(value->verdict, COMPARE_NOT_SHOWN);
}

static void the_samples_of_a_single_boot_say_nothing_about_boots(void **state)
{
	CLEANUP(table_clear) struct table table;
	const struct compare_value *value;

	(void)state;
	table_init(&table, "kernel,boot,value\na,1,100\na,1,100.1\na,1,99.9\n"
			   "b,2,95\nb,2,95.1\nb,2,94.9\n");
	value = value_of(&table, "b", 0);
	assert_int_equal(value->n, 1);
	assert_int_equal(value->verdict, COMPARE_NOT_JUDGED);
	assert_string_equal(table.compare.remarks.items[0],
			    "2 of 2 cells have a single boot, whose samples do not say what boots "
			    "differ");
}

/* c's boots differ by four; what samples without boots differ by is no measure of that. */
static void a_single_boot_is_judged_by_what_other_boots_differ(void **state)
{
	CLEANUP(table_clear) struct table table;
	const struct compare_value *value;

	(void)state;
	table_init(&table, "kernel,boot,value\na,1,100\na,1,100\na,2,104\na,2,104\n"
			   "b,3,97\nb,3,97.1\nb,3,96.9\n");
	value = value_of(&table, "b", 0);
	assert_int_equal(value->method, COMPARE_POOLED);
	assert_int_equal(value->verdict, COMPARE_NOT_SHOWN);
	table_clear(&table);
	table_init(&table, "kernel,boot,value\na,1,100\nb,3,97\nc,,100\nc,,100.1\nc,,99.9\n");
	assert_int_equal(value_of(&table, "b", 0)->verdict, COMPARE_NOT_JUDGED);
}

static void a_better_direction_turns_the_sign(void **state)
{
	CLEANUP(table_clear) struct table table;
	struct error err = { 0 };

	(void)state;
	table_init(&table, "kernel,better,value\na,lower,100\nb,lower,90\n");
	assert_near(compare_improvement(value_of(&table, "b", 0)), 10, 1e-9);
	compare_clear(&table.compare);
	assert_int_equal(compare_init(&table.compare, &table.import.list, &err), 0);
	compare_set_base(&table.compare, 1);
	compare_judge(&table.compare, 0.95);
	assert_near(value_of(&table, "a", 0)->ratio, 100.0 / 90, 1e-9);
	assert_int_equal(value_of(&table, "b", 0)->verdict, COMPARE_BASE);
}

static void zeros_have_no_ratio_and_are_not_judged(void **state)
{
	CLEANUP(table_clear) struct table table;

	(void)state;
	table_init(&table, "kernel,value\na,0\na,0\nb,1\nb,2\n");
	assert_true(isnan(value_of(&table, "b", 0)->ratio));
	assert_int_equal(value_of(&table, "b", 0)->verdict, COMPARE_NOT_JUDGED);
}

static void too_large_a_table_is_refused(void **state)
{
	CLEANUP(series_list_clear) struct series_list list = { 0 };
	CLEANUP(compare_clear) struct compare compare = { 0 };
	struct error err = { 0 };

	(void)state;
	for (unsigned i = 0; i < 200; i++) {
		CLEANUP(mem_freep) char *name = mem_printf("%u", i);
		const struct series key = { .kernel = name, .cell = name };

		series_add(series_list_take(&list, &key), 1, 0);
	}
	assert_int_equal(compare_init(&compare, &list, &err), -1);
	assert_int_equal(err.kind, ERROR_USAGE);
	assert_non_null(
		strstr(err.text, "200 kernels in 200 cells are more than a table of 20000"));
}

#define EVIL "<script>\x1b[2J\xe2\x80\xae,\"'|&"

static void hostile_names_come_out_harmless_in_every_format(void **state)
{
	CLEANUP(series_list_clear) struct series_list list = { 0 };
	CLEANUP(compare_clear) struct compare compare = { 0 };
	const struct series key = {
		.kernel = (char *)EVIL "\n\xff",
		.variant = (char *)EVIL,
		.cell = (char *)EVIL,
		.workload = (char *)EVIL,
		.metric = (char *)EVIL,
		.unit = (char *)EVIL,
		.machine = (char *)EVIL,
	};
	const struct compare_format *formats;
	struct error err = { 0 };
	size_t n;

	(void)state;
	series_add(series_list_take(&list, &key), 1, 0);
	assert_int_equal(compare_init(&compare, &list, &err), 0);
	compare_judge(&compare, 0.95);
	formats = compare_formats(&n);
	for (size_t i = 0; i < n; i++) {
		CLEANUP(str_clear) struct str out = { 0 };

		formats[i].append(&compare, &out);
		for (size_t j = 0; j < out.length; j++)
			assert_true(out.data[j] == '\n' || (unsigned char)out.data[j] >= ' ');
		if (strcmp(formats[i].name, "json") != 0)
			assert_null(strstr(out.data, "\xe2\x80\xae"));
		if (strcmp(formats[i].name, "html") == 0)
			assert_null(strstr(out.data, "<script>"));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_ratios_of_netperf_are_those_published),
		cmocka_unit_test(one_run_of_tbench_a_kernel_is_not_judged),
		cmocka_unit_test(the_low_sample_is_named),
		cmocka_unit_test(the_cells_of_pgbench_that_changed_are_found_and_no_others),
		cmocka_unit_test(a_single_sample_is_judged_by_the_spread_of_the_others),
		cmocka_unit_test(boots_are_what_is_repeated),
		cmocka_unit_test(the_samples_of_a_single_boot_say_nothing_about_boots),
		cmocka_unit_test(a_single_boot_is_judged_by_what_other_boots_differ),
		cmocka_unit_test(a_better_direction_turns_the_sign),
		cmocka_unit_test(zeros_have_no_ratio_and_are_not_judged),
		cmocka_unit_test(too_large_a_table_is_refused),
		cmocka_unit_test(hostile_names_come_out_harmless_in_every_format),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
