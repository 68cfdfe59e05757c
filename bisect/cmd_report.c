/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "bisect/commands.h"
#include "bisect/present.h"
#include "bisect/present_mail.h"
#include "bisect/present_terms.h"

enum {
	OPTION_SEND = 0x100,
	OPTION_AGAIN,
	OPTION_REGZBOT,
	OPTION_ASCII,
	OPTION_TERM_OLD,
	OPTION_TERM_NEW,
};

struct request {
	const char *format, *output, *term_old, *term_new;
	struct present_mail_options mail;
	bool has_mail; /* an option that is of use with a mail only */
};

static int take_format(struct request *request, const char *value, struct error *err)
{
	if (!report_find_format(value)) {
		CLEANUP(str_clear) struct str names = { 0 };
		const struct report_format *formats;
		size_t n;

		formats = report_formats(&n);
		for (size_t i = 0; i < n; i++)
			str_appendf(&names, "%s%s", i ? ", " : "", formats[i].name);
		return error_set(err, ERROR_USAGE, "no report format '%s'; there are %s", value,
				 str_text(&names));
	}
	request->format = value;
	return 0;
}

static int take_option(void *context, int key, const char *value, struct error *err)
{
	struct request *request = context;

	if (key == 'f')
		return take_format(request, value, err);
	if (key == 'o') {
		request->output = value;
		return 0;
	}
	if (key == OPTION_TERM_OLD || key == OPTION_TERM_NEW) {
		*(key == OPTION_TERM_OLD ? &request->term_old : &request->term_new) = value;
		return 0;
	}
	request->has_mail = true;
	if (key == OPTION_SEND)
		request->mail.send = true;
	else if (key == OPTION_AGAIN)
		request->mail.again = true;
	else if (key == OPTION_REGZBOT)
		request->mail.regzbot = true;
	else if (key == OPTION_ASCII)
		request->mail.ascii = true;
	return 0;
}

static int report(struct cli *cli, int argc, char **argv, struct error *err)
{
	CLEANUP(strlist_clear) struct strlist words = { 0 };
	struct request request = { 0 };
	const struct cli_parse parse = { &cmd_report, cli, take_option, &request, &words, 0, 1 };
	int64_t id;

	if (cli_parse(&parse, argc, argv, err) < 0 || cli_case_id(&words, 0, &id, err) < 0)
		return -1;
	if (!request.format)
		request.format = cli->wants_json ? "json" : "text";
	if (strcmp(request.format, "mail") == 0)
		return present_mail(cli, id, &request.mail, request.output, err);
	if (request.has_mail)
		return error_set(err, ERROR_USAGE,
				 "--send, --again, --regzbot and --ascii are for --format mail");
	if (request.term_old || request.term_new)
		return present_terms(cli, id,
				     &(struct present_terms){ request.format, request.term_old,
							      request.term_new, request.output },
				     err);
	if (request.output)
		return present_report_file(cli, request.format, id, request.output, err);
	present_through_pager();
	return present_report(cli, request.format, id, stdout, err);
}

static const struct argp_option options[] = {
	{ "format", 'f', "FORMAT", 0, "text, json, csv, html, mail, kcidb or git-bisect", 0 },
	{ "output", 'o', "FILE", 0, "write it to FILE, not to standard output", 0 },
	{ "term-old", OPTION_TERM_OLD, "TERM", 0, "of git-bisect, in place of 'good'", 0 },
	{ "term-new", OPTION_TERM_NEW, "TERM", 0, "of git-bisect, in place of 'bad'", 0 },
	{ "send", OPTION_SEND, NULL, 0,
	  "send the mail through the server of perfsect.conf, once for a finding", 0 },
	{ "again", OPTION_AGAIN, NULL, 0, "also send what was sent before", 0 },
	{ "regzbot", OPTION_REGZBOT, NULL, 0, "ask the kernel's regression tracker to follow it",
	  0 },
	{ "ascii", OPTION_ASCII, NULL, 0, "a mail in plain ASCII", 0 },
	{ 0 },
};

const struct command cmd_report = {
	.name = "report",
	.arguments = "[CASE]",
	.summary = "print the finding, for people and for tools",
	.description =
		"Of the newest case without CASE; so far, while it runs. 'git-bisect' is a log "
		"that 'git bisect replay' takes; of several changes each has its own, the largest "
		"loss "
		"the last. 'mail' is a draft, as an mbox in the layout of the kernel test robot, "
		"to "
		"the commit's author, those its message names, and the maintainers that the tree's "
		"own get_maintainer.pl knows; nothing is sent without --send. It is about one "
		"commit: the largest loss. 'kcidb' is for KernelCI's database.",
	.options = options,
	.run = report,
};
