/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One character of UTF-8 at a time, as strict as Unicode asks: no overlong forms, no surrogates. */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stddef.h>
#include <stdint.h>

/*
 * The number of bytes (1 to 4) of the valid character that the n bytes start with, and its code
 * point in *ret_code (may be NULL); 0 when they start with none.
 */
size_t utf8_decode(const char *bytes, size_t n, uint32_t *ret_code);

#endif
