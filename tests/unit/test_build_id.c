/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "vm/guest/build_id.h"

struct notes {
	unsigned char bytes[512];
	size_t n;
};

static void add_note(struct notes *notes, uint32_t type, const char *name, const void *value,
		     size_t n)
{
	const Elf64_Nhdr head = { .n_namesz = (Elf64_Word)strlen(name) + 1,
				  .n_descsz = (Elf64_Word)n,
				  .n_type = type };

	memcpy(notes->bytes + notes->n, &head, sizeof(head));
	notes->n += sizeof(head);
	memcpy(notes->bytes + notes->n, name, head.n_namesz);
	notes->n += (head.n_namesz + 3) & ~3U;
	memcpy(notes->bytes + notes->n, value, n);
	notes->n += (n + 3) & ~(size_t)3;
}

static void the_build_id_is_found_between_other_notes(void **state)
{
	struct notes notes = { 0 };
	char hex[2 * BUILD_ID_MAX + 1];

	(void)state;
	add_note(&notes, 6, "Xen", "linux\0", 6);
	add_note(&notes, 257, "Linux", "\1\0\0\0", 4);
	add_note(&notes, 1, "GNU", "not the build id", 16);
	add_note(&notes, NT_GNU_BUILD_ID, "GNU", "\x00\x1f\xa0\xff\x7e", 5);
	add_note(&notes, 18, "Xen", "\1\0\0\0", 4);
	assert_true(build_id_find(notes.bytes, notes.n, hex));
	assert_string_equal(hex, "001fa0ff7e");
}

static void notes_without_a_build_id_give_none(void **state)
{
	struct notes notes = { 0 };
	unsigned char big[BUILD_ID_MAX + 1] = { 0 };
	char hex[2 * BUILD_ID_MAX + 1];

	(void)state;
	assert_false(build_id_find(notes.bytes, 0, hex));
	add_note(&notes, NT_GNU_BUILD_ID, "Xen", "abcd", 4);
	add_note(&notes, NT_GNU_BUILD_ID, "GNU", big, sizeof(big));
	assert_false(build_id_find(notes.bytes, notes.n, hex));
}

/* The copy has exactly n bytes, so that the sanitizers see every byte read behind them. */
static void cut_notes_are_never_read_behind_their_end(void **state)
{
	struct notes notes = { 0 };

	(void)state;
	add_note(&notes, 257, "Linux", "\1\0\0\0", 4);
	add_note(&notes, NT_GNU_BUILD_ID, "GNU", "\1\2\3\4\5\6\7", 7);
	for (size_t n = 0; n <= notes.n; n++) {
		unsigned char *copy = malloc(n ? n : 1);
		char hex[2 * BUILD_ID_MAX + 1];

		memcpy(copy, notes.bytes, n);
		assert_int_equal(build_id_find(copy, n, hex), n + 1 >= notes.n);
		free(copy);
	}
}

static void sizes_near_the_end_of_the_range_are_refused(void **state)
{
	const Elf64_Nhdr heads[] = {
		{ .n_namesz = UINT32_MAX, .n_descsz = 4, .n_type = NT_GNU_BUILD_ID },
		{ .n_namesz = 4, .n_descsz = UINT32_MAX, .n_type = NT_GNU_BUILD_ID },
		{ .n_namesz = UINT32_MAX, .n_descsz = UINT32_MAX, .n_type = 1 },
	};
	unsigned char bytes[64] = { 0 };
	char hex[2 * BUILD_ID_MAX + 1];

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(heads); i++) {
		memcpy(bytes, &heads[i], sizeof(heads[i]));
		assert_false(build_id_find(bytes, sizeof(bytes), hex));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_build_id_is_found_between_other_notes),
		cmocka_unit_test(notes_without_a_build_id_give_none),
		cmocka_unit_test(cut_notes_are_never_read_behind_their_end),
		cmocka_unit_test(sizes_near_the_end_of_the_range_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
