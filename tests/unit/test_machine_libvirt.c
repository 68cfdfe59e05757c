/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is refused before libvirt is asked. */
#include "tests/support/test.h"

#include <stdlib.h>
#include <string.h>

#include "tests/support/tempdir.h"
#include "vm/machines.h"

static struct machine_settings make_settings(void)
{
	return (struct machine_settings){ .name = (char *)"vm0",
					  .type = MACHINE_LIBVIRT,
					  .accel = (char *)"auto",
					  .emulator = (char *)"/bin/true",
					  .vcpus = 1 };
}

static void assert_refused(void **state, const struct machine_settings *settings,
			   enum error_kind kind, const char *text)
{
	struct machine *machine = NULL;
	struct error err = { 0 };

	assert_int_equal(machine_open(settings, *state, &machine, &err), -1);
	assert_string_equal(err.text, text);
	assert_int_equal(err.kind, kind);
	assert_null(machine);
}

static void another_host_is_refused_with_the_reason(void **state)
{
	struct machine_settings settings = make_settings();

	settings.uri = (char *)"qemu+ssh://root@box/system";
	assert_refused(state, &settings, ERROR_CONFIG,
		       "cannot use machine 'vm0': cannot use libvirt at "
		       "'qemu+ssh://root@box/system': the files of a boot must be on the host that "
		       "runs it, so only URIs without a host part work");
}

static void an_emulator_that_is_not_there_is_named(void **state)
{
	struct machine_settings settings = make_settings();

	settings.emulator = (char *)"/nowhere/qemu";
	assert_refused(state, &settings, ERROR_HOST,
		       "cannot use machine 'vm0': cannot run emulator '/nowhere/qemu': No such "
		       "file or directory");
}

static void without_an_emulator_the_package_is_named(void **state)
{
	struct machine_settings settings = make_settings();
	char *path = strdup(getenv("PATH"));

	settings.emulator = NULL;
	assert_int_equal(setenv("PATH", *state, 1), 0);
	assert_refused(state, &settings, ERROR_HOST,
		       "cannot use machine 'vm0': cannot find qemu-system-x86_64; install "
		       "qemu-system-x86");
	assert_int_equal(setenv("PATH", path, 1), 0);
	free(path);
}

static void kvm_cannot_count_instructions(void **state)
{
	struct machine_settings settings = make_settings();

	settings.accel = (char *)"kvm";
	settings.timing = TIMING_ICOUNT;
	assert_refused(state, &settings, ERROR_CONFIG,
		       "cannot use machine 'vm0': timing = \"icount\" needs emulation, and accel "
		       "is \"kvm\"");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, tempdir_setup, tempdir_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(another_host_is_refused_with_the_reason),
		TEST(an_emulator_that_is_not_there_is_named),
		TEST(without_an_emulator_the_package_is_named),
		TEST(kvm_cannot_count_instructions),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
