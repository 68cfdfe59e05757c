/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "base/mem.h"
#include "config/check.h"
#include "config/load.h"

/* A folder with what the configurations below name: repo/, a.config and mine. */
static int set_up(void **state)
{
	char *folder = mem_strdup("/tmp/perfsect-check-XXXXXX");
	CLEANUP(mem_freep) char *repo = NULL;
	CLEANUP(mem_freep) char *config = NULL;
	CLEANUP(mem_freep) char *mine = NULL;
	struct error err = { 0 };

	if (!mkdtemp(folder))
		return -1;
	repo = mem_printf("%s/repo", folder);
	config = mem_printf("%s/a.config", folder);
	mine = mem_printf("%s/mine", folder);
	*state = folder;
	if (fs_make_dirs(repo, &err) < 0 || fs_write_atomic(config, "", 0, 0644, &err) < 0)
		return -1;
	return fs_write_atomic(mine, "", 0, 0755, &err);
}

static int tear_down(void **state)
{
	struct error err = { 0 };
	int result = fs_remove_tree(*state, &err);

	free(*state);
	return result;
}

/* Loads the text as a file of the folder, and checks it. */
static int check(void **state, const char *text, struct error *err)
{
	CLEANUP(mem_freep) char *path = mem_printf("%s/perfsect.conf", (const char *)*state);
	CLEANUP(settings_freep) struct settings *settings = NULL;

	if (load_settings_text(text, path, &settings, err) < 0)
		fail_msg("%s", err->text);
	return check_settings(settings, err);
}

#define REPO "repo = \"repo\";\n"

static void assert_accepted(void **state, const char *text)
{
	struct error err = { 0 };

	if (check(state, text, &err) < 0)
		fail_msg("%s", err.text);
}

/* `expected` is what follows "<folder>/perfsect.conf:". */
static void assert_refused(void **state, const char *text, const char *expected)
{
	CLEANUP(mem_freep) char *start = mem_printf("%s/perfsect.conf:", (const char *)*state);
	struct error err = { 0 };

	if (check(state, text, &err) == 0)
		fail_msg("accepted; expected: %s", expected);
	assert_int_equal(strncmp(err.text, start, strlen(start)), 0);
	assert_string_equal(err.text + strlen(start), expected);
	assert_int_equal(err.kind, ERROR_CONFIG);
}

/* The same where the text names a file `name` of the folder that is not there. */
static void assert_missing(void **state, const char *text, const char *before, const char *name)
{
	CLEANUP(mem_freep)
	char *expected = mem_printf("%s '%s/%s'", before, (const char *)*state, name);

	assert_refused(state, text, expected);
}

static void the_defaults_pass(void **state)
{
	assert_accepted(state, REPO);
}

static void a_full_configuration_passes(void **state)
{
	assert_accepted(
		state,
		REPO "kernel = { config = \"a.config\"; fragments = ( \"a.config\" );\n"
		     "  make = ( \"KCFLAGS=-O1 -g\", \"V=1\" ); };\n"
		     "machines = ( { name = \"vm0\"; vcpus = 4; pin = \"2-4,7\"; },\n"
		     "  { name = \"robot.1\"; type = \"fake\"; script = \"mine\"; } );\n"
		     "workloads = ( { name = \"sched-pipe\"; params = { loops = ( 1, 2 ); }; },\n"
		     "  { name = \"mine\"; command = \"/opt/mine {n}\"; parse = \"json:/ops\";\n"
		     "    unit = \"ops/s\"; better = \"higher\"; params = { n = ( 1, 2 ); };\n"
		     "    files = ( \"mine:/opt/mine\", \"a.config\" ); } );\n");
}

static void files_that_are_not_there_are_named_with_their_line(void **state)
{
	assert_missing(state, "\nrepo = \"nowhere\";", "2: repo: there is no folder", "nowhere");
	assert_missing(state, REPO "kernel = {\n config = \"b.config\"; };",
		       "3: kernel.config: there is no file", "b.config");
	assert_missing(state, REPO "kernel = { fragments = ( \"a.config\", \"c\" ); };",
		       "2: kernel.fragments: there is no file", "c");
	assert_missing(state, REPO "machines = ( { name = \"a\"; emulator = \"qemu\"; } );",
		       "2: machines.emulator: there is no file", "qemu");
	assert_missing(state,
		       REPO "machines = ( { name = \"a\"; type = \"fake\"; script = \"s\"; } );",
		       "2: machines.script: there is no file", "s");
	assert_missing(state, REPO "workloads = ( { name = \"a\"; files = ( \"x:/opt/x\" ); } );",
		       "2: workloads.files: there is no file", "x");
}

static void a_folder_is_no_file(void **state)
{
	CLEANUP(mem_freep)
	char *expected = mem_printf("2: kernel.config: '%s/repo' is a folder, not a file",
				    (const char *)*state);

	assert_refused(state, REPO "kernel = { config = \"repo\"; };", expected);
}

static void make_gets_assignments_and_none_of_ours(void **state)
{
	assert_refused(state, REPO "kernel = { make = ( \"V=1\", \"clean\" ); };",
		       "2: kernel.make: 'clean' is not of the form NAME=VALUE");
	assert_refused(state, REPO "kernel = { make = ( \"-k\" ); };",
		       "2: kernel.make: '-k' is not of the form NAME=VALUE");
	assert_refused(state, REPO "kernel = { make = ( \"CC=clang\" ); };",
		       "2: kernel.make must not set 'CC': use kernel.cc");
	assert_refused(state, REPO "kernel = { make = ( \"O=/tmp\" ); };",
		       "2: kernel.make must not set 'O': each build has a folder of its own");
}

static void the_base_configuration_has_one_source(void **state)
{
	assert_refused(state,
		       REPO "kernel = { config = \"a.config\"; make_config = \"tinyconfig\"; };",
		       "2: kernel.config and kernel.make_config are both given; one base "
		       "configuration is enough");
	assert_refused(
		state, REPO "kernel = { make_config = \"tinyconfig clean\"; };",
		"2: kernel.make_config is 'tinyconfig clean'; it must be one word of letters, "
		"digits and '._-'");
	assert_refused(state, REPO "kernel = { arch = \"-x\"; };",
		       "2: kernel.arch is '-x'; it must be one word of letters, digits and '._-'");
}

static void names_are_unique_and_fit_for_files(void **state)
{
	assert_refused(state, REPO "machines = ( { name = \"a\"; },\n { name = \"a\"; } );",
		       "3: there are two machines called 'a'");
	assert_refused(state, REPO "workloads = ( { name = \"a\"; },\n { name = \"a\"; } );",
		       "3: there are two workloads called 'a'");
	assert_refused(
		state, REPO "machines = ( { name = \"../a\"; } );",
		"2: machines.name '../a' must be of letters, digits and '._-', and begin with a "
		"letter or digit");
	assert_refused(state,
		       REPO "workloads = ( { name = \"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
			    "aaaaaaaaaaaaaaaaaaaa\"; } );",
		       "2: workloads.name has 65 bytes; it must have at most 64");
}

static void a_fake_machine_and_its_script_belong_together(void **state)
{
	assert_refused(state, REPO "machines = ( { name = \"a\"; type = \"fake\"; } );",
		       "2: the fake machine 'a' needs a 'script'");
	assert_refused(state, REPO "machines = ( { name = \"a\"; script = \"mine\"; } );",
		       "2: machines.script is of use with type = \"fake\" only");
}

static void instructions_are_not_counted_under_kvm(void **state)
{
	assert_refused(state,
		       REPO
		       "machines = ( { name = \"a\"; accel = \"kvm\"; timing = \"icount\"; } );",
		       "2: machines.timing \"icount\" counts instructions in TCG; it cannot be had "
		       "with accel = \"kvm\"");
	assert_accepted(state, REPO
			"machines = ( { name = \"a\"; accel = \"tcg\"; timing = \"icount\"; } );");
}

static void pinned_cpus_are_a_list_that_is_long_enough(void **state)
{
	assert_refused(state, REPO "machines = ( { name = \"a\"; vcpus = 3; pin = \"2,4\"; } );",
		       "2: machines.pin '2,4' has 2 CPUs, fewer than the 3 of machines.vcpus");
#define NO_LIST(pin)                                                                             \
	assert_refused(state, REPO "machines = ( { name = \"a\"; pin = \"" pin "\"; } );",       \
		       "2: machines.pin is '" pin "'; write a list of host CPUs from 0 to 4095 " \
		       "like \"2-5\" or \"2,4\"")
	NO_LIST("5-2");
	NO_LIST("2,");
	NO_LIST("a");
	NO_LIST("1-2-3");
	NO_LIST("-1");
	NO_LIST("4096");
	NO_LIST("+1");
	NO_LIST("1-+3");
#undef NO_LIST
}

#define OWN "name = \"a\"; command = \"run {n}\"; unit = \"s\"; better = \"lower\"; "

static void a_command_comes_with_all_that_makes_it_a_number(void **state)
{
	assert_refused(state, REPO "workloads = ( { name = \"a\"; command = \"x\"; } );",
		       "2: workload 'a' has a 'command' but no 'parse'");
	assert_refused(state,
		       REPO "workloads = ( { name = \"a\"; command = \"x\"; parse = \"json:/x\"; "
			    "unit = \"s\"; } );",
		       "2: workload 'a' has a 'command' but no 'better'");
	assert_refused(
		state, REPO "workloads = ( { name = \"a\";\n parse = \"json:/x\"; } );",
		"3: workload 'a' has 'parse' but no 'command'; the catalog's workloads bring "
		"their own");
}

static void a_rule_has_one_of_the_shapes_there_are(void **state)
{
#define NO_RULE(rule)                                                                           \
	assert_refused(                                                                         \
		state, REPO "workloads = ( { " OWN "parse = \"" rule "\"; } );",                \
		"2: workloads.parse is '" rule                                                  \
		"'; write \"keyvalue:NAME\", \"json:/POINTER\", \"csv:COLUMN\", \"tap:NAME\", " \
		"\"lava:NAME\" or \"regex:…(?<value>…)…\"")
	NO_RULE("ops");
	NO_RULE("keyvalue:");
	NO_RULE("json:ops");
	NO_RULE("csv:");
	NO_RULE("tap:");
	NO_RULE("lava:");
	NO_RULE("regex:ops ([0-9]+)");
#undef NO_RULE
	assert_accepted(state, REPO "workloads = ( { " OWN "parse = \"keyvalue:ops\"; } );");
	assert_accepted(state,
			REPO "workloads = ( { " OWN "parse = \"csv:rps where test=SET\"; } );");
	assert_accepted(state, REPO "workloads = ( { " OWN "parse = \"tap:ops\"; } );");
	assert_accepted(state, REPO "workloads = ( { " OWN "parse = \"lava:pipe\"; } );");
	assert_accepted(state, REPO "workloads = ( { " OWN "parse = \"regex:(?<value>.)\"; } );");
}

static void a_file_in_the_guest_has_a_plain_absolute_path(void **state)
{
#define BAD_GUEST(guest)                                                                          \
	assert_refused(state,                                                                     \
		       REPO "workloads = ( { name = \"a\"; files = ( \"mine:" guest "\" ); } );", \
		       "2: workloads.files: '" guest "' is not a file's absolute path without "   \
		       "'.' and '..'")
	BAD_GUEST("/opt/../init");
	BAD_GUEST("/");
	BAD_GUEST("/opt/");
	BAD_GUEST("/opt//mine");
	BAD_GUEST("/..");
#undef BAD_GUEST
}

static void parameters_make_a_difference(void **state)
{
	assert_refused(state,
		       REPO "workloads = ( { " OWN
			    "parse = \"json:/x\";\n params = { m = 1; }; } );",
		       "3: workloads.params: 'm' changes nothing, since 'command' has no {m}");
	assert_refused(state,
		       REPO "workloads = ( { " OWN "parse = \"json:/x\"; params = { n = ( 1, 2, "
			    "\"1\" ); }; } );",
		       "2: workloads.params: 'n' has the value '1' twice");
}

static void combinations_of_parameters_are_bounded(void **state)
{
	struct str text = { 0 };

	str_append(&text, REPO "workloads = ( { name = \"a\"; params = {");
	for (int i = 0; i < 16; i++)
		str_appendf(&text, " p%d = ( 1, 2, 3, 4 );", i);
	str_append(&text, " }; } );");
	assert_refused(state, str_text(&text),
		       "2: workloads.params have more than 10000 combinations");
	str_clear(&text);
}

static void a_target_that_makes_no_configuration_is_refused(void **state)
{
	assert_accepted(state, REPO "kernel = { make_config = \"allnoconfig\"; };");
	assert_accepted(state, REPO "kernel = { make_config = \"x86_64_defconfig\"; };");
	assert_accepted(state, REPO "kernel = { make_config = \"tiny.config\"; };");
	assert_refused(
		state, REPO "kernel = { make_config = \"tinyconfg\"; };",
		"2: kernel.make_config is 'tinyconfg', which makes no configuration; did you "
		"mean 'tinyconfig'? NAME_defconfig and NAME.config are those of the tree");
	assert_refused(
		state, REPO "kernel = { make_config = \"menuconfig\"; };",
		"2: kernel.make_config is 'menuconfig', which makes no configuration; did you "
		"mean 'defconfig'? NAME_defconfig and NAME.config are those of the tree");
}

static void a_fragment_is_text_of_kconfig(void **state)
{
	static const char good[] = "# CONFIG_A is not set\n\nCONFIG_B=y\r\nCONFIG_C=\"x=\"\n";
	static const char bad[] = "CONFIG_B=y\nCONFIG_C is not set\n";
	CLEANUP(mem_freep) char *path = mem_printf("%s/x.config", (const char *)*state);
	CLEANUP(mem_freep)
	char *expected =
		mem_printf("2: kernel.fragments: line 2 of '%s' is 'CONFIG_C is not set', "
			   "which is not as kconfig has it: CONFIG_NAME=value, or a comment",
			   path);
	struct error err = { 0 };

	assert_int_equal(fs_write_atomic(path, good, strlen(good), 0644, &err), 0);
	assert_accepted(state, REPO "kernel = { fragments = ( \"x.config\" ); };");
	assert_int_equal(fs_write_atomic(path, bad, strlen(bad), 0644, &err), 0);
	assert_refused(state, REPO "kernel = { fragments = ( \"x.config\" ); };", expected);
}

static void a_mail_server_is_one_that_can_be_reached_safely(void **state)
{
	static const struct {
		const char *mail, *says;
	} wrong[] = {
		{ "server = \"mail.example.org\";", "mail.server is 'mail.example.org'" },
		{ "server = \"smtp://a@b/c\";", "write it like \"smtp://mail.example.org:587\"" },
		{ "from = \"nobody\";", "mail.from is 'nobody'" },
		{ "cc = ( \"a@b, c@d\" );", "mail.cc has 'a@b, c@d'" },
		{ "archive = \"https://a b\";", "mail.archive is 'https://a b'" },
		{ "user = \"me\";", "mail.user needs mail.password_file" },
		{ "user = \"me\"; password_command = \"x\"; tls = \"none\";", "in the clear" },
		{ "password_file = \"nowhere\";", "mail.password_file" },
	};

	assert_accepted(state, REPO "mail = { server = \"smtp://[::1]:25\"; tls = \"none\"; "
				    "from = \"A. B <a@b.c>\"; cc = ( \"x@y\" ); };");
	assert_accepted(state, REPO "mail = { server = \"smtps://m.example.org\"; user = \"me\"; "
				    "password_file = \"mine\"; };");
	for (size_t i = 0; i < ARRAY_LENGTH(wrong); i++) {
		CLEANUP(mem_freep) char *text = mem_printf(REPO "mail = { %s };", wrong[i].mail);
		struct error err = { 0 };

		assert_int_equal(check(state, text, &err), -1);
		if (!strstr(err.text, wrong[i].says))
			fail_msg("%s: %s", wrong[i].mail, err.text);
	}
}

static void a_range_of_history_has_two_dots(void **state)
{
	static const char *const ranges[] = { "v5.4", "v5.4...v5.10", "a..b..c", "a ..b" };

	for (size_t i = 0; i < ARRAY_LENGTH(ranges); i++) {
		CLEANUP(mem_freep)
		char *text = mem_printf(REPO "kernel = { toolchains = ( { range = \"%s\"; "
					     "cc = \"gcc\"; } ); };",
					ranges[i]);
		CLEANUP(mem_freep)
		char *expected = mem_printf("2: kernel.toolchains.range is '%s'; it must be "
					    "\"A..B\", \"A..\", \"..B\" or \"..\", with two dots",
					    ranges[i]);

		assert_refused(state, text, expected);
	}
	assert_accepted(state,
			REPO "kernel = { toolchains = ( { range = \"..v5.4\"; cc = "
			     "\"gcc-11\"; }, { range = \"v5.4..\"; cc = \"gcc-12\"; } ); };");
}

static void an_override_sets_options(void **state)
{
	assert_refused(state,
		       REPO
		       "kernel = { overrides = ( { range = \"..\"; set = ( \"HZ=100\" ); } ); };",
		       "2: kernel.overrides.set: 'HZ=100' is not of the form CONFIG_NAME=value");
	assert_refused(state,
		       REPO
		       "kernel = { overrides = ( { range = \"..\"; set = ( \"CONFIG_A\" ); } ); };",
		       "2: kernel.overrides.set: 'CONFIG_A' is not of the form CONFIG_NAME=value");
}

static void a_mend_is_one_commit_or_one_patch(void **state)
{
	assert_refused(state, REPO "kernel = { mend = ( { range = \"..\"; } ); };",
		       "2: kernel.mend for '..' has neither commit nor patch; it must have one of "
		       "the two");
	assert_refused(state,
		       REPO
		       "kernel = { mend = ( { range = \"..\"; commit = \"a\"; patch = \"mine\"; "
		       "} ); };",
		       "2: kernel.mend for '..' has both a commit and a patch; it must have one of "
		       "the two");
	assert_missing(state,
		       REPO "kernel = { mend = ( { range = \"..\"; patch = \"gone.patch\"; } ); };",
		       "2: kernel.mend.patch: there is no file", "gone.patch");
}

static void what_the_guest_has_is_checked(void **state)
{
	assert_accepted(state,
			REPO "guest = { packages = ( \"dbench\", \"libc6\", \"g++-12\" ); };");
	assert_accepted(state, REPO "guest = { root = \"mine\"; };");
	assert_refused(state, REPO "guest = { root = \"mine\"; packages = ( \"dbench\" ); };",
		       "2: guest has a 'root' and 'packages'; it can have one of them");
	assert_missing(state, REPO "guest = { root = \"none.tar\"; };",
		       "2: guest.root: there is no file", "none.tar");
	assert_refused(state, REPO "guest = { packages = ( \"-oDebug=1\" ); };",
		       "2: guest.packages: '-oDebug=1' is no name of a Debian package");
	assert_refused(state, REPO "guest = { packages = ( \"a,b\" ); };",
		       "2: guest.packages: 'a,b' is no name of a Debian package");
	assert_refused(state, REPO "guest = { packages = ( \"dbench\" ); suite = \"-v\"; };",
		       "2: guest.suite: '-v' is no Debian release");
	assert_refused(state, REPO "guest = { packages = ( \"dbench\" ); mirror = \"--help\"; };",
		       "2: guest.mirror: '--help' is no address such as "
		       "\"http://deb.debian.org/debian\"");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_defaults_pass),
		cmocka_unit_test(a_full_configuration_passes),
		cmocka_unit_test(files_that_are_not_there_are_named_with_their_line),
		cmocka_unit_test(a_folder_is_no_file),
		cmocka_unit_test(make_gets_assignments_and_none_of_ours),
		cmocka_unit_test(the_base_configuration_has_one_source),
		cmocka_unit_test(a_target_that_makes_no_configuration_is_refused),
		cmocka_unit_test(a_fragment_is_text_of_kconfig),
		cmocka_unit_test(names_are_unique_and_fit_for_files),
		cmocka_unit_test(a_fake_machine_and_its_script_belong_together),
		cmocka_unit_test(instructions_are_not_counted_under_kvm),
		cmocka_unit_test(pinned_cpus_are_a_list_that_is_long_enough),
		cmocka_unit_test(a_command_comes_with_all_that_makes_it_a_number),
		cmocka_unit_test(a_rule_has_one_of_the_shapes_there_are),
		cmocka_unit_test(a_file_in_the_guest_has_a_plain_absolute_path),
		cmocka_unit_test(a_mail_server_is_one_that_can_be_reached_safely),
		cmocka_unit_test(parameters_make_a_difference),
		cmocka_unit_test(combinations_of_parameters_are_bounded),
		cmocka_unit_test(a_range_of_history_has_two_dots),
		cmocka_unit_test(an_override_sets_options),
		cmocka_unit_test(a_mend_is_one_commit_or_one_patch),
		cmocka_unit_test_setup_teardown(what_the_guest_has_is_checked, set_up, tear_down),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
