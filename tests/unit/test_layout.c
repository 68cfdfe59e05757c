/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "bisect/layout.h"

#define N 6000

static void make_paths(struct strlist *paths)
{
	for (unsigned i = 0; i < N; i++)
		strlist_addf(paths, "kernel/file-%u.c", i);
}

static unsigned *choose(const struct strlist *paths, unsigned variant)
{
	unsigned *bytes = mem_array(paths->n, sizeof(*bytes));

	layout_choose(variant, (const char *const *)paths->items, paths->n, bytes);
	return bytes;
}

static void only_code_of_the_kernel_is_padded(void **state)
{
	static const char *const yes[] = { "kernel/sched/core.c", "mm/slub.c", "init/main.c",
					   "drivers/net/virtio_net.c", "security/lsm/x.c" };
	static const char *const no[] = {
		"kernel/bounds.c",
		"kernel/sched/sched.h",
		"kernel/.c/x.S",
		"kernel",
		"kernels/a.c",
		"arch/x86/kernel/head64.c",
		"arch/x86/entry/vdso/vclock_gettime.c",
		"arch/x86/boot/compressed/misc.c",
		"arch/x86/purgatory/purgatory.c",
		"lib/decompress_unxz.c",
		"lib/string.c",
		"scripts/mod/modpost.c",
		"tools/objtool/check.c",
		"usr/gen_init_cpio.c",
		"samples/bpf/a.c",
		"certs/extract-cert.c",
		"drivers/firmware/efi/libstub/gop.c",
		"kernel/bpf/preload/iterators/iterators.c",
		"net/a.bpf.c",
		"main.c",
		"",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(yes); i++)
		if (!layout_may_pad(yes[i]))
			fail_msg("'%s' is not padded", yes[i]);
	for (size_t i = 0; i < ARRAY_LENGTH(no); i++)
		if (layout_may_pad(no[i]))
			fail_msg("'%s' is padded", no[i]);
}

static void one_file_in_twelve_gets_a_pad_of_full_grains(void **state)
{
	CLEANUP(strlist_clear) struct strlist paths = { 0 };

	(void)state;
	make_paths(&paths);
	for (unsigned variant = 1; variant <= 4; variant++) {
		CLEANUP(mem_freep) unsigned *bytes = choose(&paths, variant);
		unsigned n = 0, least = 4096, most = 0;

		for (size_t i = 0; i < paths.n; i++) {
			if (bytes[i] == 0)
				continue;
			assert_int_equal(bytes[i] % 16, 0);
			least = bytes[i] < least ? bytes[i] : least;
			most = bytes[i] > most ? bytes[i] : most;
			n++;
		}
		/* 500 are expected; the deviation is 21. */
		assert_in_range(n, 415, 585);
		assert_in_range(least, 16, 160);
		assert_in_range(most, 3936, 4080);
	}
}

static void a_pad_depends_on_the_layout_and_the_path_alone(void **state)
{
	CLEANUP(strlist_clear) struct strlist paths = { 0 };
	CLEANUP(mem_freep) unsigned *first = NULL;
	CLEANUP(mem_freep) unsigned *again = NULL;
	CLEANUP(mem_freep) unsigned *other = NULL;
	unsigned n_same = 0, n = 0;

	(void)state;
	make_paths(&paths);
	first = choose(&paths, 1);
	other = choose(&paths, 2);
	/* Without the other half of the files, as another commit may have it. */
	paths.n = N / 2;
	again = choose(&paths, 1);
	paths.n = N;
	assert_memory_equal(first, again, N / 2 * sizeof(*first));
	for (size_t i = 0; i < N; i++) {
		n += first[i] > 0;
		n_same += first[i] > 0 && other[i] > 0;
	}
	assert_true(n_same < n / 4);
}

/* Everybody's layout 1 is this one: changing it makes the kernels of running cases incomparable. */
static void the_layouts_stay_what_they_are(void **state)
{
	static const char *const paths[] = {
		"mm/memory.c",          "mm/slub.c",    "fs/pipe.c",       "kernel/fork.c",
		"kernel/sched/fair.c",  "net/socket.c", "fs/read_write.c", "kernel/futex/core.c",
		"drivers/tty/tty_io.c", "init/main.c"
	};
	unsigned bytes[ARRAY_LENGTH(paths)];
	CLEANUP(str_clear) struct str text = { 0 };

	(void)state;
	for (unsigned variant = 1; variant <= 3; variant++) {
		layout_choose(variant, paths, ARRAY_LENGTH(paths), bytes);
		for (size_t i = 0; i < ARRAY_LENGTH(paths); i++)
			if (bytes[i] > 0)
				str_appendf(&text, "%u %s %u\n", variant, paths[i], bytes[i]);
	}
	assert_string_equal(str_text(&text), "1 kernel/fork.c 1680\n"
					     "2 fs/pipe.c 2336\n"
					     "2 fs/read_write.c 3776\n"
					     "2 init/main.c 2992\n"
					     "3 init/main.c 3200\n");
}

static void a_small_tree_has_at_least_one_pad(void **state)
{
	static const char *const paths[] = { "mm/a.c", "mm/b.c" };

	(void)state;
	for (unsigned variant = 1; variant <= 40; variant++) {
		unsigned bytes[2] = { 1, 1 };

		layout_choose(variant, paths, 2, bytes);
		assert_true(bytes[0] + bytes[1] >= 16);
		layout_choose(variant, paths, 1, bytes);
		assert_true(bytes[0] >= 16);
	}
	layout_choose(1, paths, 0, NULL);
}

static void the_text_is_a_line_of_its_own(void **state)
{
	CLEANUP(mem_freep) char *text = layout_pad_text(4080);

	(void)state;
	assert_string_equal(text, "\n__asm__(\".pushsection .text,\\\"ax\\\"\\n\\t.skip 4080, "
				  "0xcc\\n\\t.popsection\");\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(only_code_of_the_kernel_is_padded),
		cmocka_unit_test(one_file_in_twelve_gets_a_pad_of_full_grains),
		cmocka_unit_test(a_pad_depends_on_the_layout_and_the_path_alone),
		cmocka_unit_test(the_layouts_stay_what_they_are),
		cmocka_unit_test(a_small_tree_has_at_least_one_pad),
		cmocka_unit_test(the_text_is_a_line_of_its_own),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
