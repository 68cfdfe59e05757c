/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/elf_note.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "base/fs.h"

/* A window into the file; at() is the only way to its bytes. */
struct span {
	const unsigned char *bytes;
	size_t n;
};

/* NULL unless all of [offset, offset + n) lies within. */
static const unsigned char *at(struct span span, uint64_t offset, uint64_t n)
{
	if (offset > span.n || n > span.n - offset)
		return NULL;
	return span.bytes + offset;
}

static size_t padded(uint64_t n)
{
	return (size_t)((n + 3) & ~(uint64_t)3);
}

static bool note_is_build_id(struct span notes, uint64_t name_at, const Elf64_Nhdr *note)
{
	const unsigned char *name = at(notes, name_at, note->n_namesz);

	return name != NULL && note->n_type == NT_GNU_BUILD_ID && note->n_namesz == sizeof("GNU") &&
	       memcmp(name, "GNU", sizeof("GNU")) == 0;
}

static bool write_hex(struct span notes, uint64_t offset, uint64_t n, char *ret)
{
	const unsigned char *id = at(notes, offset, n);

	if (id == NULL || n == 0 || n > (BUILD_ID_HEX_SIZE - 1) / 2)
		return false;
	for (uint64_t i = 0; i < n; i++)
		(void)snprintf(ret + 2 * i, 3, "%02x", id[i]); /* two digits and the NUL, always */
	return true;
}

static bool find_in_notes(struct span notes, char *ret)
{
	uint64_t offset = 0;
	const unsigned char *bytes;

	while ((bytes = at(notes, offset, sizeof(Elf64_Nhdr))) != NULL) {
		Elf64_Nhdr note;
		uint64_t name_at = offset + sizeof(note);

		memcpy(&note, bytes, sizeof(note));
		offset = name_at + padded(note.n_namesz);
		if (note_is_build_id(notes, name_at, &note))
			return write_hex(notes, offset, note.n_descsz, ret);
		offset += padded(note.n_descsz);
	}
	return false;
}

static bool find_in_range(struct span file, uint64_t offset, uint64_t n, char *ret)
{
	const unsigned char *bytes = at(file, offset, n);

	return bytes != NULL && find_in_notes((struct span){ bytes, (size_t)n }, ret);
}

static bool find_in_segments(struct span file, const Elf64_Ehdr *header, char *ret)
{
	for (uint64_t i = 0; i < header->e_phnum; i++) {
		Elf64_Phdr segment;
		const unsigned char *bytes;

		if (header->e_phoff > file.n)
			return false;
		bytes = at(file, header->e_phoff + i * sizeof(segment), sizeof(segment));
		if (bytes == NULL)
			return false;
		memcpy(&segment, bytes, sizeof(segment));
		if (segment.p_type == PT_NOTE &&
		    find_in_range(file, segment.p_offset, segment.p_filesz, ret))
			return true;
	}
	return false;
}

static bool find_in_sections(struct span file, const Elf64_Ehdr *header, char *ret)
{
	for (uint64_t i = 0; i < header->e_shnum; i++) {
		Elf64_Shdr section;
		const unsigned char *bytes;

		if (header->e_shoff > file.n)
			return false;
		bytes = at(file, header->e_shoff + i * sizeof(section), sizeof(section));
		if (bytes == NULL)
			return false;
		memcpy(&section, bytes, sizeof(section));
		if (section.sh_type == SHT_NOTE &&
		    find_in_range(file, section.sh_offset, section.sh_size, ret))
			return true;
	}
	return false;
}

bool elf_note_build_id(const void *bytes, size_t n, char ret[BUILD_ID_HEX_SIZE])
{
	struct span file = { bytes, n };
	Elf64_Ehdr header;

	ret[0] = '\0';
	if (n < sizeof(header))
		return false;
	memcpy(&header, bytes, sizeof(header));
	if (memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
	    header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_ident[EI_DATA] != ELFDATA2LSB)
		return false;
	if (header.e_phentsize == sizeof(Elf64_Phdr) && find_in_segments(file, &header, ret))
		return true;
	return header.e_shentsize == sizeof(Elf64_Shdr) && find_in_sections(file, &header, ret);
}

int elf_note_read_build_id(const char *path, char ret[BUILD_ID_HEX_SIZE], struct error *err)
{
	CLEANUP(fs_closep) int fd = -1;
	struct stat status;
	void *bytes;
	size_t n;

	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0 || fstat(fd, &status) < 0)
		return error_errno(err, errno, "cannot read '%s'", path);
	ret[0] = '\0';
	n = (size_t)status.st_size;
	if (n == 0)
		return 0;
	bytes = mmap(NULL, n, PROT_READ, MAP_PRIVATE, fd, 0);
	if (bytes == MAP_FAILED)
		return error_errno(err, errno, "cannot map '%s'", path);
	(void)elf_note_build_id(bytes, n, ret); /* "" says it all */
	(void)munmap(bytes, n);                 /* cannot fail for a mapping of ours */
	return 0;
}
