/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <stdlib.h>
#include <string.h>

#include "base/defs.h"
#include "bisect/kconfig.h"

static void assert_not_granted(const char *asked, const char *config, const char *expected)
{
	char *text = kconfig_not_granted(asked, strlen(asked), config, strlen(config));

	assert_string_equal(text, expected);
	free(text);
}

static void what_was_granted_is_not_listed(void **state)
{
	(void)state;
	assert_not_granted(
		"CONFIG_A=y\nCONFIG_NAME=\"x y\"\n# CONFIG_B is not set\nCONFIG_N=0x10\n",
		"#\n# Automatically made\n#\nCONFIG_A=y\nCONFIG_NAME=\"x y\"\n"
		"# CONFIG_B is not set\nCONFIG_N=0x10\nCONFIG_MORE=y\n",
		"");
}

static void an_option_that_vanished_is_listed(void **state)
{
	(void)state;
	assert_not_granted("CONFIG_GONE=y\n", "CONFIG_A=y\n", "CONFIG_GONE=y: is not set\n");
}

static void a_weaker_value_is_listed_with_what_it_became(void **state)
{
	(void)state;
	assert_not_granted("CONFIG_A=y\nCONFIG_HZ=1000\n", "CONFIG_A=m\nCONFIG_HZ=250\n",
			   "CONFIG_A=y: is m\nCONFIG_HZ=1000: is 250\n");
}

static void an_option_selected_against_the_wish_is_listed(void **state)
{
	(void)state;
	assert_not_granted("# CONFIG_A is not set\nCONFIG_B=n\n", "CONFIG_A=y\nCONFIG_B=y\n",
			   "CONFIG_A=n: is y\nCONFIG_B=n: is y\n");
}

static void an_absent_option_counts_as_not_set(void **state)
{
	(void)state;
	assert_not_granted("# CONFIG_A is not set\nCONFIG_B=n\n", "CONFIG_C=y\n", "");
}

static void the_last_wish_counts(void **state)
{
	(void)state;
	assert_not_granted("CONFIG_A=y\nCONFIG_A=m\n", "CONFIG_A=m\n", "");
	assert_not_granted("CONFIG_A=y\n# CONFIG_A is not set\n", "CONFIG_A=y\n",
			   "CONFIG_A=n: is y\n");
}

static void the_list_keeps_the_order_asked(void **state)
{
	(void)state;
	assert_not_granted("CONFIG_Z=y\nCONFIG_B=y\nCONFIG_M=y\n", "",
			   "CONFIG_Z=y: is not set\nCONFIG_B=y: is not set\n"
			   "CONFIG_M=y: is not set\n");
}

static void a_name_that_begins_another_is_its_own(void **state)
{
	(void)state;
	assert_not_granted("CONFIG_USB=y\n", "CONFIG_USB_HID=y\n", "CONFIG_USB=y: is not set\n");
}

static void facts_about_the_compiler_are_not_wishes(void **state)
{
	(void)state;
	assert_not_granted("CONFIG_GCC_VERSION=90400\nCONFIG_CC_VERSION_TEXT=\"old\"\n"
			   "CONFIG_CC_OPTIMIZE_FOR_SIZE=y\n",
			   "CONFIG_GCC_VERSION=120200\nCONFIG_CC_VERSION_TEXT=\"new\"\n",
			   "CONFIG_CC_OPTIMIZE_FOR_SIZE=y: is not set\n");
}

static void other_lines_are_skipped(void **state)
{
	(void)state;
	assert_not_granted(
		"# CONFIG_A is not set, they say\nA=y\n# plain\nCONFIG_B\n\n=\nCONFIG_C=y",
		"CONFIG_A=y\nCONFIG_B=y\nCONFIG_C=y\r\n", "");
}

static void our_own_fragments_switch_the_version_suffix_off(void **state)
{
	(void)state;
	assert_not_granted(kconfig_last_fragment,
			   "CONFIG_LOCALVERSION=\"-lab\"\nCONFIG_LOCALVERSION_AUTO=y\n",
			   "CONFIG_LOCALVERSION=\"\": is \"-lab\"\n"
			   "CONFIG_LOCALVERSION_AUTO=n: is y\n");
}

static void kconfig_reads_its_files_its_scripts_and_the_main_makefiles(void **state)
{
	static const char *const sources[] = {
		"Kconfig",
		"lib/Kconfig.debug",
		"scripts/kconfig/conf.c",
		"scripts/cc-version.sh",
		"Makefile",
		"arch/x86/Makefile",
		"arch/x86/Makefile.um",
		"kernel/configs/tiny.config",
		"arch/x86/configs/x86_64_defconfig",
		"arch/powerpc/tools/gcc-check-mprofile-kernel.sh",
	};
	static const char *const others[] = {
		"kernel/sched/fair.c",
		"kernel/Makefile",
		"drivers/net/Makefile",
		"include/linux/kconfig.h",
		"Documentation/kbuild/kconfig.rst",
		"drivers/myscripts/a.c",
		"fs/configfs/file.c",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(sources); i++)
		if (!kconfig_is_source(sources[i]))
			fail_msg("%s is one", sources[i]);
	for (size_t i = 0; i < ARRAY_LENGTH(others); i++)
		if (kconfig_is_source(others[i]))
			fail_msg("%s is none", others[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(kconfig_reads_its_files_its_scripts_and_the_main_makefiles),
		cmocka_unit_test(what_was_granted_is_not_listed),
		cmocka_unit_test(an_option_that_vanished_is_listed),
		cmocka_unit_test(a_weaker_value_is_listed_with_what_it_became),
		cmocka_unit_test(an_option_selected_against_the_wish_is_listed),
		cmocka_unit_test(an_absent_option_counts_as_not_set),
		cmocka_unit_test(the_last_wish_counts),
		cmocka_unit_test(the_list_keeps_the_order_asked),
		cmocka_unit_test(a_name_that_begins_another_is_its_own),
		cmocka_unit_test(facts_about_the_compiler_are_not_wishes),
		cmocka_unit_test(other_lines_are_skipped),
		cmocka_unit_test(our_own_fragments_switch_the_version_suffix_off),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
