/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a mail has besides the finding: who writes it, to whom, and what the repository says. */
#ifndef RESULTS_MAIL_DETAILS_H
#define RESULTS_MAIL_DETAILS_H

#include "base/str.h"
#include "results/history.h"

#include <stdbool.h>

struct mail_details {
	char *from;        /* "Name <mail>"; NULL: a place to fill in */
	struct strlist to; /* mailboxes */
	struct strlist cc;
	char *archive;                 /* before the message's id in Closes: */
	char parent[HISTORY_OID_SIZE]; /* of the culprit; "" where it is not known */
	char *parent_subject;
	bool regzbot; /* asks the regression tracker to follow it */
	bool ascii;
};

void mail_details_clear(struct mail_details *details);

#endif
