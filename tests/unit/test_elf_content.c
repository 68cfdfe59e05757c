/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <elf.h>
#include <string.h>

#include "bisect/elf_content.h"

enum { NONE, TEXT, RODATA, BUGS, NOTES, DEBUG, NAMES, N_SECTIONS };

static const char names[] = "\0.text\0.rodata\0__bug_table\0.notes\0.debug_line\0.shstrtab";

/* A vmlinux with a section of each kind, 16 bytes each. */
struct image {
	Elf64_Ehdr header;
	Elf64_Shdr sections[N_SECTIONS];
	char bytes[N_SECTIONS][16];
	char names[sizeof(names)];
};

static void add(struct image *image, int i, const char *name, Elf64_Word type, Elf64_Xword flags)
{
	Elf64_Shdr *section = &image->sections[i];

	section->sh_name =
		(Elf64_Word)((char *)memmem(names, sizeof(names), name, strlen(name)) - names);
	section->sh_type = type;
	section->sh_flags = flags;
	section->sh_offset = offsetof(struct image, bytes) + 16 * (size_t)i;
	section->sh_size = 16;
}

static struct image image_make(void)
{
	struct image image = { 0 };

	memcpy(image.header.e_ident, ELFMAG, SELFMAG);
	image.header.e_ident[EI_CLASS] = ELFCLASS64;
	image.header.e_ident[EI_DATA] = ELFDATA2LSB;
	image.header.e_shoff = offsetof(struct image, sections);
	image.header.e_shentsize = sizeof(Elf64_Shdr);
	image.header.e_shnum = N_SECTIONS;
	image.header.e_shstrndx = NAMES;
	add(&image, TEXT, ".text", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR);
	add(&image, RODATA, ".rodata", SHT_PROGBITS, SHF_ALLOC);
	add(&image, BUGS, "__bug_table", SHT_PROGBITS, SHF_ALLOC);
	add(&image, NOTES, ".notes", SHT_NOTE, SHF_ALLOC);
	add(&image, DEBUG, ".debug_line", SHT_PROGBITS, 0);
	add(&image, NAMES, ".shstrtab", SHT_STRTAB, 0);
	image.sections[NAMES].sh_offset = offsetof(struct image, names);
	image.sections[NAMES].sh_size = sizeof(names);
	memcpy(image.names, names, sizeof(names));
	memcpy(image.bytes[TEXT], "code", 4);
	memcpy(image.bytes[RODATA], "Linux 6.1.90", 12);
	return image;
}

static bool is_same(const struct image *one, const struct image *other)
{
	char a[ELF_CONTENT_SIZE], b[ELF_CONTENT_SIZE];

	assert_true(elf_content_name(one, sizeof(*one), "6.1.90", a));
	assert_true(elf_content_name(other, sizeof(*other), "6.1.90", b));
	assert_int_equal(strlen(a), 40);
	return strcmp(a, b) == 0;
}

static void what_is_loaded_makes_another_kernel(void **state)
{
	struct image one = image_make(), other = image_make();

	(void)state;
	assert_true(is_same(&one, &other));
	other.bytes[TEXT][15] = 1;
	assert_false(is_same(&one, &other));
	other = image_make();
	other.bytes[RODATA][15] = 1;
	assert_false(is_same(&one, &other));
	other = image_make();
	other.sections[TEXT].sh_addr = 64;
	assert_false(is_same(&one, &other));
}

static void build_id_line_numbers_and_debugging_sections_do_not(void **state)
{
	struct image one = image_make(), other = image_make();

	(void)state;
	other.bytes[NOTES][0] = 1;
	other.bytes[BUGS][0] = 1;
	other.bytes[DEBUG][0] = 1;
	assert_true(is_same(&one, &other));
}

static void the_release_in_a_text_does_not(void **state)
{
	struct image one = image_make(), other = image_make();
	char a[ELF_CONTENT_SIZE], b[ELF_CONTENT_SIZE];

	(void)state;
	memcpy(other.bytes[RODATA], "Linux 6.1.91", 12);
	assert_true(elf_content_name(&one, sizeof(one), "6.1.90", a));
	assert_true(elf_content_name(&other, sizeof(other), "6.1.91", b));
	assert_string_equal(a, b);
	assert_true(elf_content_name(&other, sizeof(other), "", b));
	assert_string_not_equal(a, b);
}

static void what_is_no_kernel_has_no_name(void **state)
{
	struct image image = image_make();
	char name[ELF_CONTENT_SIZE];

	(void)state;
	assert_false(elf_content_name(&image, sizeof(image.header) - 1, "", name));
	assert_string_equal(name, "");
	image.sections[TEXT].sh_size = UINT64_MAX;
	assert_false(elf_content_name(&image, sizeof(image), "", name));
	image = image_make();
	image.header.e_shoff = UINT64_MAX;
	assert_false(elf_content_name(&image, sizeof(image), "", name));
	image = image_make();
	image.header.e_shstrndx = N_SECTIONS;
	assert_false(elf_content_name(&image, sizeof(image), "", name));
	image = image_make();
	image.sections[TEXT].sh_flags = image.sections[RODATA].sh_flags = 0;
	image.sections[BUGS].sh_flags = image.sections[NOTES].sh_flags = 0;
	assert_false(elf_content_name(&image, sizeof(image), "", name));
	assert_string_equal(name, "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_loaded_makes_another_kernel),
		cmocka_unit_test(build_id_line_numbers_and_debugging_sections_do_not),
		cmocka_unit_test(the_release_in_a_text_does_not),
		cmocka_unit_test(what_is_no_kernel_has_no_name),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
