/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/present_mail.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/fs.h"
#include "base/log.h"
#include "base/mem.h"
#include "bisect/mail_draft.h"
#include "bisect/post.h"
#include "bisect/present.h"
#include "results/mime.h"
#include "results/report_mail.h"
#include "results/store_mail.h"

static void print_notes(const struct cli *cli, const struct strlist *notes)
{
	for (size_t i = 0; i < notes->n && !cli->is_quiet; i++)
		cli_complain(notes->items[i]);
}

static void add_addresses(const struct strlist *mailboxes, struct strlist *addresses)
{
	for (size_t i = 0; i < mailboxes->n; i++) {
		CLEANUP(mem_freep) char *address = mime_address(mailboxes->items[i], NULL);

		if (address)
			strlist_add(addresses, address);
	}
}

/* Takes the finding down as sent, sends it, and forgets it again where that failed. */
static int send_once(struct workspace *workspace, const struct mail_record *record,
		     const struct mail_details *details, const char *message, struct cancel *cancel,
		     struct error *err)
{
	CLEANUP(strlist_clear) struct strlist receivers = { 0 };
	CLEANUP(mem_freep) char *sender = details->from ? mime_address(details->from, NULL) : NULL;
	struct error ignored = { 0 };
	int64_t sent = 0;

	if (!sender)
		return error_set(err, ERROR_CONFIG, "there is no mail.from in perfsect.conf");
	add_addresses(&details->to, &receivers);
	add_addresses(&details->cc, &receivers);
	if (store_claim_mail(workspace->store, record, &sent, err) < 0)
		return -1;
	if (sent != 0)
		return error_set(
			err, ERROR_USAGE,
			"this finding was sent before (at UNIX time %lld); --again sends it "
			"once more",
			(long long)sent);
	if (post_send(&workspace->settings->mail, sender, &receivers, message, cancel, err) == 0)
		return 0;
	/* a message that arrived after all is the lesser evil: the user sees the error */
	if (store_forget_mail(workspace->store, record, &ignored) < 0)
		log_debug("cannot forget the mail: %s", ignored.text);
	return -1;
}

static int send_message(struct cli *cli, const struct presented *presented,
			const struct report_input *input, const char *message, bool again,
			struct error *err)
{
	const struct case_record *record = &presented->record;
	const struct finding_change *change = report_mail_change(presented->finding);
	CLEANUP(mem_freep) char *id = report_mail_id(input);
	CLEANUP(mem_freep)
	char *metric = mem_printf("%s (%s) %s", record->workload, record->cell, record->metric);
	const struct mail_record mail = {
		.good = record->good,
		.bad = record->bad,
		.metric = metric,
		.culprit = change->commits[0].hex,
		.message_id = id,
		.sent = (int64_t)time(NULL),
	};

	if (again && store_forget_mail(presented->workspace->store, &mail, err) < 0)
		return -1;
	if (send_once(presented->workspace, &mail, input->mail, message, cli->cancel, err) < 0)
		return -1;
	if (!cli->is_quiet)
		(void)printf("sent to %zu receivers: <%s>\n", input->mail->to.n + input->mail->cc.n,
			     id);
	return EXIT_FOUND;
}

int present_mail(struct cli *cli, int64_t case_id, const struct present_mail_options *options,
		 const char *path, struct error *err)
{
	CLEANUP(presented_clear) struct presented presented = { 0 };
	CLEANUP(mail_details_clear)
	struct mail_details details = { .regzbot = options->regzbot, .ascii = options->ascii };
	CLEANUP(strlist_clear) struct strlist notes = { 0 };
	CLEANUP(str_clear) struct str text = { 0 };
	struct report_input input;

	if (presented_open(&presented, cli->dir, case_id, err) < 0)
		return -1;
	if (!report_mail_change(presented.finding))
		return error_set(
			err, ERROR_USAGE,
			"case %lld has not found a single commit that a mail could be about",
			(long long)presented.record.id);
	if (presented.record.ended == 0)
		return error_set(err, ERROR_USAGE, "case %lld has not ended yet",
				 (long long)presented.record.id);
	presented_sort(&presented);
	mail_draft(presented.workspace, presented.record.repo,
		   report_mail_change(presented.finding), cli->cancel, &details, &notes);
	print_notes(cli, &notes);
	input = presented_input(&presented, fileno(stdout));
	input.mail = &details;
	report_mail_append(&input, &text);
	if (options->send)
		return send_message(cli, &presented, &input, str_text(&text), options->again, err);
	if (path)
		return fs_write_named(path, str_text(&text), text.length, err);
	if (fwrite(str_text(&text), 1, text.length, stdout) != text.length)
		return error_errno(err, errno, "cannot write the mail");
	return EXIT_FOUND;
}
