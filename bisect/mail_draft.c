/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/mail_draft.h"

#include <string.h>

#include "base/mem.h"
#include "bisect/maintainers.h"
#include "bisect/repo.h"
#include "bisect/trailers.h"
#include "results/mime.h"

#define TRACKER "regressions@lists.linux.dev" /* where the regression tracker reads */

/* Takes those out of `cc` that are in `to`. */
static void add_apart(const struct strlist *to, const struct strlist *from, struct strlist *cc)
{
	for (size_t i = 0; i < from->n; i++) {
		CLEANUP(strlist_clear) struct strlist both = { 0 };

		for (size_t j = 0; j < to->n; j++)
			strlist_add(&both, to->items[j]);
		mime_add_mailbox(&both, from->items[i]);
		if (both.n > to->n)
			mime_add_mailbox(cc, from->items[i]);
	}
}

static int read_repository(const struct workspace *workspace, const char *repo_path,
			   const char *hex, struct cancel *cancel, struct mail_details *details,
			   struct strlist *people, struct strlist *notes, struct error *err)
{
	CLEANUP(repo_closep) struct repo *repo = NULL;
	CLEANUP(repo_commit_clear) struct repo_commit commit = { 0 };
	CLEANUP(repo_commit_clear) struct repo_commit parent = { 0 };
	CLEANUP(mem_freep) char *why = NULL;

	if (repo_open(repo_path, NULL, &repo, err) < 0 ||
	    repo_read_commit(repo, hex, &commit, err) < 0)
		return -1;
	trailers_add(commit.message, people);
	maintainers_add(workspace, repo, &commit, people, cancel, &why);
	if (why)
		strlist_addf(notes, "the tree's maintainers were not asked: %s", why);
	if (!commit.first_parent[0] ||
	    repo_read_commit(repo, commit.first_parent, &parent, err) < 0)
		return 0; /* a root has none */
	memcpy(details->parent, parent.hex, sizeof(details->parent));
	details->parent_subject = mem_strdup(parent.subject);
	return 0;
}

void mail_draft(const struct workspace *workspace, const char *repo_path,
		const struct finding_change *change, struct cancel *cancel,
		struct mail_details *ret, struct strlist *notes)
{
	const struct mail_settings *settings = &workspace->settings->mail;
	CLEANUP(strlist_clear) struct strlist people = { 0 };
	struct error err = { 0 };

	ret->from = mem_strdup(settings->from);
	ret->archive = mem_strdup(settings->archive);
	mime_add_mailbox(&ret->to, change->commits[0].author);
	if (read_repository(workspace, repo_path, change->commits[0].hex, cancel, ret, &people,
			    notes, &err) < 0)
		strlist_addf(notes, "nobody was looked up in the repository: %s", err.text);
	if (ret->to.n == 0 && people.n > 0)
		mime_add_mailbox(&ret->to, people.items[0]);
	add_apart(&ret->to, &people, &ret->cc);
	add_apart(&ret->to, &settings->cc, &ret->cc);
	if (ret->regzbot)
		mime_add_mailbox(&ret->cc, TRACKER);
	if (!ret->from)
		strlist_add(notes, "mail.from is not set in perfsect.conf: fill in the sender");
}
