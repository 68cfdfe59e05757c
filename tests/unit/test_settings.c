/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <string.h>

#include "base/mem.h"
#include "config/settings.h"

static struct settings *two_machines(void)
{
	struct settings *settings = mem_zalloc(sizeof(*settings));

	settings->path = mem_strdup("lab/perfsect.conf");
	settings->machines = mem_array(2, sizeof(*settings->machines));
	settings->n_machines = 2;
	settings->machines[0].name = mem_strdup("vm0");
	settings->machines[1].name = mem_strdup("vm1");
	settings->workloads = mem_array(1, sizeof(*settings->workloads));
	settings->n_workloads = 1;
	settings->workloads[0].name = mem_strdup("sched-pipe");
	return settings;
}

static void the_first_is_meant_where_no_name_is_given(void **state)
{
	CLEANUP(settings_freep) struct settings *settings = two_machines();

	(void)state;
	assert_ptr_equal(settings_machine(settings, NULL), &settings->machines[0]);
	assert_ptr_equal(settings_machine(settings, "vm1"), &settings->machines[1]);
	assert_null(settings_machine(settings, "vm2"));
	assert_ptr_equal(settings_workload(settings, NULL), &settings->workloads[0]);
	assert_null(settings_workload(settings, "tbench"));
}

static void a_field_remembers_the_line_that_gave_it(void **state)
{
	CLEANUP(settings_freep) struct settings *settings = two_machines();

	(void)state;
	settings_add_place(settings, &settings->machines[1].script, "lab/perfsect.conf", 12);
	assert_string_equal(settings_where(settings, &settings->machines[1].script),
			    "lab/perfsect.conf:12");
	assert_string_equal(settings_where(settings, &settings->machines[0].script),
			    "lab/perfsect.conf");
}

static void a_guest_path_begins_at_the_last_colon_before_a_slash(void **state)
{
	const char *guest;

	(void)state;
	assert_int_equal(settings_split_file("/lab/mine", &guest), 9);
	assert_string_equal(guest, "/lab/mine");
	assert_int_equal(settings_split_file("/lab/mine:/opt/mine", &guest), 9);
	assert_string_equal(guest, "/opt/mine");
	assert_int_equal(settings_split_file("/a:/b:/opt/mine", &guest), 5);
	assert_string_equal(guest, "/opt/mine");
	assert_int_equal(settings_split_file("/lab/12:30", &guest), 10);
	assert_string_equal(guest, "/lab/12:30");
	assert_int_equal(settings_split_file(":/opt", &guest), 0);
	assert_string_equal(guest, "/opt");
	assert_int_equal(settings_split_file("", &guest), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_first_is_meant_where_no_name_is_given),
		cmocka_unit_test(a_field_remembers_the_line_that_gave_it),
		cmocka_unit_test(a_guest_path_begins_at_the_last_colon_before_a_slash),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
