/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How many columns of a terminal UTF-8 text takes, whatever the locale. */
#ifndef RESULTS_TEXT_WIDTH_H
#define RESULTS_TEXT_WIDTH_H

#include <stddef.h>

/* East Asian wide characters count 2, combining marks 0, bytes that are no UTF-8 count 1. */
size_t text_width(const char *text);
/* The number of leading bytes that take at most `columns` columns; never splits a character. */
size_t text_fit(const char *text, size_t columns);

#endif
