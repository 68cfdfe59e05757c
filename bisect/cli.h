/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The command line: one table of commands, each in a file of its own (cmd_*.c), drives dispatch, help,
 * the manual page and shell completion. argp parses.
 */
#ifndef BISECT_CLI_H
#define BISECT_CLI_H

#include "base/cancel.h"
#include "base/defs.h"
#include "base/error.h"
#include "base/json.h"
#include "base/str.h"

#include <argp.h>
#include <stdbool.h>
#include <stddef.h>

/* Exit statuses; the manual page lists them. */
enum cli_exit {
	EXIT_FOUND = 0, /* also: the command did what it was asked */
	EXIT_NO_SINGLE_ANSWER = 1,
	EXIT_USAGE = 2,
	EXIT_CONFIG = 3,
	EXIT_HOST = 4,
	EXIT_NOT_REPRODUCED = 5,
	EXIT_CANNOT_TEST = 125, /* `perfsect test`, as git bisect run wants it */
	EXIT_ABORT = 128,       /* `perfsect test`: ends a git bisect run */
	EXIT_INTERRUPTED = 130,
};

/* Options that every command takes. */
struct cli {
	const char *dir;       /* -C */
	bool is_quiet;         /* -q */
	bool wants_json;       /* --json */
	struct cancel *cancel; /* of commands that run long; else NULL */
};

struct command {
	const char *name;
	const char *arguments;             /* "GOOD BAD" */
	const char *summary;               /* one line, small first letter, no full stop */
	const char *description;           /* a paragraph for --help and the manual page */
	const struct argp_option *options; /* of its own; ends with { 0 }; NULL for none */
	bool is_long;                      /* gets cli->cancel */
	/* Returns an exit status, or -1 with *err for the caller to print. argv[0] is the command. */
	int (*run)(struct cli *cli, int argc, char **argv, struct error *err);
};

/* NULL-terminated. */
extern const struct command *const cli_commands[];

/* The options of struct cli, as argp sees them. */
extern const struct argp_option cli_common_options[];

/*
 * Parses a command's arguments: common options into *cli, its own through `option` (which returns 0,
 * or -1 with *err), words into *words. --help and usage errors of argp end the process here.
 */
struct cli_parse {
	const struct command *command;
	struct cli *cli;
	int (*option)(void *context, int key, const char *value, struct error *err);
	void *context;
	struct strlist *words;
	size_t min_words, max_words;
};
int cli_parse(const struct cli_parse *parse, int argc, char **argv, struct error *err) MUST_CHECK;

/* Puts what is behind "--" into *paths; how many arguments are before it, for cli_parse(). */
int cli_take_paths(int argc, char **argv, struct strlist *paths);

/* Makes the two words GOOD and BAD of one word GOOD..BAD; ERROR_USAGE when there are not both. */
int cli_take_range(struct strlist *words, struct error *err) MUST_CHECK;

/* The exit status of an error. */
int cli_exit_of(enum error_kind kind);
/* A case number of the command line ("3"); an absent word is 0, the newest. */
int cli_case_id(const struct strlist *words, size_t index, int64_t *ret,
		struct error *err) MUST_CHECK;

/*
 * Prints "perfsect: ", the text and a newline on standard error; what of it a terminal would take for more
 * than text is spelt out.
 */
void cli_complain(const char *text);

/* Prints the value on stdout, and frees it. */
void cli_print_json(struct json *json);

int cli_main(int argc, char **argv);

#endif
