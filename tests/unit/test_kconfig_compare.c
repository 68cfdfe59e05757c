/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <string.h>

#include "base/defs.h"
#include "bisect/kconfig_compare.h"
#include "bisect/kconfig_speed.h"

static void assert_differences(const char *one, const char *other, const char *speed,
			       const char *others)
{
	struct kconfig_differences differences;

	kconfig_compare(one, strlen(one), other, strlen(other), &differences);
	assert_string_equal(differences.speed, speed);
	assert_string_equal(differences.others, others);
	kconfig_differences_clear(&differences);
}

static void what_is_alike_is_no_difference(void **state)
{
	(void)state;
	assert_differences("CONFIG_A=y\n# CONFIG_B is not set\n", "CONFIG_B=n\nCONFIG_A=y\n", "",
			   "");
	assert_differences("CONFIG_A=y\n", "# CONFIG_Z is not set\nCONFIG_A=y\n", "", "");
	assert_differences("", "", "", "");
}

static void options_that_matter_for_speed_come_apart(void **state)
{
	(void)state;
	assert_differences("CONFIG_HZ=250\nCONFIG_PREEMPT_NONE=y\nCONFIG_USB=y\n",
			   "CONFIG_HZ=1000\nCONFIG_USB=m\nCONFIG_KASAN=y\n",
			   "CONFIG_HZ: 250, 1000\nCONFIG_KASAN: not set, y\n"
			   "CONFIG_PREEMPT_NONE: y, not set\n",
			   "CONFIG_USB: y, m\n");
}

static void facts_about_the_compiler_are_left_out(void **state)
{
	(void)state;
	assert_differences("CONFIG_GCC_VERSION=110300\n", "CONFIG_GCC_VERSION=120200\n", "", "");
}

static void an_option_with_another_name_is_the_same(void **state)
{
	(void)state;
	assert_differences("CONFIG_RETPOLINE=y\n", "CONFIG_MITIGATION_RETPOLINE=y\n", "", "");
	assert_differences("CONFIG_RETPOLINE=y\n", "# CONFIG_MITIGATION_RETPOLINE is not set\n",
			   "CONFIG_RETPOLINE: y, not set\n", "");
}

static void names_are_matched_whole_or_by_their_beginning(void **state)
{
	static const char *const speed[] = { "CONFIG_HZ",
					     "CONFIG_PREEMPT_RT",
					     "CONFIG_LTO_CLANG_THIN",
					     "CONFIG_DEBUG_FORCE_FUNCTION_ALIGN_64B",
					     "CONFIG_MITIGATION_SRSO",
					     "CONFIG_NR_CPUS" };
	static const char *const others[] = { "CONFIG_HZX", "CONFIG_USB", "HZ", "CONFIG_",
					      "CONFIG_NUMA_EMU" };

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(speed); i++)
		assert_true(kconfig_is_speed(speed[i], strlen(speed[i])));
	for (size_t i = 0; i < ARRAY_LENGTH(others); i++)
		assert_false(kconfig_is_speed(others[i], strlen(others[i])));
	assert_string_equal(kconfig_twin("CONFIG_SLS", 10), "MITIGATION_SLS");
	assert_null(kconfig_twin("CONFIG_USB", 10));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_alike_is_no_difference),
		cmocka_unit_test(options_that_matter_for_speed_come_apart),
		cmocka_unit_test(facts_about_the_compiler_are_left_out),
		cmocka_unit_test(an_option_with_another_name_is_the_same),
		cmocka_unit_test(names_are_matched_whole_or_by_their_beginning),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
