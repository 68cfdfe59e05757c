/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/report_mail.h"

#include <string.h>
#include <time.h>

#include "base/mem.h"
#include "results/mail_body.h"
#include "results/mail_details.h"
#include "results/mime.h"
#include "results/report_git_bisect.h"
#include "results/report_input.h"

#define PLACEHOLDER "perfsect@localhost"
#define PREFIX_MAX 40 /* of a patch: "sched/fair" */

/* mbox begins a message so; the date is git's own constant, by which tools know what wrote it. */
#define MBOX_DATE "Mon Sep 17 00:00:00 2001"

const struct finding_change *report_mail_change(const struct finding *finding)
{
	const struct finding_change *best = NULL;

	for (size_t i = 0; finding && i < finding->n_changes; i++) {
		const struct finding_change *change = &finding->changes[i];

		if (change->n_commits == 1 && change->is_resolved &&
		    change->comparison.verdict != FINDING_REFUTED &&
		    (!best || change->effect_percent < best->effect_percent))
			best = change;
	}
	for (size_t i = 0; best && best->effect_percent >= 0 && i < finding->n_changes; i++) {
		const struct finding_change *change = &finding->changes[i];

		if (change->n_commits == 1 && change->is_resolved &&
		    change->comparison.verdict != FINDING_REFUTED &&
		    change->effect_percent > best->effect_percent)
			best = change;
	}
	return best;
}

static const char *from_of(const struct report_input *input)
{
	return input->mail && input->mail->from ? input->mail->from : PLACEHOLDER;
}

char *report_mail_id(const struct report_input *input)
{
	const struct finding_change *change = report_mail_change(input->finding);
	const time_t ended = (time_t)input->record->ended;
	CLEANUP(mem_freep) char *address = mime_address(from_of(input), NULL);
	struct tm tm = { 0 };
	char stamp[32] = "";

	if (!gmtime_r(&ended, &tm) || strftime(stamp, sizeof(stamp), "%Y%m%d%H%M", &tm) == 0)
		stamp[0] = '\0';
	return mem_printf("%s.%.8s-%s", stamp, change ? change->commits[0].hex : "",
			  address ? address : PLACEHOLDER);
}

/* "[REGRESSION] [sched/fair] 5555555555: tbench.throughput -3.1% regression" */
static void append_subject(const struct report_input *input, const struct finding_change *change,
			   struct str *out)
{
	CLEANUP(str_clear) struct str subject = { 0 };
	const struct finding_commit *commit = &change->commits[0];
	const char *prefix = commit->subject ? commit->subject : "";
	const size_t n = strcspn(prefix, ":");

	str_append(&subject, change->effect_percent < 0 ? "[REGRESSION] " : "[IMPROVEMENT] ");
	if (prefix[n] == ':' && n > 0 && n <= PREFIX_MAX && !memchr(prefix, ' ', n))
		str_appendf(&subject, "[%.*s] ", (int)n, prefix);
	str_appendf(&subject, "%.10s: %.100s.%.100s ", commit->hex, input->record->workload,
		    input->record->metric);
	mail_body_append_change(input, change, &subject);
	mime_append_text(out, "Subject", str_text(&subject));
}

static void append_receivers(const struct report_input *input, struct str *out)
{
	static const char *const nobody = "To: undisclosed-recipients:;\n";

	if (!input->mail) {
		str_append(out, nobody);
		return;
	}
	if (!mime_append_mailboxes(out, "To", &input->mail->to))
		str_append(out, nobody);
	(void)mime_append_mailboxes(out, "Cc", &input->mail->cc); /* there need be none */
}

static void append_head(const struct report_input *input, const struct finding_change *change,
			const char *id, const char *boundary, struct str *out)
{
	CLEANUP(strlist_clear) struct strlist from = { 0 };

	strlist_add(&from, from_of(input));
	str_appendf(out, "From %s " MBOX_DATE "\n", change->commits[0].hex);
	if (!mime_append_mailboxes(out, "From", &from))
		str_append(out, "From: " PLACEHOLDER "\n");
	append_receivers(input, out);
	append_subject(input, change, out);
	mime_append_date(out, input->record->ended);
	str_appendf(out,
		    "Message-ID: <%s>\nMIME-Version: 1.0\nX-Mailer: perfsect " PERFSECT_VERSION "\n"
		    "Content-Type: multipart/mixed; boundary=\"%s\"\n\n",
		    id, boundary);
}

static void append_part(const struct report_input *input, const char *boundary,
			const char *disposition, const char *text, struct str *out)
{
	const bool ascii = input->mail && input->mail->ascii;

	str_appendf(out,
		    "--%s\nContent-Type: text/plain; charset=%s\nContent-Disposition: %s\n"
		    "Content-Transfer-Encoding: %s\n\n",
		    boundary, ascii ? "us-ascii" : "utf-8", disposition, ascii ? "7bit" : "8bit");
	mime_append_body(out, text, ascii);
}

void report_mail_append(const struct report_input *input, struct str *out)
{
	const struct finding_change *change = report_mail_change(input->finding);
	CLEANUP(mem_freep) char *id = NULL;
	CLEANUP(mem_freep) char *boundary = NULL;
	CLEANUP(str_clear) struct str body = { 0 };
	CLEANUP(str_clear) struct str log = { 0 };

	if (!change) {
		str_append(out, "No mail: no single commit was found that it could be about.\n");
		return;
	}
	id = report_mail_id(input);
	mail_body_append(input, change, id, &body);
	report_git_bisect_append(input, &log);
	for (unsigned i = 0;
	     i == 0 || strstr(str_text(&body), boundary) || strstr(str_text(&log), boundary); i++) {
		mem_freep(&boundary);
		boundary = mem_printf("=-perfsect-%.12s-%u", change->commits[0].hex, i);
	}
	append_head(input, change, id, boundary, out);
	append_part(input, boundary, "inline", str_text(&body), out);
	append_part(input, boundary, "attachment; filename=\"bisect.log\"", str_text(&log), out);
	str_appendf(out, "--%s--\n\n", boundary);
}
