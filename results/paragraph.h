/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Running text, filled to a width. */
#ifndef RESULTS_PARAGRAPH_H
#define RESULTS_PARAGRAPH_H

#include "base/str.h"

/*
 * Appends the text as lines of at most `width` columns (0: one line), broken at blanks only (but
 * not before a percent sign) and made harmless for a terminal. The first line begins with `lead`, the others with as many blanks.
 */
void paragraph_append(struct str *out, const char *lead, const char *text, unsigned width);

#endif
