/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <elf.h>
#include <string.h>

#include "bisect/elf_interpreter.h"

/* A program of one segment, with the loader's name behind the headers. */
struct program {
	Elf64_Ehdr header;
	Elf64_Phdr segment;
	char name[32];
};

static struct program make_program(void)
{
	struct program program = {
		.header = { .e_phoff = offsetof(struct program, segment),
			    .e_phentsize = sizeof(Elf64_Phdr),
			    .e_phnum = 1 },
		.segment = { .p_type = PT_INTERP,
			     .p_offset = offsetof(struct program, name),
			     .p_filesz = sizeof("/lib64/ld.so") },
		.name = "/lib64/ld.so",
	};

	memcpy(program.header.e_ident, ELFMAG, SELFMAG);
	program.header.e_ident[EI_CLASS] = ELFCLASS64;
	program.header.e_ident[EI_DATA] = ELFDATA2LSB;
	return program;
}

static bool is_dynamic(const struct program *program, size_t n)
{
	char loader[ELF_INTERPRETER_SIZE];

	return elf_interpreter(program, n, loader);
}

static void a_dynamic_program_names_its_loader(void **state)
{
	const struct program program = make_program();
	char loader[ELF_INTERPRETER_SIZE];

	(void)state;
	assert_true(elf_interpreter(&program, sizeof(program), loader));
	assert_string_equal(loader, "/lib64/ld.so");
}

static void a_static_program_and_a_script_have_none(void **state)
{
	static const char script[] = "#!/bin/sh\n";
	struct program program = make_program();
	char loader[ELF_INTERPRETER_SIZE];

	(void)state;
	assert_false(elf_interpreter(script, sizeof(script), loader));
	program.segment.p_type = PT_LOAD;
	assert_false(is_dynamic(&program, sizeof(program)));
}

static void what_points_out_of_the_file_is_not_followed(void **state)
{
	struct program program = make_program();

	(void)state;
	for (size_t n = 0; n < offsetof(struct program, name) + sizeof("/lib64/ld.so"); n++)
		assert_false(is_dynamic(&program, n));
	program.segment.p_offset = UINT64_MAX - 4;
	assert_false(is_dynamic(&program, sizeof(program)));
	program = make_program();
	program.segment.p_filesz = UINT64_MAX;
	assert_false(is_dynamic(&program, sizeof(program)));
	program = make_program();
	program.header.e_phoff = UINT64_MAX - 8;
	assert_false(is_dynamic(&program, sizeof(program)));
	program = make_program();
	program.header.e_phnum = UINT16_MAX;
	program.segment.p_type = PT_LOAD;
	assert_false(is_dynamic(&program, sizeof(program)));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_dynamic_program_names_its_loader),
		cmocka_unit_test(a_static_program_and_a_script_have_none),
		cmocka_unit_test(what_points_out_of_the_file_is_not_followed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
