/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/commands.h"
#include "bisect/present.h"

/* What the options chose. */
struct choice {
	const char *format, *output;
};

static int take_option(void *context, int key, const char *value, struct error *err)
{
	struct choice *choice = context;

	if (key == 'o')
		choice->output = value;
	if (key != 'f')
		return 0;
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
	choice->format = value;
	return 0;
}

static int report(struct cli *cli, int argc, char **argv, struct error *err)
{
	CLEANUP(strlist_clear) struct strlist words = { 0 };
	struct choice choice = { 0 };
	const struct cli_parse parse = { &cmd_report, cli, take_option, &choice, &words, 0, 1 };
	int64_t id;

	if (cli_parse(&parse, argc, argv, err) < 0 || cli_case_id(&words, 0, &id, err) < 0)
		return -1;
	if (!choice.format)
		choice.format = cli->wants_json ? "json" : "text";
	if (choice.output)
		return present_report_file(cli, choice.format, id, choice.output, err);
	return present_report(cli, choice.format, id, stdout, err);
}

static const struct argp_option options[] = {
	{ "format", 'f', "FORMAT", 0, "text, json, csv, html or git-bisect", 0 },
	{ "output", 'o', "FILE", 0, "write it to FILE, not to standard output", 0 },
	{ 0 },
};

const struct command cmd_report = {
	.name = "report",
	.arguments = "[CASE]",
	.summary = "print the finding, for people and for tools",
	.description =
		"Of the newest case without CASE; so far, while it runs. 'git-bisect' is a log "
		"that 'git bisect replay' takes; of several changes each has its own, the largest "
		"loss the last. 'html' is one file that needs no other, and no network: the "
		"kernels "
		"over history with every sample, what is believed, the commits with what they "
		"change, every boot with its console's end, and why each step was taken.",
	.options = options,
	.run = report,
};
