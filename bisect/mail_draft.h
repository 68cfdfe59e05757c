/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who a finding is mailed to, from the settings, the culprit's message and the tree. */
#ifndef BISECT_MAIL_DRAFT_H
#define BISECT_MAIL_DRAFT_H

#include "base/cancel.h"
#include "bisect/workspace.h"
#include "results/finding.h"
#include "results/mail_details.h"

/*
 * Fills in what there is for the change; sender, archive, further receivers and, where the repository can be
 * read, the author, those named in the message, the maintainers, and the parent. Never fails; what could
 * not be found out is said in *notes.
 */
void mail_draft(const struct workspace *workspace, const char *repo_path,
		const struct finding_change *change, struct cancel *cancel,
		struct mail_details *ret, struct strlist *notes);

#endif
