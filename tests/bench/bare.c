/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/bench/bare.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/child.h"
#include "base/deadline.h"
#include "base/fs.h"
#include "base/mem.h"

#define LOG_MAX_BYTES 1048576

/* Options that connect QEMU with libvirt, and how their argument begins; NULL: they have none. */
static const struct {
	const char *option, *begins;
} plumbing[] = {
	{ "-S", NULL }, /* waits for libvirt to say "cont" */
	{ "-chardev", "socket,id=charmonitor" },
	{ "-mon", "" },
	{ "-sandbox", "" },
	{ "-object", "{\"qom-type\":\"secret\"" },
	{ "-object", "secret," },
	{ "-add-fd", "" }, /* files that libvirt has opened: see add_word */
};

/* How many words from here are plumbing. */
static size_t plumbing_length(char *const *words)
{
	for (size_t i = 0; i < ARRAY_LENGTH(plumbing); i++) {
		if (strcmp(words[0], plumbing[i].option) != 0)
			continue;
		if (!plumbing[i].begins)
			return 1;
		if (words[1] && str_starts_with(words[1], plumbing[i].begins))
			return 2;
	}
	return 0;
}

/* "LC_ALL=C", but not "/usr/bin/qemu" and not "-name". */
static bool is_assignment(const char *word)
{
	return strchr(word, '=') && word[0] != '/' && word[0] != '-';
}

/* libvirt hands over the files of the guest's ports open; the bare QEMU opens them itself. */
static void add_word(const struct bare_files *files, const char *word, struct strlist *argv)
{
	if (str_starts_with(word, "file,id=charserial0,"))
		strlist_addf(argv, "file,id=charserial0,path=%s,append=on", files->console);
	else if (str_starts_with(word, "file,id=charchannel0,"))
		strlist_addf(argv, "file,id=charchannel0,path=%s,append=on", files->records);
	else
		strlist_add(argv, word);
}

static void take_words(const struct strlist *words, const struct bare_files *files,
		       struct bare_command *ret)
{
	size_t i = 0;

	while (i < words->n && is_assignment(words->items[i]))
		strlist_add(&ret->env, words->items[i++]);
	while (i < words->n) {
		const size_t skipped = plumbing_length(&words->items[i]);

		if (!skipped)
			add_word(files, words->items[i++], &ret->argv);
		i += skipped;
	}
}

/* The command is the lines that end in a backslash, and the one behind them. */
static int find_command(char *log, char **ret, struct error *err)
{
	char *begin = strstr(log, "LC_ALL=C");
	char *at, *end;

	if (!begin)
		return error_set(err, ERROR_HOST, "there is no command line");
	for (at = begin; (end = strchr(at, '\n')) && end > at && end[-1] == '\\'; at = end + 1)
		end[-1] = end[0] = ' ';
	if (end)
		*end = '\0';
	*ret = begin;
	return 0;
}

int bare_command_read(const char *log_path, const struct bare_files *files,
		      struct bare_command *ret, struct error *err)
{
	CLEANUP(mem_freep) char *log = NULL;
	struct strlist words = { 0 };
	char *command = NULL;

	if (fs_read_file(log_path, LOG_MAX_BYTES, &log, NULL, err) < 0)
		return -1;
	if (find_command(log, &command, err) < 0 || strlist_split_words(&words, command, err) < 0)
		return error_wrap(err, "cannot read '%s'", log_path);
	*ret = (struct bare_command){ 0 };
	take_words(&words, files, ret);
	strlist_clear(&words);
	return 0;
}

void bare_command_clear(struct bare_command *command)
{
	strlist_clear(&command->argv);
	strlist_clear(&command->env);
}

static int wait_for_bytes(const struct bare_boot *boot, int watch, int pid_fd, struct error *err)
{
	const struct deadline deadline = deadline_in(boot->timeout_s);
	struct pollfd fds[] = { { .fd = watch, .events = POLLIN },
				{ .fd = pid_fd, .events = POLLIN } };
	char events[4096];

	while (fs_size_bytes(boot->files->records) <= 0) {
		if (deadline_is_over(deadline))
			return error_set(err, ERROR_TIMEOUT, "the guest said nothing for %g s",
					 boot->timeout_s);
		if (poll(fds, ARRAY_LENGTH(fds), deadline_left_ms(deadline)) < 0 && errno != EINTR)
			return error_errno(err, errno, "cannot wait");
		if (fds[1].revents)
			return error_set(err, ERROR_HOST, "QEMU ended at once: see '%s'",
					 boot->files->output);
		if (fds[0].revents && read(watch, events, sizeof(events)) < 0 && errno != EINTR)
			return error_errno(err, errno, "cannot read events");
	}
	return 0;
}

static int start(const struct bare_boot *boot, int fds[2], pid_t *ret_pid, int *ret_pid_fd,
		 struct error *err)
{
	const struct bare_command *command = boot->command;
	const struct child_plan plan = { .path = command->argv.items[0],
					 .argv = (const char *const *)command->argv.items,
					 .env = (const char *const *)command->env.items,
					 .fds = { fds[0], fds[1], fds[1] } };

	return child_start(&plan, ret_pid, ret_pid_fd, err);
}

int bare_boot(const struct bare_boot *boot, double *ret_s, struct error *err)
{
	CLEANUP(fs_closep) int watch = inotify_init1(IN_CLOEXEC);
	CLEANUP(fs_closep) int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
	CLEANUP(fs_closep)
	int output = open(boot->files->output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
	CLEANUP(fs_closep) int pid_fd = -1;
	int64_t started_ns;
	pid_t pid;
	int status;

	if (watch < 0 || null < 0 || output < 0 ||
	    inotify_add_watch(watch, boot->files->records, IN_MODIFY) < 0)
		return error_errno(err, errno, "cannot watch '%s'", boot->files->records);
	started_ns = deadline_now_ns();
	if (start(boot, (int[]){ null, output }, &pid, &pid_fd, err) < 0)
		return -1;
	status = wait_for_bytes(boot, watch, pid_fd, err);
	*ret_s = (double)(deadline_now_ns() - started_ns) / 1e9;
	(void)kill(pid, SIGKILL); /* it is ours and not reaped */
	(void)waitpid(pid, NULL, 0);
	return status;
}
