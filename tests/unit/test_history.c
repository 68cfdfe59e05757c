/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <string.h>

#include "base/mem.h"
#include "results/history.h"

static void a_history_is_freed_with_all_it_owns(void **state)
{
	struct history *history = mem_zalloc(sizeof(*history));

	(void)state;
	history->kernels = mem_array(2, sizeof(*history->kernels));
	history->n_kernels = 2;
	history->kernels[0].key = mem_strdup("k");
	history->kernels[1].detail = mem_strdup("d");
	history->boots = mem_array(1, sizeof(*history->boots));
	history->n_boots = 1;
	history->boots[0].values = mem_array(3, sizeof(double));
	history->boots[0].facts = mem_strdup("{}");
	history_freep(&history); /* leaks are what the asan preset finds */
	assert_null(history);
	history_freep(&history);
}

static void a_cleared_kernel_and_boot_can_be_cleared_again(void **state)
{
	struct history_kernel kernel = { .id = 7, .key = mem_strdup("k") };
	struct history_boot boot = { .id = 7, .machine = mem_strdup("m"), .n = 3 };

	(void)state;
	history_kernel_clear(&kernel);
	history_kernel_clear(&kernel);
	history_boot_clear(&boot);
	history_boot_clear(&boot);
	assert_int_equal(kernel.id, 0);
	assert_null(kernel.key);
	assert_int_equal(boot.n, 0);
	assert_null(boot.machine);
}

static void every_purpose_is_found_by_its_name(void **state)
{
	enum boot_purpose found = BOOT_SEARCH;

	(void)state;
	for (enum boot_purpose purpose = BOOT_SEARCH; purpose <= BOOT_EXPLAIN; purpose++) {
		assert_true(boot_purpose_from_name(boot_purpose_name(purpose), &found));
		assert_int_equal(found, purpose);
	}
	assert_false(boot_purpose_from_name("play", &found));
	assert_int_equal(found, BOOT_EXPLAIN);
}

static void one_measured_boot_outweighs_all_that_failed(void **state)
{
	struct history_kernel kernels[] = {
		{ .outcome = OUTCOME_BUILT, .detail = (char *)"" },
		{ .outcome = OUTCOME_NOT_BUILDABLE, .detail = (char *)"error: x" },
		{ .outcome = OUTCOME_BUILT, .detail = (char *)"" },
	};
	struct history_boot boots[] = {
		{ .kernel = 0, .outcome = OUTCOME_PANICKED, .detail = (char *)"oops" },
		{ .kernel = 0, .outcome = OUTCOME_MEASURED, .detail = (char *)"" },
		{ .kernel = 0, .outcome = OUTCOME_HUNG, .detail = (char *)"silent" },
	};
	struct history history = { .kernels = kernels, .n_kernels = 3, .boots = boots };
	const char *detail = NULL;

	(void)state;
	history.n_boots = 1;
	assert_int_equal(history_outcome(&history, 0, &detail), OUTCOME_PANICKED);
	assert_string_equal(detail, "oops");
	history.n_boots = 3;
	assert_int_equal(history_outcome(&history, 0, &detail), OUTCOME_MEASURED);
	assert_string_equal(detail, "");
	assert_int_equal(history_outcome(&history, 1, &detail), OUTCOME_NOT_BUILDABLE);
	assert_string_equal(detail, "error: x");
	assert_int_equal(history_outcome(&history, 2, NULL), OUTCOME_BUILT);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_history_is_freed_with_all_it_owns),
		cmocka_unit_test(a_cleared_kernel_and_boot_can_be_cleared_again),
		cmocka_unit_test(every_purpose_is_found_by_its_name),
		cmocka_unit_test(one_measured_boot_outweighs_all_that_failed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
