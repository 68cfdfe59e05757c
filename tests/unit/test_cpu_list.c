/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include "vm/cpu_list.h"

static unsigned cpus[CPU_LIST_MAX];

static void ranges_and_single_cpus_come_in_the_order_they_are_named(void **state)
{
	size_t n = 0;

	(void)state;
	assert_true(cpu_list_parse("6,2-4,0", cpus, &n));
	assert_int_equal(n, 5);
	assert_int_equal(cpus[0], 6);
	assert_int_equal(cpus[1], 2);
	assert_int_equal(cpus[3], 4);
	assert_int_equal(cpus[4], 0);
}

static void a_line_of_sysfs_ends_with_a_newline(void **state)
{
	size_t n = 0;

	(void)state;
	assert_true(cpu_list_parse("0-1\n", cpus, &n));
	assert_int_equal(n, 2);
}

static void what_is_no_list_is_refused(void **state)
{
	static const char *const texts[] = { "",        ",",    "1,",    "-1",
					     "3-1",     "a",    "1-2-3", "0x1",
					     "1 2",     "4096", "1;",    "99999999999999999999",
					     "0-4095,0" };
	size_t n = 0;

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(texts); i++)
		if (cpu_list_parse(texts[i], cpus, &n))
			fail_msg("'%s' was taken", texts[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ranges_and_single_cpus_come_in_the_order_they_are_named),
		cmocka_unit_test(a_line_of_sysfs_ends_with_a_newline),
		cmocka_unit_test(what_is_no_list_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
