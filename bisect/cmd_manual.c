/* SPDX-License-Identifier: GPL-3.0-or-later */
/* manual, completion: what packaging installs, from the same tables that the program runs on. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "bisect/commands.h"
#include "config/schema.h"
#include "results/compare_view.h"
#include "results/import.h"
#include "results/report.h"

/* Text for man(7): backslashes and hyphens as they are meant, no request at a line's start. */
static void append_roff(struct str *str, const char *text)
{
	bool is_line_start = true;

	for (; *text; text++) {
		if (is_line_start && (*text == '.' || *text == '\''))
			str_append(str, "\\&");
		if (*text == '\\')
			str_append(str, "\\e");
		else if (*text == '-')
			str_append(str, "\\-");
		else
			str_append_char(str, *text);
		is_line_start = *text == '\n';
	}
}

static void append_options(struct str *str, const struct argp_option *options)
{
	for (; options && options->name; options++) {
		str_append(str, ".TP\n.B ");
		if (options->key < 0x80 && isalnum(options->key))
			str_appendf(str, "\\-%c, ", options->key);
		str_append(str, "\\-\\-");
		append_roff(str, options->name);
		if (options->arg)
			str_appendf(str, " \\fI%s\\fR", options->arg);
		str_append_char(str, '\n');
		append_roff(str, options->doc);
		str_append_char(str, '\n');
	}
}

static void append_command(struct str *str, const struct command *command)
{
	str_appendf(str, ".SS \"perfsect %s", command->name);
	if (command->arguments[0])
		str_append_char(str, ' ');
	for (const char *text = command->arguments; *text; text++)
		str_append(str, *text == '\n' ? " | " : (char[]){ *text, '\0' });
	str_append(str, "\"\n");
	str_append_char(str, (char)toupper(command->summary[0]));
	append_roff(str, command->summary + 1);
	str_append(str, ".\n.PP\n");
	append_roff(str, command->description);
	str_append_char(str, '\n');
	append_options(str, command->options);
}

static void append_exit_statuses(struct str *str)
{
	static const struct {
		int status;
		const char *text;
	} statuses[] = {
		{ EXIT_FOUND, "found, or the command did what it was asked" },
		{ EXIT_NO_SINGLE_ANSWER,
		  "ended without a single answer: a range, several hypotheses, "
		  "or a pause; also a failed check" },
		{ EXIT_USAGE, "the command line is wrong" },
		{ EXIT_CONFIG, "the configuration or the repository is not as it must be" },
		{ EXIT_HOST, "this host could not do it; the case can be resumed" },
		{ EXIT_NOT_REPRODUCED, "not reproduced: the ends do not differ" },
		{ EXIT_CANNOT_TEST, "perfsect test: the commit cannot be tested" },
		{ EXIT_ABORT, "perfsect test: this host could not do it" },
		{ EXIT_INTERRUPTED, "interrupted; the case can be resumed" },
	};

	str_append(str, ".SH EXIT STATUS\n");
	for (size_t i = 0; i < ARRAY_LENGTH(statuses); i++) {
		str_appendf(str, ".TP\n.B %d\n", statuses[i].status);
		append_roff(str, statuses[i].text);
		str_append_char(str, '\n');
	}
}

static void append_manual(struct str *str)
{
	str_append(str, ".TH PERFSECT 1 \"\" \"perfsect " PERFSECT_VERSION "\" \"User Commands\"\n"
			".SH NAME\nperfsect \\- find the commits behind a change in a kernel's "
			"throughput\n"
			".SH SYNOPSIS\n.B perfsect\n[\\fB\\-C\\fR \\fIDIR\\fR] \\fICOMMAND\\fR "
			"[\\fIARGUMENT\\fR...]\n"
			".SH DESCRIPTION\n");
	append_roff(
		str,
		"perfsect builds kernels between two revisions, boots them in virtual machines, "
		"runs a workload in each, and narrows down the commits that change its throughput, "
		"with the size of each change and the probability that it is the one. It works in "
		"a "
		"workspace: a folder with perfsect.conf and .perfsect/, where everything measured "
		"is kept.\n");
	str_append(str, ".SH OPTIONS\n");
	append_options(str, cli_common_options);
	str_append(str, ".SH COMMANDS\n");
	for (size_t i = 0; cli_commands[i]; i++)
		append_command(str, cli_commands[i]);
	append_exit_statuses(str);
	str_append(str, ".SH CONFIGURATION\n");
	schema_append_manual(str);
	str_append(str,
		   ".SH FILES\n.TP\n.I perfsect.conf\nthe configuration of a workspace\n"
		   ".TP\n.I .perfsect/store.db\nevery build, boot, sample and decision (SQLite)\n"
		   ".SH ENVIRONMENT\n.TP\n.B NO_COLOR\nno colour\n"
		   ".TP\n.B PERFSECT_PAGER\nwhat log, show, report and compare go through at a "
		   "terminal, before git's core.pager and PAGER; cat for nothing\n"
		   ".TP\n.B PERFSECT_DEBUG\ndiagnostics on standard error\n"
		   ".TP\n.B PERFSECT_GUEST_DIR\nwhere the programs of the guest are\n"
		   ".SH SEE ALSO\n.BR git\\-bisect (1)\n");
}

static int print(struct cli *cli, const struct command *command, int argc, char **argv,
		 void (*append)(struct str *str), struct error *err)
{
	CLEANUP(strlist_clear) struct strlist words = { 0 };
	CLEANUP(str_clear) struct str text = { 0 };
	const struct cli_parse parse = { command, cli, NULL, NULL, &words, 0, 0 };

	if (cli_parse(&parse, argc, argv, err) < 0)
		return -1;
	append(&text);
	(void)fputs(str_text(&text), stdout);
	return EXIT_FOUND;
}

static int manual(struct cli *cli, int argc, char **argv, struct error *err)
{
	return print(cli, &cmd_manual, argc, argv, append_manual, err);
}

static void append_option_words(struct str *str, const struct argp_option *options)
{
	for (; options && options->name; options++)
		str_appendf(str, " --%s", options->name);
}

/* Each command has formats of its own. */
static void append_format_completion(struct str *str)
{
	const struct report_format *reports;
	const struct compare_format *compares;
	const struct import_format *imports;
	size_t n;

	str_append(str, "\t\tcase $2 in\n\t\tcompare) echo");
	compares = compare_formats(&n);
	for (size_t i = 0; i < n; i++)
		str_appendf(str, " %s", compares[i].name);
	str_append(str, " ;;\n\t\timport) echo");
	imports = import_formats(&n);
	for (size_t i = 0; i < n; i++)
		str_appendf(str, " %s", imports[i].name);
	str_append(str, " ;;\n\t\t*) echo");
	reports = report_formats(&n);
	for (size_t i = 0; i < n; i++)
		str_appendf(str, " %s", reports[i].name);
	str_append(str, " ;;\n\t\tesac ;;\n");
}

/*
 * Values: what the word before asks for, or the command. Names come from the text of perfsect.conf, since
 * nothing shall be opened for them.
 */
static void append_value_completion(struct str *str)
{
	str_append(str,
		   "# names of a section of perfsect.conf\n_perfsect_names()\n{\n"
		   "\tawk -v section=\"$1\" '/^[a-z]+ *=/ { is_in = index($0, section) == 1 }\n"
		   "\t\tis_in { while (match($0, /name *= *\"[^\"]*\"/)) {\n"
		   "\t\t\tname = substr($0, RSTART, RLENGTH); $0 = substr($0, RSTART + RLENGTH)\n"
		   "\t\t\tgsub(/name *= *|\"/, \"\", name); print name } }' "
		   "\"$2/perfsect.conf\" 2>/dev/null\n}\n"
		   "# numbers of the cases\n_perfsect_cases()\n{\n"
		   "\tperfsect -C \"$1\" status --all 2>/dev/null | awk 'NR > 1 { print $1 }'\n}\n"
		   "# values, by the word before and the command\n_perfsect_values()\n{\n"
		   "\tcase $1 in\n\t--format | -f)\n");
	append_format_completion(str);
	str_append(str,
		   "\t--workload | -w) _perfsect_names workloads \"$3\" ;;\n"
		   "\t--machine | -m) _perfsect_names machines \"$3\" ;;\n"
		   "\t--replay) _perfsect_cases \"$3\" ;;\n"
		   "\tworkload) echo list show parse ;;\n"
		   "\t*)\n\t\tcase $2 in\n"
		   "\t\tresume | status | stop | log | show | report) _perfsect_cases \"$3\" ;;\n"
		   "\t\tworkload) perfsect workload list | awk 'NR > 1 { print $1 }' ;;\n"
		   "\t\tesac ;;\n\tesac\n}\n");
}

static void append_completion(struct str *str)
{
	str_append(str, "# bash completion for perfsect\n");
	append_value_completion(str);
	str_append(str,
		   "_perfsect()\n{\n"
		   "\tlocal word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}\n"
		   "\tlocal command= dir=. i words\n"
		   "\tfor ((i = 1; i < COMP_CWORD; i++)); do\n"
		   "\t\tcase ${COMP_WORDS[i]} in\n"
		   "\t\t-C) ((i++)); dir=${COMP_WORDS[i]} ;;\n\t\t-*) ;;\n"
		   "\t\t*) command=${COMP_WORDS[i]}; break ;;\n\t\tesac\n\tdone\n"
		   "\tcase $command in\n\t'') words='");
	for (size_t i = 0; cli_commands[i]; i++)
		str_appendf(str, "%s%s", i ? " " : "", cli_commands[i]->name);
	append_option_words(str, cli_common_options);
	str_append(str, "' ;;\n");
	for (size_t i = 0; cli_commands[i]; i++) {
		str_appendf(str, "\t%s) words='", cli_commands[i]->name);
		append_option_words(str, cli_commands[i]->options);
		append_option_words(str, cli_common_options);
		str_append(str, "' ;;\n");
	}
	str_append(str, "\tesac\n"
			"\t[[ -z $command || $word == -* ]] ||\n"
			"\t\twords=$(_perfsect_values \"$before\" \"$command\" \"$dir\")\n"
			"\tCOMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n}\n"
			"complete -o default -F _perfsect perfsect\n");
}

static int completion(struct cli *cli, int argc, char **argv, struct error *err)
{
	return print(cli, &cmd_completion, argc, argv, append_completion, err);
}

const struct command cmd_manual = {
	.name = "manual",
	.arguments = "",
	.summary = "print the manual page, perfsect(1)",
	.description = "For packaging, or to read it with 'perfsect manual | man -l -'.",
	.run = manual,
};

const struct command cmd_completion = {
	.name = "completion",
	.arguments = "",
	.summary = "print the completion script for bash",
	.description = "Load it with 'source <(perfsect completion)'.",
	.run = completion,
};
