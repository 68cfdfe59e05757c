/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a terminal would show of a program's output. */
#ifndef WORKLOADS_PARSE_TEXT_H
#define WORKLOADS_PARSE_TEXT_H

#include "base/str.h"

#include <stddef.h>

/*
 * Appends the output without colour and other escape sequences and without control bytes but tab
 * and newline; what a carriage return or backspace overwrote is gone.
 */
void parse_text_append(struct str *str, const char *output, size_t n);

#endif
