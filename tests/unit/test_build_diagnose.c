/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <string.h>

#include "base/defs.h"
#include "bisect/build_diagnose.h"

static struct build_verdict diagnose(const char *log, enum build_end end, int code)
{
	struct build_evidence evidence = {
		.log = log,
		.log_n = strlen(log),
		.source_dir = "/srv/tree",
		.end = end,
		.code = code,
	};
	struct build_verdict verdict;

	build_diagnose(&evidence, &verdict);
	return verdict;
}

static struct build_verdict diagnose_failed(const char *log)
{
	return diagnose(log, BUILD_END_EXITED, 2);
}

static void assert_outcome(const char *log, enum outcome outcome, const char *detail)
{
	struct build_verdict verdict = diagnose_failed(log);

	assert_int_equal(verdict.outcome, outcome);
	assert_string_equal(verdict.detail, detail);
	assert_null(verdict.package);
	build_verdict_clear(&verdict);
}

static void assert_missing(const char *log, const char *missing, const char *package)
{
	struct build_verdict verdict = diagnose_failed(log);

	assert_non_null(verdict.missing);
	assert_string_equal(verdict.missing, missing);
	assert_string_equal(verdict.package, package);
	build_verdict_clear(&verdict);
}

static void a_make_that_ended_well_has_built(void **state)
{
	struct build_verdict verdict =
		diagnose("a.c:1: warning: error: odd\n", BUILD_END_EXITED, 0);

	(void)state;
	assert_int_equal(verdict.outcome, OUTCOME_BUILT);
	assert_null(verdict.detail);
}

static void a_compile_error_is_the_trees_and_its_lines_are_quoted(void **state)
{
	(void)state;
	assert_outcome("  CC      kernel/a.o\n"
		       "/srv/tree/kernel/a.c: In function 'tick':\n"
		       "/srv/tree/kernel/a.c:12:9: error: 'rq' undeclared (first use)\n"
		       "   12 |         rq->n++;\n"
		       "      |         ^~\n"
		       "kernel/b.c:3:1: warning: unused\n"
		       "kernel/b.c:7:1: fatal error: gone.h: No such file or directory\n"
		       "make[2]: *** [/srv/tree/scripts/build:1: kernel/a.o] Error 1\n"
		       "make: *** [Makefile:2: all] Error 2\n",
		       OUTCOME_NOT_BUILDABLE,
		       "kernel/a.c:12:9: error: 'rq' undeclared (first use)\n"
		       "kernel/b.c:7:1: fatal error: gone.h: No such file or directory");
}

static void only_the_first_error_lines_are_quoted(void **state)
{
	(void)state;
	assert_outcome("a.c:1:1: error: 1\na.c:2:1: error: 2\na.c:3:1: error: 3\n"
		       "a.c:4:1: error: 4\na.c:5:1: error: 5\na.c:6:1: error: 6\n",
		       OUTCOME_NOT_BUILDABLE,
		       "a.c:1:1: error: 1\na.c:2:1: error: 2\na.c:3:1: error: 3\n"
		       "a.c:4:1: error: 4\na.c:5:1: error: 5");
}

static void a_link_error_is_the_trees(void **state)
{
	(void)state;
	assert_outcome("  LD      vmlinux\n"
		       "ld: kernel/a.o: in function `tick':\n"
		       "a.c:(.text+0x12): undefined reference to `tock'\n"
		       "make: *** [Makefile:9: vmlinux] Error 1\n",
		       OUTCOME_NOT_BUILDABLE, "a.c:(.text+0x12): undefined reference to `tock'");
}

static void a_missing_rule_is_the_trees(void **state)
{
	(void)state;
	assert_outcome(
		"make[1]: *** No rule to make target 'kernel/x.o', needed by 'all'.  Stop.\n",
		OUTCOME_NOT_BUILDABLE,
		"make[1]: *** No rule to make target 'kernel/x.o', needed by 'all'.  Stop.");
}

static void an_unknown_failure_quotes_makes_own_words(void **state)
{
	(void)state;
	assert_outcome("strange things\nmake: *** [Makefile:3: odd] Error 9\n",
		       OUTCOME_NOT_BUILDABLE, "make: *** [Makefile:3: odd] Error 9");
	assert_outcome("only this", OUTCOME_NOT_BUILDABLE, "only this");
	assert_outcome("", OUTCOME_NOT_BUILDABLE, "make ended with status 2 and said nothing");
}

static void a_killed_compiler_is_the_hosts(void **state)
{
	(void)state;
	assert_outcome("gcc: fatal error: Killed signal terminated program cc1\n"
		       "compilation terminated.\n"
		       "make[2]: *** [build:1: mm/a.o] Error 1\n",
		       OUTCOME_COMPILER_KILLED,
		       "gcc: fatal error: Killed signal terminated program cc1");
	assert_outcome("make[1]: *** [Makefile:4: a.o] Error 137\n", OUTCOME_COMPILER_KILLED,
		       "make[1]: *** [Makefile:4: a.o] Error 137");
	assert_outcome("clang: error: unable to execute command: Killed\n", OUTCOME_COMPILER_KILLED,
		       "clang: error: unable to execute command: Killed");
	assert_outcome("collect2: fatal error: ld terminated with signal 9 [Killed]\n",
		       OUTCOME_COMPILER_KILLED,
		       "collect2: fatal error: ld terminated with signal 9 [Killed]");
}

static void a_killed_make_is_the_hosts(void **state)
{
	struct build_verdict verdict = diagnose("  CC a.o\n", BUILD_END_SIGNALLED, 9);

	(void)state;
	assert_int_equal(verdict.outcome, OUTCOME_COMPILER_KILLED);
	assert_string_equal(verdict.detail, "make was ended by signal 9");
	build_verdict_clear(&verdict);
}

static void a_full_disk_is_the_hosts(void **state)
{
	(void)state;
	assert_outcome("{standard input}: Assembler messages:\n"
		       "{standard input}: Fatal error: can't write 12 bytes to section .text of "
		       "a.o: 'No space left on device'\n"
		       "ld: final link failed: No space left on device\n"
		       "make: *** [Makefile:2: a.o] Error 1\n",
		       OUTCOME_DISK_FULL,
		       "{standard input}: Fatal error: can't write 12 bytes to section .text of "
		       "a.o: 'No space left on device'\n"
		       "ld: final link failed: No space left on device");
	assert_outcome("cp: error writing 'x': Disk quota exceeded\n", OUTCOME_DISK_FULL,
		       "cp: error writing 'x': Disk quota exceeded");
}

static void a_full_disk_outweighs_the_errors_it_causes(void **state)
{
	(void)state;
	assert_outcome("a.c:1:10: fatal error: generated.h: No such file or directory\n"
		       "gcc: fatal error: Killed signal terminated program cc1\n"
		       "a.c:9:1: fatal error: error writing to /tmp/x.s: No space left on device\n",
		       OUTCOME_DISK_FULL,
		       "a.c:9:1: fatal error: error writing to /tmp/x.s: No space left on device");
}

static void words_quoted_from_the_source_prove_nothing(void **state)
{
	(void)state;
	assert_outcome("a.c:4:2: error: expected ';'\n"
		       "    4 |  log(\"disk: No space left on device\")\n"
		       "   12 |  log(\"Killed signal terminated program\")\n"
		       "a.c:5:2: error: #error \"x: No space left on device\"\n",
		       OUTCOME_NOT_BUILDABLE,
		       "a.c:4:2: error: expected ';'\n"
		       "a.c:5:2: error: #error \"x: No space left on device\"");
}

static void the_end_of_our_patience_is_the_hosts(void **state)
{
	struct build_verdict verdict =
		diagnose("a.c:1:1: error: x\n  CC slow.o\n", BUILD_END_TIMED_OUT, 15);

	(void)state;
	assert_int_equal(verdict.outcome, OUTCOME_BUILD_TIMED_OUT);
	assert_string_equal(verdict.detail, "  CC slow.o");
	build_verdict_clear(&verdict);
}

static void a_missing_command_names_its_package(void **state)
{
	(void)state;
	assert_missing("  LEX     scripts/kconfig/lexer.lex.c\n"
		       "/bin/sh: 1: flex: not found\n"
		       "make[1]: *** [scripts/Makefile.host:9: lexer.lex.c] Error 127\n",
		       "flex", "flex");
	assert_missing(
		"/bin/bash: line 1: bc: command not found\nmake: *** [Kbuild:2: t.h] Error 127\n",
		"bc", "bc");
	assert_missing("make[1]: bison: No such file or directory\nmake[1]: *** [a] Error 127\n",
		       "bison", "bison");
	assert_missing("scripts/Kconfig.include:40: C compiler 'gcc' not found\n", "gcc", "gcc");
}

static void a_missing_host_header_names_its_package(void **state)
{
	(void)state;
	assert_missing("objtool/elf.h:10:10: fatal error: gelf.h: No such file or directory\n",
		       "gelf.h", "libelf-dev");
	assert_missing("certs/x.c:21:10: fatal error: openssl/bio.h: No such file or directory\n",
		       "openssl/", "libssl-dev");
	assert_missing("error: cannot generate, please install libelf-dev or elfutils\n", "libelf",
		       "libelf-dev");
}

static void a_mere_probe_for_a_command_is_not_a_failure(void **state)
{
	(void)state;
	assert_outcome("/bin/sh: 1: pahole: not found\na.c:1:1: error: x\n"
		       "make: *** [Makefile:1: a.o] Error 1\n",
		       OUTCOME_NOT_BUILDABLE, "a.c:1:1: error: x");
}

static void a_command_of_the_tree_that_is_not_there_is_the_trees(void **state)
{
	(void)state;
	assert_outcome("/bin/sh: 1: scripts/mkflex: not found\nmake: *** [a] Error 127\n",
		       OUTCOME_NOT_BUILDABLE, "make: *** [a] Error 127");
	assert_outcome("/bin/sh: 1: scripts/flex: not found\nmake: *** [a] Error 127\n",
		       OUTCOME_NOT_BUILDABLE, "make: *** [a] Error 127");
}

static void a_header_of_the_tree_that_is_not_there_is_the_trees(void **state)
{
	(void)state;
	assert_outcome("a.c:1:10: fatal error: linux/gelf.h: No such file or directory\n",
		       OUTCOME_NOT_BUILDABLE,
		       "a.c:1:10: fatal error: linux/gelf.h: No such file or directory");
}

static void control_bytes_and_endless_lines_are_tamed(void **state)
{
	char log[2000];
	struct build_verdict verdict;

	(void)state;
	memset(log, 'x', sizeof(log) - 1);
	memcpy(log, "a.c:1:1: error: \033[31m", 21);
	log[sizeof(log) - 1] = '\0';
	verdict = diagnose_failed(log);
	assert_int_equal(verdict.outcome, OUTCOME_NOT_BUILDABLE);
	assert_null(strchr(verdict.detail, '\033'));
	assert_true(strlen(verdict.detail) < 320);
	build_verdict_clear(&verdict);
}

static void packages_are_known_by_command_with_or_without_a_folder(void **state)
{
	(void)state;
	assert_string_equal(build_package_of("/usr/bin/ld.lld"), "lld");
	assert_null(build_package_of("no-such-tool"));
}

/* make says so where somebody else ended a compiler, or the host could not start one. */
static void what_happened_to_the_host_is_the_hosts(void **state)
{
	static const char *const lines[] = {
		"make[1]: *** [scripts/Makefile.build:250: mm/slub.o] Terminated",
		"make[1]: *** [scripts/Makefile.build:250: mm/slub.o] Interrupt",
		"make[1]: *** [scripts/Makefile.build:250: mm/slub.o] Error 143",
		"gcc: fatal error: Terminated signal terminated program cc1",
		"/bin/sh: 1: Cannot fork",
		"gcc: fatal error: cannot execute 'cc1': vfork: Resource temporarily unavailable",
		"fatal error: error writing to /tmp/cc1.s: Input/output error",
		"The bug is not reproducible, so it is likely a hardware or OS problem.",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(lines); i++)
		assert_outcome(lines[i], OUTCOME_COMPILER_KILLED, lines[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_make_that_ended_well_has_built),
		cmocka_unit_test(a_compile_error_is_the_trees_and_its_lines_are_quoted),
		cmocka_unit_test(only_the_first_error_lines_are_quoted),
		cmocka_unit_test(a_link_error_is_the_trees),
		cmocka_unit_test(a_missing_rule_is_the_trees),
		cmocka_unit_test(an_unknown_failure_quotes_makes_own_words),
		cmocka_unit_test(a_killed_compiler_is_the_hosts),
		cmocka_unit_test(a_killed_make_is_the_hosts),
		cmocka_unit_test(what_happened_to_the_host_is_the_hosts),
		cmocka_unit_test(a_full_disk_is_the_hosts),
		cmocka_unit_test(a_full_disk_outweighs_the_errors_it_causes),
		cmocka_unit_test(words_quoted_from_the_source_prove_nothing),
		cmocka_unit_test(the_end_of_our_patience_is_the_hosts),
		cmocka_unit_test(a_missing_command_names_its_package),
		cmocka_unit_test(a_missing_host_header_names_its_package),
		cmocka_unit_test(a_mere_probe_for_a_command_is_not_a_failure),
		cmocka_unit_test(a_command_of_the_tree_that_is_not_there_is_the_trees),
		cmocka_unit_test(a_header_of_the_tree_that_is_not_there_is_the_trees),
		cmocka_unit_test(control_bytes_and_endless_lines_are_tamed),
		cmocka_unit_test(packages_are_known_by_command_with_or_without_a_folder),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
