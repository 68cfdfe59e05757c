/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/mem.h"
#include "vm/payload.h"

static void the_environment_names_the_folder(void **state)
{
	CLEANUP(mem_freep) char *init = NULL;
	CLEANUP(mem_freep) char *program = NULL;

	(void)state;
	assert_int_equal(setenv("PERFSECT_GUEST_DIR", "/opt/guest", 1), 0);
	init = payload_init_path();
	program = payload_path("sched-pipe");
	assert_string_equal(payload_dir(), "/opt/guest");
	assert_string_equal(init, "/opt/guest/perfsect-init");
	assert_string_equal(program, "/opt/guest/sched-pipe");
}

static void an_empty_environment_variable_counts_as_unset(void **state)
{
	(void)state;
	assert_int_equal(setenv("PERFSECT_GUEST_DIR", "", 1), 0);
	assert_string_equal(payload_dir(), PAYLOAD_BUILD_DIR);
}

static void the_build_tree_has_programs_to_run(void **state)
{
	CLEANUP(mem_freep) char *init = NULL;
	CLEANUP(mem_freep) char *program = NULL;

	(void)state;
	assert_int_equal(unsetenv("PERFSECT_GUEST_DIR"), 0);
	init = payload_init_path();
	program = payload_path("sched-pipe");
	assert_int_equal(access(init, X_OK), 0);
	assert_int_equal(access(program, X_OK), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_environment_names_the_folder),
		cmocka_unit_test(an_empty_environment_variable_counts_as_unset),
		cmocka_unit_test(the_build_tree_has_programs_to_run),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
