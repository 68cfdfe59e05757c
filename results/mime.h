/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Header fields of a mail (RFC 5322), with words that are not ASCII encoded (RFC 2047), folded, and such that
 * no text from outside can begin a field of its own: control bytes never get through. Pure.
 */
#ifndef RESULTS_MIME_H
#define RESULTS_MIME_H

#include "base/defs.h"
#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>

/* "Subject: …". */
void mime_append_text(struct str *out, const char *field, const char *text);

/*
 * The address of "Name <mail@host>" or "mail@host", which the caller frees; NULL where it is none, or one
 * that would need quotes. *ret_name is the name, "" for none, if ret_name is not NULL.
 */
char *mime_address(const char *mailbox, char **ret_name) MUST_CHECK;
/* "To: A <a@b>, …", one a line; what is no mailbox is left out. False, and nothing, where none is left. */
bool mime_append_mailboxes(struct str *out, const char *field, const struct strlist *mailboxes);
/* Adds a mailbox whose address is not yet there, in any case of its letters; what is none is not added. */
void mime_add_mailbox(struct strlist *mailboxes, const char *mailbox);

/* "Date: Mon, 30 Nov 2026 12:00:00 +0000". */
void mime_append_date(struct str *out, int64_t unix_seconds);

/*
 * The lines of a body: none longer than RFC 5322 allows, none that mbox takes for the beginning of a message,
 * and, where `ascii`, no byte beyond ASCII: ± becomes +-, other characters a question mark.
 */
void mime_append_body(struct str *out, const char *text, bool ascii);

/* An mbox message as it goes over the line: without its first line and mbox's quotes, with CRLF. */
void mime_append_wire(struct str *out, const char *message);

#endif
