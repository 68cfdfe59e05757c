/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/cli.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/deadline.h"
#include "base/log.h"
#include "base/mem.h"
#include "bisect/terminal.h"

enum { CLI_COLOR = 0x10000, CLI_NO_PAGER }; /* without a letter */

const struct argp_option cli_common_options[] = {
	{ "directory", 'C', "DIR", 0, "work in the workspace at or above DIR", 90 },
	{ "quiet", 'q', NULL, 0, "no progress", 90 },
	{ "verbose", 'v', NULL, 0, "diagnostics on standard error, as by PERFSECT_DEBUG", 90 },
	{ "json", 'j', NULL, 0, "print JSON (\"schema\": 1) instead of text", 90 },
	{ "color", CLI_COLOR, "WHEN", 0, "auto, always or never", 90 },
	{ "no-pager", CLI_NO_PAGER, NULL, 0, "print long texts straight to the terminal", 90 },
	{ 0 },
};

/* Is the key one of the common options? With *err where its value is wrong. */
static bool take_common(struct cli *cli, int key, char *value, struct error *err)
{
	switch (key) {
	case 'C':
		cli->dir = value;
		return true;
	case 'q':
		cli->is_quiet = true;
		return true;
	case 'v':
		(void)setenv("PERFSECT_DEBUG", "1", 1); /* or there is no memory for it */
		return true;
	case 'j':
		cli->wants_json = true;
		return true;
	case CLI_COLOR:
		return terminal_set_color(value, err) == 0 || err->kind != ERROR_NONE;
	case CLI_NO_PAGER:
		terminal_forbid_pager();
		return true;
	}
	return false;
}

/* argp's own keys, ARGP_KEY_END and the like, begin here. */
#define FIRST_SPECIAL_KEY 0x1000000

struct parse_state {
	const struct cli_parse *parse;
	struct error *err;
};

static error_t on_key(int key, char *value, struct argp_state *argp_state)
{
	struct parse_state *state = argp_state->input;
	const struct cli_parse *parse = state->parse;

	if (key == ARGP_KEY_ARG) {
		strlist_add(parse->words, value);
		return 0;
	}
	if (key == ARGP_KEY_END) {
		if (parse->words->n < parse->min_words || parse->words->n > parse->max_words)
			argp_usage(argp_state);
		return 0;
	}
	if (take_common(parse->cli, key, value, state->err))
		return state->err->kind == ERROR_NONE ? 0 : EINVAL;
	if (key > 0 && key < FIRST_SPECIAL_KEY && parse->option)
		return parse->option(parse->context, key, value, state->err) < 0 ? EINVAL : 0;
	return ARGP_ERR_UNKNOWN;
}

/* The command's options and the common ones in one list for argp. */
static struct argp_option *join_options(const struct argp_option *own)
{
	size_t n_own = 0, n_common = 0;
	struct argp_option *options;

	while (own && (own[n_own].name || own[n_own].key || own[n_own].doc))
		n_own++;
	while (cli_common_options[n_common].name)
		n_common++;
	options = mem_array(n_own + n_common + 1, sizeof(*options));
	if (n_own)
		memcpy(options, own, n_own * sizeof(*own));
	memcpy(options + n_own, cli_common_options, n_common * sizeof(*options));
	return options;
}

int cli_parse(const struct cli_parse *parse, int argc, char **argv, struct error *err)
{
	CLEANUP(mem_freep) struct argp_option *options = join_options(parse->command->options);
	CLEANUP(mem_freep)
	char *doc = mem_printf("%s\v%s", parse->command->summary, parse->command->description);
	CLEANUP(mem_freep) char *name = mem_printf("perfsect %s", argv[0]);
	CLEANUP(mem_freep) char **words = mem_array((size_t)argc + 1, sizeof(*words));
	struct parse_state state = { parse, err };
	const struct argp argp = {
		.options = options,
		.parser = on_key,
		.args_doc = parse->command->arguments,
		.doc = doc,
	};

	memcpy(words, argv, (size_t)argc * sizeof(*words));
	words[0] = name;
	if (argp_parse(&argp, argc, words, 0, NULL, &state) != 0)
		return err->kind == ERROR_NONE ? error_set(err, ERROR_USAGE,
							   "cannot parse the "
							   "command line")
					       : -1;
	return 0;
}

int cli_take_paths(int argc, char **argv, struct strlist *paths)
{
	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "--") != 0)
			continue;
		for (int k = i + 1; k < argc; k++)
			strlist_add(paths, argv[k]);
		return i;
	}
	return argc;
}

int cli_exit_of(enum error_kind kind)
{
	switch (kind) {
	case ERROR_NONE:
		return EXIT_FOUND;
	case ERROR_USAGE:
		return EXIT_USAGE;
	case ERROR_CONFIG:
		return EXIT_CONFIG;
	case ERROR_HOST:
	case ERROR_DISK_FULL:
	case ERROR_TIMEOUT:
		return EXIT_HOST;
	case ERROR_CANCELLED:
		return EXIT_INTERRUPTED;
	}
	return EXIT_HOST;
}

int cli_take_range(struct strlist *words, struct error *err)
{
	const char *word = words->n == 1 ? words->items[0] : "";
	const char *dots = strstr(word, "..");
	CLEANUP(strlist_clear) struct strlist ends = { 0 };

	if (words->n == 2)
		return 0;
	if (!dots || dots == word || dots[2] == '\0' || dots[2] == '.')
		return error_set(err, ERROR_USAGE,
				 "give both ends of the range: GOOD BAD, or GOOD..BAD");
	strlist_addf(&ends, "%.*s", (int)(dots - word), word);
	strlist_add(&ends, dots + 2);
	strlist_clear(words);
	*words = ends;
	ends = (struct strlist){ 0 };
	return 0;
}

int cli_case_id(const struct strlist *words, size_t index, int64_t *ret, struct error *err)
{
	*ret = 0;
	if (index >= words->n)
		return 0;
	if (str_parse_i64(words->items[index], 1, INT64_MAX, ret, err) < 0) {
		err->kind = ERROR_USAGE;
		return error_wrap(err, "'%s' is not the number of a case", words->items[index]);
	}
	return 0;
}

static const struct command *find_command(const char *name)
{
	for (size_t i = 0; cli_commands[i]; i++)
		if (strcmp(cli_commands[i]->name, name) == 0)
			return cli_commands[i];
	return NULL;
}

static const char *suggest_command(const char *name)
{
	const char *nearest = NULL;
	size_t best = 3;

	for (size_t i = 0; cli_commands[i]; i++) {
		size_t distance = str_distance(name, cli_commands[i]->name);

		if (distance < best && distance < strlen(name)) {
			best = distance;
			nearest = cli_commands[i]->name;
		}
	}
	return nearest;
}

static char *top_documentation(void)
{
	struct str text = { 0 };

	str_append(&text, "Finds the commits behind a change in a kernel's throughput.\v");
	str_append(&text, "Commands:\n\n");
	for (size_t i = 0; cli_commands[i]; i++)
		str_appendf(&text, "  %-10s %s\n", cli_commands[i]->name, cli_commands[i]->summary);
	str_append(&text, "\n'perfsect COMMAND --help' says more, 'man perfsect' everything.");
	return str_steal(&text);
}

struct top_state {
	struct cli cli;
	int command_index; /* of argv; 0: none given */
};

static error_t on_top_key(int key, char *value, struct argp_state *argp_state)
{
	struct top_state *top = argp_state->input;
	struct error err = { 0 };

	if (key == ARGP_KEY_ARG) {
		top->command_index = argp_state->next - 1;
		argp_state->next = argp_state->argc; /* the rest is the command's */
		return 0;
	}
	if (key == ARGP_KEY_NO_ARGS)
		argp_usage(argp_state);
	if (!take_common(&top->cli, key, value, &err))
		return ARGP_ERR_UNKNOWN;
	if (err.kind != ERROR_NONE)
		argp_error(argp_state, "%s", err.text);
	return 0;
}

void cli_complain(const char *text)
{
	CLEANUP(str_clear) struct str safe = { 0 };

	str_append_printable(&safe, text, strlen(text), true);
	(void)fprintf(stderr, "perfsect: %s\n", str_text(&safe));
}

void cli_print_json(struct json *json)
{
	CLEANUP(mem_freep) char *text = json_dump(json, false);

	(void)puts(text);
	json_free(json);
}

/*
 * At the exit of the process, since argp ends it as well. Of an output longer than stdio's buffer the
 * last flush may succeed where an earlier one failed.
 */
static void check_output(void)
{
	const bool has_failed = ferror(stdout);
	const int cause = fflush(stdout) != 0 ? errno : 0;

	if (!has_failed && cause == 0)
		return;
	(void)fprintf(stderr, "perfsect: cannot write the output%s%s\n", cause ? ": " : "",
		      cause ? strerror(cause) : "");
	_exit(EXIT_HOST);
}

static int run_command(const struct command *command, struct cli *cli, int argc, char **argv)
{
	CLEANUP(cancel_freep) struct cancel *cancel = NULL;
	struct error err = { 0 };
	int status;

	if (command->is_long && cancel_new_from_signals(&cancel, &err) < 0) {
		cli_complain(err.text);
		return EXIT_HOST;
	}
	if (command->is_long)
		(void)signal(SIGPIPE, SIG_IGN); /* who stops reading ends no night's work */
	cli->cancel = cancel;
	status = command->run(cli, argc, argv, &err);
	if (status >= 0)
		return status;
	cli_complain(err.text);
	return cli_exit_of(err.kind);
}

static double cpu_seconds(void)
{
	struct rusage usage = { 0 };

	(void)getrusage(RUSAGE_SELF, &usage); /* cannot fail for ourselves */
	return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
	       (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

/* What this process itself cost, without its children: scripts/bench reads the line. */
static int run_and_log_cost(const struct command *command, struct cli *cli, int argc, char **argv)
{
	const int64_t started_ns = deadline_now_ns();
	const int status = run_command(command, cli, argc, argv);

	log_debug("%s: %.2f s of CPU in %.1f s", command->name, cpu_seconds(),
		  (double)(deadline_now_ns() - started_ns) / 1e9);
	return status;
}

int cli_main(int argc, char **argv)
{
	CLEANUP(mem_freep) char *doc = top_documentation();
	struct top_state top = { .cli = { .dir = "." } };
	const struct argp argp = {
		.options = cli_common_options,
		.parser = on_top_key,
		.args_doc = "COMMAND [ARGUMENT...]",
		.doc = doc,
	};
	CLEANUP(mem_freep) char *text = NULL;
	const struct command *command;
	const char *name, *nearest;

	argp_err_exit_status = EXIT_USAGE;
	(void)atexit(check_output); /* cannot fail for the first of 32 */
	if (argp_parse(&argp, argc, argv, ARGP_IN_ORDER, NULL, &top) != 0)
		return EXIT_USAGE;
	name = argv[top.command_index];
	command = find_command(name);
	if (command)
		return run_and_log_cost(command, &top.cli, argc - top.command_index,
					argv + top.command_index);
	nearest = suggest_command(name);
	text = mem_printf("no command '%s'%s%s%s; see 'perfsect --help'", name,
			  nearest ? "; did you mean '" : "", nearest ? nearest : "",
			  nearest ? "'?" : "");
	cli_complain(text);
	return EXIT_USAGE;
}
