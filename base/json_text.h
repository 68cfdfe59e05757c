/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How single JSON values are written, and how deep a text is nested. */
#ifndef BASE_JSON_TEXT_H
#define BASE_JSON_TEXT_H

#include "base/str.h"

#include <stddef.h>

/* In quotation marks; `text` must be UTF-8. */
void json_text_append_string(struct str *str, const char *text);
/* With the fewest digits that read back as `value`, and a point or exponent. It must be finite. */
void json_text_append_real(struct str *str, double value);
/* The deepest nesting of arrays and objects in the text, whether it is valid or not. */
size_t json_text_depth(const char *text, size_t n);

#endif
