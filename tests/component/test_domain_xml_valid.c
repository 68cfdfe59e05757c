/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libvirt's own schema says whether the domains that we describe are domains. */
#include "tests/support/test.h"

#include <string.h>

#include "base/process.h"
#include "tests/support/tempdir.h"
#include "vm/domain_xml.h"

#define VALIDATOR "virt-xml-validate"

static void assert_valid(void **state, enum timing timing, const char *pin, bool has_kvm,
			 bool has_input)
{
	const struct machine_settings settings = {
		.timing = timing, .vcpus = 2, .memory_bytes = 1LL << 30, .pin = (char *)pin
	};
	const struct domain_spec spec = { .settings = &settings,
					  .name = "perfsect-1",
					  .workspace = "/srv/a 'b' & <c>",
					  .emulator = "/usr/bin/qemu-system-x86_64",
					  .has_kvm = has_kvm,
					  .kernel = "/srv/bzImage",
					  .initrd = "/srv/initramfs.cpio",
					  .cmdline = "quiet a=\"b c\"",
					  .console_path = "/srv/console.log",
					  .channel_path = "/srv/records.log",
					  .has_input = has_input };
	char *path = tempdir_path(state, "domain.xml");
	const char *const argv[] = { VALIDATOR, path, "domain", NULL };
	struct process_opts opts = { .argv = argv, .deadline = deadline_in(60) };
	struct str xml = { 0 };
	struct error err = { 0 };
	char *output = NULL;
	FILE *file;

	domain_xml_append(&xml, &spec);
	file = fopen(path, "we");
	assert_non_null(file);
	assert_true(fputs(str_text(&xml), file) >= 0);
	assert_int_equal(fclose(file), 0);
	opts.capture_bytes = 4096;
	if (process_read(&opts, &output, &err) < 0)
		fail_msg("%s", err.text);
	assert_non_null(strstr(output, "validates"));
	free(output);
	free(path);
	str_clear(&xml);
}

static void every_kind_of_domain_follows_the_schema(void **state)
{
	assert_valid(state, TIMING_WALL, "", false, false);
	assert_valid(state, TIMING_WALL, "", false, true);
	assert_valid(state, TIMING_WALL, "", true, false);
	assert_valid(state, TIMING_WALL, "2-5,8", true, true);
	assert_valid(state, TIMING_ICOUNT, "3", true, false);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(every_kind_of_domain_follows_the_schema,
						tempdir_setup, tempdir_teardown),
	};

	if (!process_is_available(VALIDATOR)) {
		print_message("skipped: there is no " VALIDATOR "; install libvirt-clients\n");
		return 0;
	}
	return cmocka_run_group_tests(tests, NULL, NULL);
}
