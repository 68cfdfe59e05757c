/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <elf.h>
#include <string.h>

#include "bisect/elf_note.h"

/* The smallest file with a build id: a header, one segment and one section, both naming the notes. */
struct image {
	Elf64_Ehdr header;
	Elf64_Phdr segment;
	Elf64_Shdr section;
	Elf64_Nhdr other;
	char other_name[8]; /* "Linux", padded */
	char other_data[4];
	Elf64_Nhdr note;
	char name[4];
	unsigned char id[20];
};

static struct image image_make(void)
{
	struct image image = { 0 };
	size_t notes_at = offsetof(struct image, other);

	memcpy(image.header.e_ident, ELFMAG, SELFMAG);
	image.header.e_ident[EI_CLASS] = ELFCLASS64;
	image.header.e_ident[EI_DATA] = ELFDATA2LSB;
	image.header.e_phoff = offsetof(struct image, segment);
	image.header.e_phentsize = sizeof(Elf64_Phdr);
	image.header.e_phnum = 1;
	image.header.e_shoff = offsetof(struct image, section);
	image.header.e_shentsize = sizeof(Elf64_Shdr);
	image.header.e_shnum = 1;
	image.segment.p_type = PT_NOTE;
	image.segment.p_offset = notes_at;
	image.segment.p_filesz = sizeof(image) - notes_at;
	image.section.sh_type = SHT_NOTE;
	image.section.sh_offset = notes_at;
	image.section.sh_size = sizeof(image) - notes_at;
	image.other = (Elf64_Nhdr){ .n_namesz = 6, .n_descsz = 3, .n_type = NT_GNU_BUILD_ID };
	memcpy(image.other_name, "Linux", 6);
	image.note = (Elf64_Nhdr){ .n_namesz = 4, .n_descsz = 20, .n_type = NT_GNU_BUILD_ID };
	memcpy(image.name, "GNU", 4);
	for (size_t i = 0; i < sizeof(image.id); i++)
		image.id[i] = (unsigned char)(0xf0 + i);
	return image;
}

static const char expected[] = "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff00010203";

static void assert_id(const struct image *image, const char *hex)
{
	char id[BUILD_ID_HEX_SIZE];

	assert_int_equal(elf_note_build_id(image, sizeof(*image), id), hex[0] != '\0');
	assert_string_equal(id, hex);
}

static void the_build_id_is_found_behind_another_note(void **state)
{
	struct image image = image_make();

	(void)state;
	assert_id(&image, expected);
}

static void sections_serve_where_there_are_no_segments(void **state)
{
	struct image image = image_make();

	(void)state;
	image.header.e_phnum = 0;
	assert_id(&image, expected);
	image.section.sh_type = SHT_PROGBITS;
	assert_id(&image, "");
}

static void a_segment_that_lies_is_passed_over(void **state)
{
	struct image image = image_make();

	(void)state;
	image.header.e_shnum = 0;
	image.segment.p_offset = UINT64_MAX - 3;
	assert_id(&image, "");
	image.segment.p_offset = offsetof(struct image, other);
	image.segment.p_filesz = UINT64_MAX;
	assert_id(&image, "");
}

static void tables_outside_the_file_are_passed_over(void **state)
{
	struct image image = image_make();

	(void)state;
	image.header.e_phoff = UINT64_MAX;
	image.header.e_shoff = sizeof(image) - 1;
	assert_id(&image, "");
}

static void an_id_of_an_impossible_length_is_none(void **state)
{
	struct image image = image_make();

	(void)state;
	image.note.n_descsz = 0;
	assert_id(&image, "");
	image.note.n_descsz = 28;
	assert_id(&image, "");
	image.note.n_descsz = UINT32_MAX;
	assert_id(&image, "");
}

static void a_name_of_an_impossible_length_is_none(void **state)
{
	struct image image = image_make();

	(void)state;
	image.other.n_namesz = UINT32_MAX;
	assert_id(&image, "");
}

static void other_kinds_of_files_have_none(void **state)
{
	struct image image = image_make();
	char id[BUILD_ID_HEX_SIZE];

	(void)state;
	image.header.e_ident[EI_CLASS] = ELFCLASS32;
	assert_id(&image, "");
	assert_false(elf_note_build_id("#!/bin/sh\n", 10, id));
	assert_false(elf_note_build_id("", 0, id));
}

static void every_shortened_file_is_survived(void **state)
{
	struct image image = image_make();
	char id[BUILD_ID_HEX_SIZE];

	(void)state;
	for (size_t n = 0; n < sizeof(image); n++)
		assert_false(elf_note_build_id(&image, n, id));
}

static void a_real_program_has_an_id_of_forty_digits(void **state)
{
	char id[BUILD_ID_HEX_SIZE];
	struct error err = { 0 };

	(void)state;
	assert_int_equal(elf_note_read_build_id("/proc/self/exe", id, &err), 0);
	assert_int_equal(strlen(id), 40);
}

static void a_missing_file_is_an_error(void **state)
{
	char id[BUILD_ID_HEX_SIZE];
	struct error err = { 0 };

	(void)state;
	assert_int_equal(elf_note_read_build_id("/nowhere/vmlinux", id, &err), -1);
	assert_string_equal(err.text, "cannot read '/nowhere/vmlinux': No such file or directory");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_build_id_is_found_behind_another_note),
		cmocka_unit_test(sections_serve_where_there_are_no_segments),
		cmocka_unit_test(a_segment_that_lies_is_passed_over),
		cmocka_unit_test(tables_outside_the_file_are_passed_over),
		cmocka_unit_test(an_id_of_an_impossible_length_is_none),
		cmocka_unit_test(a_name_of_an_impossible_length_is_none),
		cmocka_unit_test(other_kinds_of_files_have_none),
		cmocka_unit_test(every_shortened_file_is_survived),
		cmocka_unit_test(a_real_program_has_an_id_of_forty_digits),
		cmocka_unit_test(a_missing_file_is_an_error),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
