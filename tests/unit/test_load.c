/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/mem.h"
#include "config/load.h"
#include "config/schema.h"

#define REPO "repo = \"/srv/linux\";\n"

static struct settings *load(const char *text)
{
	struct settings *settings = NULL;
	struct error err = { 0 };

	if (load_settings_text(text, "/lab/perfsect.conf", &settings, &err) < 0)
		fail_msg("%s", err.text);
	return settings;
}

static void a_repository_is_all_that_must_be_given(void **state)
{
	CLEANUP(settings_freep) struct settings *settings = load(REPO);

	(void)state;
	assert_string_equal(settings->path, "/lab/perfsect.conf");
	assert_string_equal(settings->repo, "/srv/linux");
	assert_int_equal(settings->keep_bytes, INT64_C(20) << 30);
	assert_null(settings->kernel.config);
	assert_string_equal(settings->kernel.make_config, "defconfig");
	assert_string_equal(settings->kernel.arch, "x86_64");
	assert_string_equal(settings->kernel.cc, "gcc");
	assert_int_equal(settings->kernel.jobs, 0);
	assert_int_equal(settings->kernel.fragments.n, 0);
	assert_true(settings->kernel.timeout_s == 3600.0);
	assert_true(settings->search.confidence == 0.99);
	assert_true(settings->search.smallest_effect == 1.0);
	assert_int_equal(settings->search.samples, 1);
	assert_int_equal(settings->search.max_boots, 400);
	assert_true(settings->search.hold);
	assert_true(settings->search.verify);
	assert_true(settings->search.deadline_s == 0.0);
}

static void without_a_list_there_is_one_machine_and_one_workload(void **state)
{
	CLEANUP(settings_freep) struct settings *settings = load(REPO);
	const struct machine_settings *machine = settings->machines;

	(void)state;
	assert_int_equal(settings->n_machines, 1);
	assert_string_equal(machine->name, "vm0");
	assert_int_equal(machine->type, MACHINE_LIBVIRT);
	assert_int_equal(machine->vcpus, 1);
	assert_int_equal(machine->memory_bytes, 512 << 20);
	assert_string_equal(machine->accel, "auto");
	assert_int_equal(machine->timing, TIMING_WALL);
	assert_string_equal(machine->pin, "");
	assert_null(machine->uri);
	assert_true(machine->boot_timeout_s == 120.0);
	assert_true(machine->silence_s == 60.0);
	assert_int_equal(settings->n_workloads, 1);
	assert_string_equal(settings->workloads[0].name, "sched-pipe");
	assert_null(settings->workloads[0].command);
	assert_int_equal(settings->workloads[0].warmups, UINT_MAX);
	assert_true(settings->workloads[0].timeout_s == 0.0);
}

static void the_kernel_and_the_search_are_read(void **state)
{
	CLEANUP(settings_freep)
	struct settings *settings = load(
		REPO
		"keep = \"1.5 GiB\";\n"
		"kernel = { config = \"lab.config\"; fragments = ( \"a\", \"/b\" ); jobs = 8;\n"
		"  cc = \"ccache gcc\"; make = [ \"V=1\" ]; timeout = \"1h 30min\"; };\n"
		"search: { confidence = 0.95; smallest_effect = \"0.3%\"; samples = 5;\n"
		"  max_boots = 0x20; deadline = \"12 h\"; hold = false; verify = false; }\n");

	(void)state;
	assert_int_equal(settings->keep_bytes, INT64_C(3) << 29);
	assert_string_equal(settings->kernel.config, "/lab/lab.config");
	assert_int_equal(settings->kernel.fragments.n, 2);
	assert_string_equal(settings->kernel.fragments.items[0], "/lab/a");
	assert_string_equal(settings->kernel.fragments.items[1], "/b");
	assert_string_equal(settings->kernel.cc, "ccache gcc");
	assert_string_equal(settings->kernel.make.items[0], "V=1");
	assert_int_equal(settings->kernel.jobs, 8);
	assert_true(settings->kernel.timeout_s == 5400.0);
	assert_true(settings->search.confidence == 0.95);
	assert_true(settings->search.smallest_effect == 0.3);
	assert_int_equal(settings->search.samples, 5);
	assert_int_equal(settings->search.max_boots, 32);
	assert_false(settings->search.hold);
	assert_false(settings->search.verify);
	assert_true(settings->search.deadline_s == 43200.0);
}

static void machines_and_workloads_are_read_in_order(void **state)
{
	CLEANUP(settings_freep)
	struct settings *settings = load(
		REPO "machines = ( { name = \"a\"; timing = \"icount\"; memory = \"1 GiB\"; },\n"
		     "  { name = \"b\"; type = \"fake\"; script = \"b.script\"; vcpus = 4; } );\n"
		     "workloads = ( { name = \"tbench\"; },\n"
		     "  { name = \"mine\"; command = \"/opt/mine -c {clients}\";\n"
		     "    parse = \"regex:^ops (?<value>[0-9.]+)\"; unit = \"ops/s\";\n"
		     "    better = \"lower\"; files = ( \"mine:/opt/mine\" ); warmups = 0;\n"
		     "    timeout = \"90 s\"; } );\n");
	const struct workload_settings *mine = settings_workload(settings, "mine");

	(void)state;
	assert_int_equal(settings->n_machines, 2);
	assert_string_equal(settings->machines[0].name, "a");
	assert_int_equal(settings->machines[0].timing, TIMING_ICOUNT);
	assert_int_equal(settings->machines[1].type, MACHINE_FAKE);
	assert_string_equal(settings->machines[1].script, "/lab/b.script");
	assert_int_equal(settings->machines[1].vcpus, 4);
	assert_int_equal(settings->machines[1].memory_bytes, 512 << 20);
	assert_int_equal(settings->n_workloads, 2);
	assert_ptr_equal(mine, &settings->workloads[1]);
	assert_string_equal(mine->command, "/opt/mine -c {clients}");
	assert_string_equal(mine->parse, "regex:^ops (?<value>[0-9.]+)");
	assert_string_equal(mine->unit, "ops/s");
	assert_string_equal(mine->better, "lower");
	assert_string_equal(mine->files.items[0], "/lab/mine:/opt/mine");
	assert_int_equal(mine->warmups, 0);
	assert_true(mine->timeout_s == 90.0);
}

static void parameters_keep_their_order_and_are_texts(void **state)
{
	CLEANUP(settings_freep)
	struct settings *settings =
		load(REPO "workloads = ( { name = \"w\"; params = { size = \"22 MB\";\n"
			  "  clients = [ 1, 2, -3 ]; big = 9000000000L; skew = ( \"0.50\", 7 ); };"
			  " } );\n");
	const struct workload_settings *workload = settings->workloads;

	(void)state;
	assert_int_equal(workload->n_params, 4);
	assert_string_equal(workload->params[0].name, "size");
	assert_string_equal(workload->params[0].values.items[0], "22 MB");
	assert_string_equal(workload->params[1].name, "clients");
	assert_int_equal(workload->params[1].values.n, 3);
	assert_string_equal(workload->params[1].values.items[2], "-3");
	assert_string_equal(workload->params[2].values.items[0], "9000000000");
	assert_string_equal(workload->params[3].values.items[0], "0.50");
	assert_string_equal(workload->params[3].values.items[1], "7");
}

static void a_field_knows_the_line_that_gave_it(void **state)
{
	CLEANUP(settings_freep)
	struct settings *settings = load(REPO "\nkernel = {\n  cc =\n    \"clang\";\n};\n");

	(void)state;
	assert_string_equal(settings_where(settings, &settings->repo), "/lab/perfsect.conf:1");
	assert_string_equal(settings_where(settings, &settings->kernel.cc), "/lab/perfsect.conf:4");
	assert_string_equal(settings_where(settings, &settings->kernel.arch), "/lab/perfsect.conf");
}

static void relative_paths_start_at_the_file_wherever_we_are(void **state)
{
	CLEANUP(settings_freep) struct settings *settings = NULL;
	CLEANUP(mem_freep) char *here = getcwd(NULL, 0);
	CLEANUP(mem_freep) char *expected = mem_printf("%s/lab/linux", here);
	struct error err = { 0 };

	(void)state;
	assert_int_equal(load_settings_text("repo = \"linux\";", "lab/p.conf", &settings, &err), 0);
	assert_string_equal(settings->repo, expected);
	settings_freep(&settings);
	assert_int_equal(load_settings_text("repo = \"linux\";", "/p.conf", &settings, &err), 0);
	assert_string_equal(settings->repo, "/linux");
}

/* Takes the "#" from every key of the template, so that all examples and defaults are given. */
static char *uncommented(const char *template)
{
	struct str text = { 0 };

	for (const char *at = template; *at != '\0'; at++) {
		bool starts_line = at == template || at[-1] == '\n' || at[-1] == '\t';

		if (!(starts_line && at[0] == '#' && at[1] != ' '))
			str_append_char(&text, *at);
	}
	return str_steal(&text);
}

static void the_template_says_the_same_as_the_defaults(void **state)
{
	CLEANUP(str_clear) struct str template = { 0 };
	CLEANUP(settings_freep) struct settings *bare = load(REPO);
	CLEANUP(settings_freep) struct settings *full = NULL;
	CLEANUP(settings_freep) struct settings *given = NULL;
	CLEANUP(mem_freep) char *all = NULL;

	(void)state;
	schema_append_template(&template, "/srv/linux");
	full = load(str_text(&template));
	assert_memory_equal(&full->search, &bare->search, sizeof(bare->search));
	assert_string_equal(full->machines[0].name, bare->machines[0].name);
	assert_string_equal(full->workloads[0].name, bare->workloads[0].name);
	all = uncommented(str_text(&template));
	given = load(all);
	assert_memory_equal(&given->search, &bare->search, sizeof(bare->search));
	assert_string_equal(given->kernel.cc, bare->kernel.cc);
	assert_int_equal(given->machines[0].memory_bytes, bare->machines[0].memory_bytes);
	assert_true(given->machines[0].boot_timeout_s == bare->machines[0].boot_timeout_s);
	assert_int_equal(given->workloads[0].n_params, 1);
}

/* A folder with two files in it; the caller frees the name and removes the folder. */
static char *make_folder(const char *main_text, const char *included_text)
{
	char *folder = mem_strdup("/tmp/perfsect-load-XXXXXX");
	CLEANUP(mem_freep) char *main_path = NULL;
	CLEANUP(mem_freep) char *included = NULL;
	struct error err = { 0 };

	assert_non_null(mkdtemp(folder));
	main_path = mem_printf("%s/perfsect.conf", folder);
	included = mem_printf("%s/lab.conf", folder);
	assert_int_equal(fs_write_atomic(main_path, main_text, strlen(main_text), 0644, &err), 0);
	assert_int_equal(
		fs_write_atomic(included, included_text, strlen(included_text), 0644, &err), 0);
	return folder;
}

/* Loads perfsect.conf of such a folder, which is removed. */
static int load_folder(const char *main_text, const char *included_text, struct settings **ret,
		       struct error *err)
{
	CLEANUP(mem_freep) char *folder = make_folder(main_text, included_text);
	CLEANUP(mem_freep) char *path = mem_printf("%s/perfsect.conf", folder);
	struct error ignored;
	int result = load_settings(path, ret, err);

	assert_int_equal(fs_remove_tree(folder, &ignored), 0);
	return result;
}

static void an_included_file_counts_as_if_it_stood_there(void **state)
{
	CLEANUP(settings_freep) struct settings *settings = NULL;
	struct error err = { 0 };

	(void)state;
	assert_int_equal(
		load_folder("@include \"lab.conf\"\nkeep = \"1 GiB\";\n", REPO, &settings, &err),
		0);
	assert_string_equal(settings->repo, "/srv/linux");
	assert_string_equal(settings_where(settings, &settings->repo), "lab.conf:1");
}

static void an_error_in_an_included_file_names_that_file(void **state)
{
	struct settings *settings = NULL;
	struct error err = { 0 };

	(void)state;
	assert_int_equal(load_folder("@include \"lab.conf\"\n", REPO "kep = 1;\n", &settings, &err),
			 -1);
	assert_string_equal(err.text, "lab.conf:2: unknown key 'kep'; did you mean 'keep'?");
	assert_int_equal(
		load_folder("@include \"lab.conf\"\n", "\nx = 4294967297;\n", &settings, &err), -1);
	assert_string_equal(err.text, "lab.conf:2: the integer 4294967297 does not fit in 32 bits; "
				      "sizes and times are texts with a unit");
	assert_null(settings);
}

static void a_file_that_is_not_there_is_a_configuration_error(void **state)
{
	struct settings *settings = NULL;
	struct error err = { 0 };

	(void)state;
	assert_int_equal(load_settings("/nonexistent/perfsect.conf", &settings, &err), -1);
	assert_non_null(strstr(err.text, "/nonexistent/perfsect.conf"));
	assert_non_null(strstr(err.text, "No such file"));
	assert_int_equal(err.kind, ERROR_CONFIG);
}

static void a_binary_file_is_refused(void **state)
{
	char path[] = "/tmp/perfsect-load-XXXXXX";
	int fd = mkstemp(path);
	struct settings *settings = NULL;
	struct error err = { 0 };

	(void)state;
	assert_int_equal(write(fd, "repo\0", 5), 5);
	assert_int_equal(close(fd), 0);
	assert_int_equal(load_settings(path, &settings, &err), -1);
	assert_int_equal(unlink(path), 0);
	assert_non_null(strstr(err.text, ": holds a NUL byte; is it a text file?"));
}

static void the_tables_of_the_kernel_are_lists_within_it(void **state)
{
	CLEANUP(settings_freep) struct settings *settings = NULL;
	struct error err = { 0 };
	const char *text =
		"repo = \"r\";\n"
		"kernel = { cc = \"gcc-12\"; one_toolchain = false;\n"
		"  toolchains = ( { range = \"..v5.4\"; cc = \"gcc-11\"; ld = \"ld.bfd\"; "
		"make = ( \"V=1\" ); },\n"
		"                 { range = \"v5.4..v5.10\"; cc = \"clang-14\"; } );\n"
		"  overrides = ( { range = \"v5.8..\"; set = ( \"CONFIG_A=n\", \"CONFIG_B=m\" ); } "
		");\n"
		"  mend = ( { range = \"..\"; patch = \"m/a.patch\"; },\n"
		"           { range = \"a..b\"; commit = \"1234\"; } ); };\n";

	(void)state;
	if (load_settings_text(text, "/w/perfsect.conf", &settings, &err) < 0)
		fail_msg("%s", err.text);
	assert_false(settings->kernel.one_toolchain);
	assert_int_equal(settings->kernel.n_toolchains, 2);
	assert_string_equal(settings->kernel.toolchains[0].range, "..v5.4");
	assert_string_equal(settings->kernel.toolchains[0].ld, "ld.bfd");
	assert_string_equal(settings->kernel.toolchains[0].make.items[0], "V=1");
	assert_string_equal(settings->kernel.toolchains[1].cc, "clang-14");
	assert_null(settings->kernel.toolchains[1].ld);
	assert_int_equal(settings->kernel.n_overrides, 1);
	assert_string_equal(settings->kernel.overrides[0].set.items[1], "CONFIG_B=m");
	assert_int_equal(settings->kernel.n_mends, 2);
	assert_string_equal(settings->kernel.mends[0].patch, "/w/m/a.patch");
	assert_null(settings->kernel.mends[0].commit);
	assert_string_equal(settings->kernel.mends[1].commit, "1234");
	assert_string_equal(settings_where(settings, &settings->kernel.mends[1].range),
			    "/w/perfsect.conf:7");
}

static void without_tables_there_is_one_toolchain_for_all(void **state)
{
	CLEANUP(settings_freep) struct settings *settings = NULL;
	struct error err = { 0 };

	(void)state;
	if (load_settings_text("repo = \"r\";\n", "/w/perfsect.conf", &settings, &err) < 0)
		fail_msg("%s", err.text);
	assert_true(settings->kernel.one_toolchain);
	assert_int_equal(settings->kernel.n_toolchains, 0);
	assert_int_equal(settings->kernel.n_overrides, 0);
	assert_int_equal(settings->kernel.n_mends, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_repository_is_all_that_must_be_given),
		cmocka_unit_test(without_a_list_there_is_one_machine_and_one_workload),
		cmocka_unit_test(the_kernel_and_the_search_are_read),
		cmocka_unit_test(machines_and_workloads_are_read_in_order),
		cmocka_unit_test(parameters_keep_their_order_and_are_texts),
		cmocka_unit_test(a_field_knows_the_line_that_gave_it),
		cmocka_unit_test(relative_paths_start_at_the_file_wherever_we_are),
		cmocka_unit_test(the_template_says_the_same_as_the_defaults),
		cmocka_unit_test(an_included_file_counts_as_if_it_stood_there),
		cmocka_unit_test(an_error_in_an_included_file_names_that_file),
		cmocka_unit_test(a_file_that_is_not_there_is_a_configuration_error),
		cmocka_unit_test(a_binary_file_is_refused),
		cmocka_unit_test(the_tables_of_the_kernel_are_lists_within_it),
		cmocka_unit_test(without_tables_there_is_one_toolchain_for_all),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
