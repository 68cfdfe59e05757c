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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_history_is_freed_with_all_it_owns),
		cmocka_unit_test(a_cleared_kernel_and_boot_can_be_cleared_again),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
