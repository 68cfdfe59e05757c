/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which loader an ELF64 program asks for, trusting nothing in it. Pure. */
#ifndef BISECT_ELF_INTERPRETER_H
#define BISECT_ELF_INTERPRETER_H

#include <stdbool.h>
#include <stddef.h>

#define ELF_INTERPRETER_SIZE 256

/* False for a static program, and for what is no little-endian ELF64 file. */
bool elf_interpreter(const void *bytes, size_t n, char ret[ELF_INTERPRETER_SIZE]);

#endif
