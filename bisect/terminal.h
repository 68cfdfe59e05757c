/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The terminal that we print to: its width, whether colour is wanted, and the pager that what is long goes
 * through. Owner of the pager's process.
 */
#ifndef BISECT_TERMINAL_H
#define BISECT_TERMINAL_H

#include "base/defs.h"
#include "base/error.h"

#include <stdbool.h>

/* Does a person read that stream, at a terminal, be it through our pager? */
bool terminal_is(int fd);
/* Is colour wanted on that stream? A terminal, and neither NO_COLOR nor TERM=dumb; or as was set. */
bool terminal_wants_color(int fd);
/* "auto", "always" or "never"; ERROR_USAGE for another. */
int terminal_set_color(const char *when, struct error *err) MUST_CHECK;
/* Are block characters wanted? In a UTF-8 locale, without NO_COLOR. */
bool terminal_wants_blocks(void);
/* Columns of the terminal, $COLUMNS, or 80. */
unsigned terminal_width(int fd);

/*
 * From here on standard output goes through a pager, if it is a terminal: $PERFSECT_PAGER, else the one of
 * git's configuration, $PAGER, or less, the first of them that is set; nothing when that is "" or "cat", or
 * cannot be started. $LESS is FRX if it was not set, so that what fits the screen stays on it. The end of
 * the process waits until the reader has left; a reader that leaves early ends nothing.
 */
void terminal_page(const char *git_pager);
void terminal_forbid_pager(void);

#endif
