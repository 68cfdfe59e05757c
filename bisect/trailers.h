/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who is named at the end of a commit's message. Pure. */
#ifndef BISECT_TRAILERS_H
#define BISECT_TRAILERS_H

#include "base/str.h"

/*
 * Adds the mailboxes of the lines "Signed-off-by: …", "Cc: …" and their like that are not yet there. The
 * lists of the stable series are left out: what goes there is not for a report to decide.
 */
void trailers_add(const char *message, struct strlist *mailboxes);

#endif
