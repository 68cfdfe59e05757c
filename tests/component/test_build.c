/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Builds a kernel tree in miniature with the real make and compiler: what becomes of the tree. */
#include "tests/support/test.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/mem.h"
#include "bisect/elf_note.h"
#include "tests/component/build_site.h"

static void a_tree_that_compiles_leaves_a_kernel_its_config_and_its_identity(void **state)
{
	struct site *site = *state;
	CLEANUP(mem_freep) char *meta = NULL;
	CLEANUP(mem_freep) char *config = NULL;
	CLEANUP(mem_freep) char *image = mem_printf("%s/bzImage", site->artefacts);
	char build_id[BUILD_ID_HEX_SIZE];

	site_assert_built(site);
	assert_string_equal(site->result.release, "6.1.0-miniature");
	assert_int_equal(elf_note_read_build_id(image, build_id, &site->err), 0);
	assert_int_equal(strlen(build_id), 40);
	assert_string_equal(site->result.build_id, build_id);
	assert_true(site->result.wall_s > 0);
	config = site_read_file(site->artefacts, "config");
	assert_non_null(strstr(config, "CONFIG_PIPES=y\n"));
	assert_non_null(strstr(config, "# CONFIG_LOCALVERSION_AUTO is not set\n"));
	meta = site_read_file(site->artefacts, "meta.json");
	assert_non_null(strstr(meta, build_id));
	assert_non_null(strstr(meta, "6.1.0-miniature"));
}

static void the_same_tree_in_another_folder_has_the_same_build_id(void **state)
{
	struct site *site = *state;
	CLEANUP(mem_freep) char *first = NULL;
	CLEANUP(mem_freep) char *elsewhere = mem_printf("%s/other/place", site->dir);

	site_assert_built(site);
	first = mem_strdup(site->result.build_id);
	site->request.object_dir = elsewhere;
	site_assert_built(site);
	assert_string_equal(site->result.build_id, first);
}

static void a_comment_makes_the_same_kernel_and_code_another(void **state)
{
	struct site *site = *state;
	CLEANUP(mem_freep) char *code = site_read_file(site->source, "init.c");
	CLEANUP(mem_freep) char *commented = mem_printf("/* no more than this */\n\n%s", code);
	CLEANUP(mem_freep) char *changed = mem_printf("%s\nint perfsect_more = 1;\n", code);
	CLEANUP(mem_freep) char *first = NULL;

	site_assert_built(site);
	first = mem_strdup(site->result.content);
	assert_int_equal(strlen(first), 40);
	site_write_file(site->source, "init.c", commented);
	site_assert_built(site);
	assert_string_equal(site->result.content, first);
	site_write_file(site->source, "init.c", changed);
	site_assert_built(site);
	assert_string_not_equal(site->result.content, first);
}

static void a_configuration_that_stands_is_not_made_again(void **state)
{
	struct site *site = *state;
	CLEANUP(mem_freep)
	char *script = mem_printf("%s/scripts/kconfig/olddefconfig.awk", site->source);

	site_add_fragment(site, "a.config", "CONFIG_GONE=y\n");
	site->request.config_name = "tree fingerprint";
	site->request.config_stands = true; /* but there is none yet */
	site_assert_built(site);
	assert_int_equal(unlink(script), 0); /* it could not be made again */
	site_assert_built(site);
	assert_string_equal(site->result.not_granted, "CONFIG_GONE=y: is not set\n");
	site->request.config_stands = false;
	site_build(site);
	assert_int_not_equal(site->result.outcome, OUTCOME_BUILT);
	/* what failed leaves nothing that stands */
	site->request.config_stands = true;
	site_build(site);
	assert_int_not_equal(site->result.outcome, OUTCOME_BUILT);
}

static void a_second_build_compiles_nothing(void **state)
{
	struct site *site = *state;

	site_assert_built(site);
	site_assert_built(site);
	assert_int_equal(site_count_in_log(site, "  CC      init.o"), 1);
}

static void another_configuration_compiles_again(void **state)
{
	struct site *site = *state;

	site_assert_built(site);
	site_add_fragment(site, "more.config", "CONFIG_SCHED=y\n");
	site_assert_built(site);
	assert_int_equal(site_count_in_log(site, "  CC      init.o"), 2);
}

static void options_that_were_not_granted_are_named(void **state)
{
	struct site *site = *state;

	site_add_fragment(site, "a.config",
			  "CONFIG_SCHED=y\nCONFIG_GONE=y\n# CONFIG_PIPES is not set\n");
	site_add_fragment(site, "b.config", "CONFIG_ALSO_GONE=m\n");
	site_assert_built(site);
	assert_string_equal(site->result.not_granted,
			    "CONFIG_GONE=y: is not set\nCONFIG_ALSO_GONE=m: is not set\n");
}

static void a_base_configuration_of_the_user_is_taken(void **state)
{
	struct site *site = *state;
	CLEANUP(mem_freep) char *config = NULL;

	site_write_file(site->dir, "base.config", "CONFIG_SCHED=y\nCONFIG_OLD=y\n");
	site->settings.config = mem_printf("%s/base.config", site->dir);
	site_assert_built(site);
	config = site_read_file(site->artefacts, "config");
	assert_non_null(strstr(config, "CONFIG_SCHED=y\n"));
	assert_non_null(strstr(config, "# CONFIG_PIPES is not set\n"));
	assert_string_equal(site->result.not_granted, "CONFIG_OLD=y: is not set\n");
}

static void a_fragment_that_is_missing_is_an_error_with_its_name(void **state)
{
	struct site *site = *state;

	strlist_addf(&site->settings.fragments, "%s/gone.config", site->dir);
	assert_int_equal(build_kernel(&site->request, &site->result, &site->err), -1);
	assert_non_null(strstr(site->err.text, "gone.config"));
	assert_non_null(strstr(site->err.text, "cannot build the kernel in"));
}

static void a_compile_error_is_told_with_its_line(void **state)
{
	struct site *site = *state;

	site_write_file(site->source, "init.c", "int broken(void)\n{\n\treturn missing;\n}\n");
	site_assert_ends(site, OUTCOME_NOT_BUILDABLE, "init.c:3:16: error: 'missing' undeclared");
	assert_null(strstr(site->result.detail, site->source));
}

static void a_link_error_is_told_with_its_symbol(void **state)
{
	struct site *site = *state;

	site_write_file(
		site->source, "init.c",
		"void gone(void);\nvoid _start(void);\nvoid _start(void)\n{\n\tgone();\n}\n");
	site_assert_ends(site, OUTCOME_NOT_BUILDABLE, "undefined reference to `gone'");
}

static void a_tree_mended_after_an_error_builds_in_the_same_folder(void **state)
{
	struct site *site = *state;
	CLEANUP(mem_freep) char *good = site_read_file(site->source, "init.c");

	site_write_file(site->source, "init.c", "broken\n");
	site_assert_ends(site, OUTCOME_NOT_BUILDABLE, "init.c:1:");
	site_write_file(site->source, "init.c", good);
	site_assert_built(site);
}

static void a_folder_without_makefile_is_decided_without_make(void **state)
{
	struct site *site = *state;
	CLEANUP(mem_freep) char *makefile = mem_printf("%s/Makefile", site->source);

	assert_int_equal(unlink(makefile), 0);
	site_assert_ends(site, OUTCOME_NOT_BUILDABLE, "not a kernel tree");
	assert_false(fs_exists(site->log));
}

/* Each leaves its name in what it compiles. */
static void each_compiler_of_the_table_builds_the_tree(void **state)
{
	static const struct {
		const char *cc, *ld, *says;
	} toolchains[] = {
		{ "gcc-11", NULL, "GCC: (Debian 11" },
		{ "gcc-12", "ld.bfd", "GCC: (Debian 12" },
		{ "clang-14", NULL, "clang version 14" },
	};
	struct site *site = *state;
	CLEANUP(mem_freep) char *first = NULL;

	for (size_t i = 0; i < ARRAY_LENGTH(toolchains); i++) {
		CLEANUP(mem_freep) char *version = NULL;
		CLEANUP(mem_freep) char *vmlinux = NULL;
		CLEANUP(mem_freep) char *bytes = NULL;
		size_t n;

		free(site->settings.cc);
		site->settings.cc = mem_strdup(toolchains[i].cc);
		free(site->settings.ld);
		site->settings.ld = toolchains[i].ld ? mem_strdup(toolchains[i].ld) : NULL;
		site->object[strlen(site->object) - 1] = (char)('1' + (int)i);
		if (build_ask_toolchain(&site->settings, &version, &site->err) < 0)
			fail_msg("%s", site->err.text);
		assert_true((strstr(version, "GNU ld") != NULL) == (toolchains[i].ld != NULL));
		site_assert_built(site);
		vmlinux = mem_printf("%s/vmlinux", site->object);
		if (fs_read_file(vmlinux, 1 << 20, &bytes, &n, &site->err) < 0)
			fail_msg("%s", site->err.text);
		assert_non_null(memmem(bytes, n, toolchains[i].says, strlen(toolchains[i].says)));
		if (first)
			assert_string_not_equal(site->result.build_id, first);
		mem_freep(&first);
		first = mem_strdup(site->result.build_id);
	}
}

static void a_compiler_that_is_missing_is_named_with_its_package(void **state)
{
	struct site *site = *state;
	char *version = NULL;

	free(site->settings.cc);
	site->settings.cc = mem_strdup("gcc-99");
	assert_int_equal(build_ask_toolchain(&site->settings, &version, &site->err), -1);
	assert_non_null(strstr(site->err.text, "'gcc-99' is missing on this host (Debian package "
					       "gcc-99)"));
	free(site->settings.cc);
	site->settings.cc = mem_strdup("gcc");
	site->settings.ld = mem_strdup("ld.lld-99");
	assert_int_equal(build_ask_toolchain(&site->settings, &version, &site->err), -1);
	assert_non_null(strstr(site->err.text, "(Debian package lld-99)"));
}

static void overrides_are_asked_for_behind_the_fragments(void **state)
{
	struct site *site = *state;
	CLEANUP(mem_freep) char *config = NULL;

	site_add_fragment(site, "a.config", "CONFIG_SCHED=y\nCONFIG_PIPES=y\n");
	strlist_add(&site->settings.set, "CONFIG_PIPES=n");
	strlist_add(&site->settings.set, "CONFIG_GONE=y");
	site_assert_built(site);
	config = site_read_file(site->artefacts, "config");
	assert_non_null(strstr(config, "# CONFIG_PIPES is not set\n"));
	assert_non_null(strstr(config, "CONFIG_SCHED=y\n"));
	assert_string_equal(site->result.not_granted, "CONFIG_GONE=y: is not set\n");
}

static void functions_are_aligned_unless_the_user_wants_them_as_configured(void **state)
{
	static const char option[] = "CONFIG_DEBUG_FORCE_FUNCTION_ALIGN_64B=y\n";
	struct site *site = *state;
	CLEANUP(mem_freep) char *kconfig = site_read_file(site->source, "Kconfig");
	CLEANUP(mem_freep)
	char *more = mem_printf("%sconfig DEBUG_FORCE_FUNCTION_ALIGN_64B\n", kconfig);

	site_write_file(site->source, "Kconfig", more);
	for (int i = 0; i < 2; i++) {
		CLEANUP(mem_freep) char *config = NULL;

		site->settings.as_configured = i;
		site_assert_built(site);
		config = site_read_file(site->artefacts, "config");
		assert_true((strstr(config, option) == NULL) == (bool)i);
	}
}

/* Before 2012 there was no olddefconfig; before that, no merge_config.sh, or none with -O. */
static void older_trees_are_configured_by_what_they_have(void **state)
{
	static const char *const targets[] = { "olddefconfig", "oldnoconfig", "oldconfig" };
	struct site *site = *state;
	CLEANUP(mem_freep)
	char *script = mem_printf("%s/scripts/kconfig/merge_config.sh", site->source);

	site_add_fragment(site, "a.config", "CONFIG_SCHED=n\nCONFIG_PIPES=y\n");
	site_add_fragment(site, "b.config", "CONFIG_SCHED=y\nCONFIG_PIPES=n\n");
	assert_int_equal(unlink(script), 0);
	for (size_t i = 0; i < ARRAY_LENGTH(targets); i++) {
		CLEANUP(mem_freep) char *config = NULL;
		CLEANUP(mem_freep) char *said = mem_printf("  KCONFIG %s", targets[i]);

		site_write_file(site->source, "scripts/kconfig/Makefile", targets[i]);
		site_assert_built(site);
		config = site_read_file(site->artefacts, "config");
		assert_non_null(strstr(config, "# CONFIG_PIPES is not set\nCONFIG_SCHED=y\n"));
		assert_int_equal(site_count_in_log(site, said), 1);
	}
}

/* It asks for a value that has no default, and finds nobody who could give one. */
static void a_question_without_an_answer_ends_the_build(void **state)
{
	struct site *site = *state;

	site_write_file(site->source, "scripts/kconfig/Makefile", "oldconfig");
	site_write_file(site->source, "asks-for-ever", "");
	site_assert_ends(site, OUTCOME_NOT_BUILDABLE, "a value that has no default");
}

static void fingerprint(struct site *site, char ret[41])
{
	if (build_fingerprint(&site->settings, "gcc 1", ret, &site->err) < 0)
		fail_msg("%s", site->err.text);
	assert_int_equal(strlen(ret), 40);
}

static void the_fingerprint_is_the_same_for_the_same_settings(void **state)
{
	struct site *site = *state;
	char first[41], again[41];

	site_add_fragment(site, "a.config", "CONFIG_A=y\n");
	fingerprint(site, first);
	site->settings.jobs = 17;
	site->settings.timeout_s = 5;
	fingerprint(site, again);
	assert_string_equal(first, again);
}

static void the_fingerprint_follows_all_that_decides_the_binary(void **state)
{
	struct site *site = *state;
	char seen[7][41];

	site_add_fragment(site, "a.config", "CONFIG_A=y\n");
	fingerprint(site, seen[0]);
	site_write_file(site->dir, "a.config", "CONFIG_A=m\n");
	fingerprint(site, seen[1]);
	strlist_add(&site->settings.make, "KCFLAGS=-O3");
	fingerprint(site, seen[2]);
	free(site->settings.make_config);
	site->settings.make_config = mem_strdup("defconfig");
	fingerprint(site, seen[3]);
	strlist_add(&site->settings.set, "CONFIG_A=n");
	fingerprint(site, seen[4]);
	site->settings.as_configured = true;
	fingerprint(site, seen[5]);
	if (build_fingerprint(&site->settings, "gcc 2", seen[6], &site->err) < 0)
		fail_msg("%s", site->err.text);
	for (size_t i = 0; i < ARRAY_LENGTH(seen); i++)
		for (size_t j = 0; j < i; j++)
			assert_string_not_equal(seen[i], seen[j]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		SITE_TEST(a_tree_that_compiles_leaves_a_kernel_its_config_and_its_identity),
		SITE_TEST(the_same_tree_in_another_folder_has_the_same_build_id),
		SITE_TEST(a_comment_makes_the_same_kernel_and_code_another),
		SITE_TEST(a_configuration_that_stands_is_not_made_again),
		SITE_TEST(a_second_build_compiles_nothing),
		SITE_TEST(another_configuration_compiles_again),
		SITE_TEST(options_that_were_not_granted_are_named),
		SITE_TEST(a_base_configuration_of_the_user_is_taken),
		SITE_TEST(a_fragment_that_is_missing_is_an_error_with_its_name),
		SITE_TEST(a_compile_error_is_told_with_its_line),
		SITE_TEST(a_link_error_is_told_with_its_symbol),
		SITE_TEST(a_tree_mended_after_an_error_builds_in_the_same_folder),
		SITE_TEST(a_folder_without_makefile_is_decided_without_make),
		SITE_TEST(each_compiler_of_the_table_builds_the_tree),
		SITE_TEST(a_compiler_that_is_missing_is_named_with_its_package),
		SITE_TEST(overrides_are_asked_for_behind_the_fragments),
		SITE_TEST(functions_are_aligned_unless_the_user_wants_them_as_configured),
		SITE_TEST(older_trees_are_configured_by_what_they_have),
		SITE_TEST(a_question_without_an_answer_ends_the_build),
		SITE_TEST(the_fingerprint_is_the_same_for_the_same_settings),
		SITE_TEST(the_fingerprint_follows_all_that_decides_the_binary),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
