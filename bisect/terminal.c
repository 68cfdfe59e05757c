/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/terminal.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/process.h"
#include "base/process_reader.h"
#include "base/str.h"

enum color { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };

/* Of this process. */
static struct {
	enum color color;
	bool is_pager_forbidden;
	pid_t pager;    /* 0: none */
	int own_stdout; /* what it was before the pager */
	unsigned width; /* of that */
} terminal;

bool terminal_is(int fd)
{
	return isatty(fd) || (fd == STDOUT_FILENO && terminal.pager > 0);
}

static bool is_set(const char *variable)
{
	const char *value = getenv(variable);

	return value && value[0];
}

bool terminal_wants_color(int fd)
{
	const char *term = getenv("TERM");

	if (terminal.color != COLOR_AUTO)
		return terminal.color == COLOR_ALWAYS;
	return terminal_is(fd) && !is_set("NO_COLOR") && term && strcmp(term, "dumb") != 0;
}

int terminal_set_color(const char *when, struct error *err)
{
	static const char *const names[] = { "auto", "always", "never" };

	for (size_t i = 0; i < ARRAY_LENGTH(names); i++)
		if (strcmp(when, names[i]) == 0) {
			terminal.color = (enum color)i;
			return 0;
		}
	return error_set(err, ERROR_USAGE, "--color is 'auto', 'always' or 'never', not '%s'",
			 when);
}

/* By the variables that decide on the character set, in their order. */
static bool is_utf8(void)
{
	static const char *const variables[] = { "LC_ALL", "LC_CTYPE", "LANG" };

	for (size_t i = 0; i < ARRAY_LENGTH(variables); i++) {
		const char *locale = getenv(variables[i]);

		if (locale && locale[0])
			return strcasestr(locale, "UTF-8") || strcasestr(locale, "UTF8");
	}
	return false;
}

bool terminal_wants_blocks(void)
{
	return is_utf8() && !is_set("NO_COLOR");
}

unsigned terminal_width(int fd)
{
	const char *columns = getenv("COLUMNS");
	struct error ignored = { 0 };
	struct winsize size;
	int64_t width;

	if (columns && str_parse_i64(columns, 20, 1000, &width, &ignored) == 0)
		return (unsigned)width;
	if (fd == STDOUT_FILENO && terminal.pager > 0)
		return terminal.width;
	if (ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col >= 20)
		return size.ws_col;
	return 80;
}

void terminal_forbid_pager(void)
{
	terminal.is_pager_forbidden = true;
}

/* At the exit of the process: what is printed after this goes where it went before. */
static void end_pager(void)
{
	(void)fflush(stdout); /* fails where the reader has left, who wanted no more */
	clearerr(stdout);
	(void)dup2(terminal.own_stdout, STDOUT_FILENO); /* closes the pager's end of the pipe */
	process_wait_reader(terminal.pager);
	terminal.pager = 0;
}

static const char *choose_pager(const char *git_pager)
{
	const char *own = getenv("PERFSECT_PAGER");
	const char *common = getenv("PAGER");

	if (own)
		return own;
	if (git_pager)
		return git_pager;
	if (common)
		return common;
	return process_is_available("less") ? "less" : "";
}

void terminal_page(const char *git_pager)
{
	const char *command = choose_pager(git_pager);
	const unsigned width = terminal_width(STDOUT_FILENO);
	pid_t pid;
	int fd;

	if (terminal.is_pager_forbidden || terminal.pager > 0 || !isatty(STDOUT_FILENO) ||
	    command[0] == '\0' || strcmp(command, "cat") == 0)
		return;
	(void)setenv("LESS", "FRX", 0); /* or there is no memory for it */
	(void)fflush(stdout);
	terminal.own_stdout = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
	pid = terminal.own_stdout < 0 ? -1 : process_start_reader(command, &fd);
	if (pid < 0)
		return;
	(void)signal(SIGPIPE, SIG_IGN);
	(void)dup2(fd, STDOUT_FILENO);
	(void)close(fd);
	terminal.pager = pid;
	terminal.width = width;
	(void)atexit(end_pager); /* cannot fail for so few */
}
