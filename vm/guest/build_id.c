/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "vm/guest/build_id.h"

#include <elf.h>
#include <string.h>

static size_t padded(size_t n)
{
	return (n + 3) & ~(size_t)3;
}

static void write_hex(const unsigned char *bytes, size_t n, char *hex)
{
	static const char digits[] = "0123456789abcdef";

	for (size_t i = 0; i < n; i++) {
		hex[2 * i] = digits[bytes[i] >> 4];
		hex[2 * i + 1] = digits[bytes[i] & 15];
	}
	hex[2 * n] = '\0';
}

bool build_id_find(const void *notes, size_t n, char *hex)
{
	const unsigned char *at = notes;

	while (n >= sizeof(Elf64_Nhdr)) {
		Elf64_Nhdr note;
		size_t name_n, value_n;

		memcpy(&note, at, sizeof(note));
		at += sizeof(note);
		n -= sizeof(note);
		name_n = padded(note.n_namesz);
		if (name_n > n)
			return false;
		value_n = padded(note.n_descsz);
		if (note.n_descsz > n - name_n)
			return false;
		if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 &&
		    memcmp(at, "GNU", 4) == 0 && note.n_descsz >= 1 &&
		    note.n_descsz <= BUILD_ID_MAX) {
			write_hex(at + name_n, note.n_descsz, hex);
			return true;
		}
		if (value_n > n - name_n) /* the last note may go without its padding */
			return false;
		at += name_n + value_n;
		n -= name_n + value_n;
	}
	return false;
}
