/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/elf_interpreter.h"

#include <elf.h>
#include <string.h>

/* Copies [offset, offset + size) of the file; false where it does not lie within. */
static bool copy(const void *bytes, size_t n, uint64_t offset, size_t size, void *ret)
{
	if (offset > n || size > n - offset)
		return false;
	memcpy(ret, (const char *)bytes + offset, size);
	return true;
}

static bool is_elf64(const Elf64_Ehdr *header)
{
	return memcmp(header->e_ident, ELFMAG, SELFMAG) == 0 &&
	       header->e_ident[EI_CLASS] == ELFCLASS64 && header->e_ident[EI_DATA] == ELFDATA2LSB &&
	       header->e_phentsize == sizeof(Elf64_Phdr);
}

bool elf_interpreter(const void *bytes, size_t n, char ret[ELF_INTERPRETER_SIZE])
{
	Elf64_Ehdr header;

	if (!copy(bytes, n, 0, sizeof(header), &header) || !is_elf64(&header))
		return false;
	for (unsigned i = 0; i < header.e_phnum; i++) {
		Elf64_Phdr segment;

		if (header.e_phoff > n || !copy(bytes, n, header.e_phoff + i * sizeof(segment),
						sizeof(segment), &segment))
			return false;
		if (segment.p_type != PT_INTERP)
			continue;
		if (segment.p_filesz == 0 || segment.p_filesz >= ELF_INTERPRETER_SIZE ||
		    !copy(bytes, n, segment.p_offset, (size_t)segment.p_filesz, ret))
			return false;
		ret[segment.p_filesz] = '\0';
		return true;
	}
	return false;
}
