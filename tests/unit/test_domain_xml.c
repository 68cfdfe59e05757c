/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <stdio.h>
#include <string.h>

#include "base/str.h"
#include "vm/domain_xml.h"

static struct machine_settings make_settings(enum timing timing)
{
	return (struct machine_settings){
		.timing = timing, .vcpus = 2, .memory_bytes = 512LL * 1024 * 1024, .pin = (char *)""
	};
}

static struct domain_spec make_spec(const struct machine_settings *settings)
{
	return (struct domain_spec){
		.settings = settings,
		.name = "perfsect-1a2b3c-17",
		.workspace = "/srv/bisect/.perfsect",
		.emulator = "/usr/bin/qemu-system-x86_64",
		.kernel = "/srv/kernels/1/bzImage",
		.initrd = "/srv/boots/17/initramfs.cpio",
		.cmdline = "console=ttyS0,115200 quiet",
		.console_path = "/srv/boots/17/console.log",
		.channel_path = "/srv/boots/17/records.log",
	};
}

static void read_golden(const char *name, char *text, size_t size)
{
	char path[512];
	FILE *file;

	(void)snprintf(path, sizeof(path), GOLDEN_DIR "/%s", name);
	file = fopen(path, "re");
	assert_non_null(file);
	text[fread(text, 1, size - 1, file)] = '\0';
	(void)fclose(file);
}

static void assert_golden(const struct domain_spec *spec, const char *name)
{
	struct str str = { 0 };
	char golden[8192];

	domain_xml_append(&str, spec);
	read_golden(name, golden, sizeof(golden));
	assert_string_equal(str_text(&str), golden);
	str_clear(&str);
}

static void without_kvm_the_domain_is_emulated(void **state)
{
	const struct machine_settings settings = make_settings(TIMING_WALL);
	const struct domain_spec spec = make_spec(&settings);

	(void)state;
	assert_golden(&spec, "tcg.xml");
}

static void a_guest_that_listens_has_an_input_for_each_of_its_outputs(void **state)
{
	const struct machine_settings settings = make_settings(TIMING_WALL);
	struct domain_spec spec = make_spec(&settings);

	(void)state;
	spec.has_input = true;
	spec.console_path = "/srv/boots/17/console";
	spec.channel_path = "/srv/boots/17/records";
	assert_golden(&spec, "held.xml");
}

static void counting_instructions_takes_one_emulated_vcpu_even_where_kvm_is(void **state)
{
	const struct machine_settings settings = make_settings(TIMING_ICOUNT);
	struct domain_spec spec = make_spec(&settings);

	(void)state;
	spec.has_kvm = true;
	assert_golden(&spec, "icount.xml");
}

static void under_kvm_each_vcpu_is_pinned_to_a_cpu_of_its_own(void **state)
{
	struct machine_settings settings = make_settings(TIMING_WALL);
	struct domain_spec spec = make_spec(&settings);

	(void)state;
	settings.pin = (char *)"2-5";
	spec.has_kvm = true;
	assert_golden(&spec, "kvm-pinned.xml");
}

static void fewer_cpus_than_vcpus_are_shared_not_assigned(void **state)
{
	struct machine_settings settings = make_settings(TIMING_WALL);
	struct domain_spec spec = make_spec(&settings);
	struct str str = { 0 };

	(void)state;
	settings.pin = (char *)"3";
	spec.has_kvm = true;
	domain_xml_append(&str, &spec);
	assert_non_null(strstr(str_text(&str), "<vcpu placement='static' cpuset='3'>2</vcpu>"));
	assert_null(strstr(str_text(&str), "vcpupin"));
	str_clear(&str);
}

static void names_and_paths_cannot_break_out_of_their_place(void **state)
{
	const struct machine_settings settings = make_settings(TIMING_WALL);
	struct domain_spec spec = make_spec(&settings);
	struct str str = { 0 };

	(void)state;
	spec.kernel = "/a&b<c>";
	spec.console_path = "/it's \"here\"";
	domain_xml_append(&str, &spec);
	assert_non_null(strstr(str_text(&str), "<kernel>/a&amp;b&lt;c&gt;</kernel>"));
	assert_non_null(strstr(str_text(&str), "<source path='/it&apos;s &quot;here&quot;'/>"));
	str_clear(&str);
}

static void the_command_line_states_what_kernels_may_change_their_mind_about(void **state)
{
	const struct machine_settings settings = make_settings(TIMING_WALL);
	struct str str = { 0 };

	(void)state;
	domain_xml_append_cmdline(&str, &settings);
	assert_non_null(strstr(str_text(&str), "nokaslr"));
	assert_non_null(strstr(str_text(&str), "mitigations=auto"));
	assert_non_null(strstr(str_text(&str), "console=ttyS0,115200"));
	assert_null(strstr(str_text(&str), "nolapic_timer"));
	str_clear(&str);
}

static void counting_instructions_spares_the_calibration_of_the_apic_timer(void **state)
{
	const struct machine_settings settings = make_settings(TIMING_ICOUNT);
	struct str str = { 0 };

	(void)state;
	domain_xml_append_cmdline(&str, &settings);
	assert_non_null(strstr(str_text(&str), " nolapic_timer"));
	str_clear(&str);
}

static void a_daemons_qemu_runs_as_the_user_who_asked(void **state)
{
	const struct machine_settings settings = { .name = (char *)"vm0",
						   .vcpus = 1,
						   .memory_bytes = 1 << 28,
						   .accel = (char *)"tcg",
						   .pin = (char *)"" };
	struct domain_spec spec = make_spec(&settings);
	struct str xml = { 0 };

	(void)state;
	domain_xml_append(&xml, &spec);
	assert_null(strstr(str_text(&xml), "seclabel"));
	str_clear(&xml);
	spec.is_ours = true;
	spec.uid = 1000;
	spec.gid = 100;
	domain_xml_append(&xml, &spec);
	assert_non_null(strstr(str_text(&xml), "<label>+1000:+100</label>"));
	str_clear(&xml);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_daemons_qemu_runs_as_the_user_who_asked),
		cmocka_unit_test(without_kvm_the_domain_is_emulated),
		cmocka_unit_test(a_guest_that_listens_has_an_input_for_each_of_its_outputs),
		cmocka_unit_test(counting_instructions_takes_one_emulated_vcpu_even_where_kvm_is),
		cmocka_unit_test(under_kvm_each_vcpu_is_pinned_to_a_cpu_of_its_own),
		cmocka_unit_test(fewer_cpus_than_vcpus_are_shared_not_assigned),
		cmocka_unit_test(names_and_paths_cannot_break_out_of_their_place),
		cmocka_unit_test(the_command_line_states_what_kernels_may_change_their_mind_about),
		cmocka_unit_test(counting_instructions_spares_the_calibration_of_the_apic_timer),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
