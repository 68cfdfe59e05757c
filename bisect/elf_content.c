/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/elf_content.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "base/fs.h"
#include "bisect/digest.h"

#define RELEASE_BYTES_MIN 4 /* a shorter one may stand in code by chance */

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

static bool read_section(struct span file, const Elf64_Ehdr *header, size_t i, Elf64_Shdr *ret)
{
	const unsigned char *bytes;

	if (header->e_shoff > file.n)
		return false;
	bytes = at(file, header->e_shoff + i * sizeof(*ret), sizeof(*ret));
	if (bytes)
		memcpy(ret, bytes, sizeof(*ret));
	return bytes != NULL;
}

/* Of the table of names; "" where it lies. */
static const char *name_of(struct span names, const Elf64_Shdr *section)
{
	const unsigned char *name = at(names, section->sh_name, 1);

	if (!name || !memchr(name, '\0', names.n - section->sh_name))
		return "";
	return (const char *)name;
}

/* The bytes, with nothing in place of each release that stands there. */
static void add_bytes(struct digest *digest, struct span bytes, const char *release)
{
	const size_t release_n = strlen(release);
	const unsigned char *from = bytes.bytes, *end = from + bytes.n, *found;

	while (release_n >= RELEASE_BYTES_MIN &&
	       (found = memmem(from, (size_t)(end - from), release, release_n)) != NULL) {
		digest_add(digest, from, (size_t)(found - from));
		from = found + release_n;
	}
	digest_add(digest, from, (size_t)(end - from));
}

static bool is_left_out(const char *name, const Elf64_Shdr *section)
{
	return !(section->sh_flags & SHF_ALLOC) || section->sh_type == SHT_NOTE ||
	       strcmp(name, "__bug_table") == 0;
}

/* False where the section lies. */
static bool add_section(struct digest *digest, struct span file, struct span names,
			const Elf64_Shdr *section, const char *release)
{
	const char *name = name_of(names, section);
	const uint64_t facts[] = { section->sh_addr, section->sh_size, section->sh_flags };
	struct span content = { NULL, (size_t)section->sh_size };

	if (is_left_out(name, section))
		return true;
	digest_add_text(digest, name);
	digest_add(digest, facts, sizeof(facts));
	if (section->sh_type == SHT_NOBITS)
		return true;
	content.bytes = at(file, section->sh_offset, section->sh_size);
	if (!content.bytes)
		return false;
	add_bytes(digest, content, release);
	return true;
}

static bool read_header(struct span file, Elf64_Ehdr *ret)
{
	if (file.n < sizeof(*ret))
		return false;
	memcpy(ret, file.bytes, sizeof(*ret));
	return memcmp(ret->e_ident, ELFMAG, SELFMAG) == 0 && ret->e_ident[EI_CLASS] == ELFCLASS64 &&
	       ret->e_ident[EI_DATA] == ELFDATA2LSB && ret->e_shentsize == sizeof(Elf64_Shdr) &&
	       ret->e_shstrndx < ret->e_shnum;
}

bool elf_content_name(const void *bytes, size_t n, const char *release, char ret[ELF_CONTENT_SIZE])
{
	const struct span file = { bytes, n };
	struct span names = { 0 };
	Elf64_Shdr section = { 0 };
	struct digest digest;
	Elf64_Ehdr header;
	size_t n_loaded = 0;

	ret[0] = '\0';
	if (!read_header(file, &header) ||
	    !read_section(file, &header, header.e_shstrndx, &section))
		return false;
	names.bytes = at(file, section.sh_offset, section.sh_size);
	names.n = (size_t)section.sh_size;
	if (!names.bytes)
		return false;
	digest_init(&digest);
	for (size_t i = 0; i < header.e_shnum; i++) {
		if (!read_section(file, &header, i, &section) ||
		    !add_section(&digest, file, names, &section, release))
			return false;
		n_loaded += (section.sh_flags & SHF_ALLOC) != 0;
	}
	if (n_loaded > 0)
		digest_finish_hex40(&digest, ret);
	return n_loaded > 0;
}

int elf_content_read(const char *path, const char *release, char ret[ELF_CONTENT_SIZE],
		     struct error *err)
{
	CLEANUP(fs_closep) int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct stat status;
	void *bytes;
	size_t n;

	if (fd < 0 || fstat(fd, &status) < 0)
		return error_errno(err, errno, "cannot read '%s'", path);
	ret[0] = '\0';
	n = (size_t)status.st_size;
	if (n == 0)
		return 0;
	bytes = mmap(NULL, n, PROT_READ, MAP_PRIVATE, fd, 0);
	if (bytes == MAP_FAILED)
		return error_errno(err, errno, "cannot map '%s'", path);
	(void)elf_content_name(bytes, n, release, ret); /* "" says it all */
	(void)munmap(bytes, n);                         /* cannot fail for a mapping of ours */
	return 0;
}
