/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/deadline.h"
#include "base/fs.h"
#include "base/mem.h"
#include "base/process.h"
#include "base/str.h"
#include "tests/session/robot.h"
#include "tests/support/tempdir.h"

#define ARGS_MAX 24
#define PATIENCE_S 300
#define OUTPUT_BYTES_MAX (4 << 20)
#define STEP_MS 20

static void write_file(const char *path, const char *text)
{
	struct error err = { 0 };

	if (fs_write_atomic(path, text, strlen(text), 0644, &err) < 0)
		fail_msg("%s", err.text);
}

static char *read_file(const char *path)
{
	struct error err = { 0 };
	char *text = NULL;

	if (!fs_exists(path))
		return mem_strdup("");
	if (fs_read_file(path, OUTPUT_BYTES_MAX, &text, NULL, &err) < 0)
		fail_msg("%s", err.text);
	return text;
}

char *robot_path(const struct robot *robot, const char *name)
{
	return mem_printf("%s/%s", robot->workspace, name);
}

void robot_script(struct robot *robot, const char *rules)
{
	CLEANUP(mem_freep) char *path = robot_path(robot, "fake.script");
	CLEANUP(mem_freep)
	char *text = mem_printf("seed 7\njournal boots.log\n"
				"default sample_sd=0.05 boot_sd=0.05\nimage\n%s",
				rules);

	write_file(path, text);
}

void robot_config(struct robot *robot, const char *extra)
{
	CLEANUP(mem_freep) char *path = robot_path(robot, "perfsect.conf");
	CLEANUP(mem_freep)
	char *text = mem_printf("repo = \"../repo\";\n"
				"kernel = { make_config = \"tinyconfig\"; jobs = 1; };\n"
				"machines = ( { name = \"box\"; type = \"fake\"; "
				"script = \"fake.script\"; } );\n"
				"workloads = ( { name = \"sched-pipe\"; } );\n%s",
				extra);

	write_file(path, text);
}

int robot_setup(void **state)
{
	struct robot *robot = mem_zalloc(sizeof(*robot));
	struct error err = { 0 };
	void *dir = NULL;

	if (tempdir_setup(&dir) < 0)
		return -1;
	robot->dir = dir;
	robot->repo = mem_printf("%s/repo", robot->dir);
	robot->workspace = mem_printf("%s/ws", robot->dir);
	if (fs_make_dirs(robot->workspace, &err) < 0)
		return -1;
	history_begin(&robot->history);
	robot_script(robot, "");
	robot_config(robot, "");
	*state = robot;
	return 0;
}

static void forget_output(struct robot *robot)
{
	mem_freep(&robot->out);
	mem_freep(&robot->messages);
	json_freep(&robot->json);
}

int robot_teardown(void **state)
{
	struct robot *robot = *state;
	void *dir = robot->dir;

	/* A test that failed in between leaves nobody at work. */
	if (robot->started && kill(robot->started, SIGKILL) == 0)
		(void)waitpid(robot->started, NULL, 0);
	forget_output(robot);
	str_clear(&robot->history.stream);
	free(robot->repo);
	free(robot->workspace);
	free(robot);
	return tempdir_teardown(&dir);
}

void robot_chain(struct robot *robot, const char *const *effects, unsigned n)
{
	static const char *const names[] = { "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8" };
	static const char *const paths[] = { "effects/1", "effects/2", "effects/3", "effects/4",
					     "effects/5", "effects/6", "effects/7", "effects/8" };

	assert_true(n <= ARRAY_LENGTH(names));
	for (unsigned i = 0; i < n; i++)
		history_commit(&robot->history, names[i], i, paths[i], effects[i]);
	history_finish(&robot->history, robot->repo);
}

static int open_output(const struct robot *robot, const char *prefix, const char *name)
{
	CLEANUP(mem_freep) char *path = mem_printf("%s/%s%s", robot->dir, prefix, name);

	return open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
}

/* Its output goes to <prefix>out and <prefix>messages. */
static pid_t start(struct robot *robot, const char *prefix, const char *first, va_list args)
{
	const char *argv[ARGS_MAX] = { "perfsect", "-C", robot->workspace, first };
	size_t n = 4;
	pid_t pid;

	while (n < ARGS_MAX - 1 && (argv[n] = va_arg(args, const char *)))
		n++;
	pid = fork();
	assert_true(pid >= 0);
	if (pid == 0) {
		if (dup2(open_output(robot, prefix, "out"), STDOUT_FILENO) >= 0 &&
		    dup2(open_output(robot, prefix, "messages"), STDERR_FILENO) >= 0)
			(void)execv(PERFSECT, (char *const *)argv);
		_exit(127);
	}
	return pid;
}

/* False when the deadline is over. */
static bool wait_a_little(struct deadline deadline)
{
	(void)poll(NULL, 0, STEP_MS); /* a signal only makes it shorter */
	return !deadline_is_over(deadline);
}

static int join(struct robot *robot, const char *prefix, pid_t pid)
{
	const struct deadline deadline = deadline_in(PATIENCE_S);
	CLEANUP(mem_freep) char *out = mem_printf("%s/%sout", robot->dir, prefix);
	CLEANUP(mem_freep) char *messages = mem_printf("%s/%smessages", robot->dir, prefix);
	int status;
	pid_t got;

	while ((got = waitpid(pid, &status, WNOHANG)) == 0)
		if (!wait_a_little(deadline)) {
			(void)kill(pid, SIGKILL);
			fail_msg("perfsect did not end within %d s", PATIENCE_S);
		}
	assert_int_equal(got, pid);
	forget_output(robot);
	robot->status = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
	robot->out = read_file(out);
	robot->messages = read_file(messages);
	return robot->status;
}

pid_t robot_start(struct robot *robot, const char *first, ...)
{
	va_list args;
	pid_t pid;

	va_start(args, first);
	pid = start(robot, "started-", first, args);
	va_end(args);
	robot->started = pid;
	return pid;
}

int robot_join(struct robot *robot, pid_t pid)
{
	robot->started = 0; /* joined, or killed */
	return join(robot, "started-", pid);
}

int robot_do(struct robot *robot, const char *first, ...)
{
	va_list args;
	pid_t pid;

	va_start(args, first);
	pid = start(robot, "", first, args);
	va_end(args);
	return join(robot, "", pid);
}

void robot_await(struct robot *robot, const char *text)
{
	const struct deadline deadline = deadline_in(PATIENCE_S);
	CLEANUP(mem_freep) char *path = mem_printf("%s/started-messages", robot->dir);

	for (;;) {
		CLEANUP(mem_freep) char *messages = read_file(path);

		if (strstr(messages, text))
			return;
		if (!wait_a_little(deadline))
			fail_msg("perfsect never said '%s', but:\n%s", text, messages);
	}
}

/* cmocka cuts its messages short. */
static void show_all(const struct robot *robot)
{
	(void)fprintf(stderr, "--- stdout\n%s\n--- stderr\n%s\n---\n", robot->out, robot->messages);
}

void robot_assert_status(struct robot *robot, int status)
{
	if (robot->status == status)
		return;
	show_all(robot);
	fail_msg("exit status %d instead of %d", robot->status, status);
}

void robot_assert_says(struct robot *robot, const char *text)
{
	if (strstr(robot->messages, text))
		return;
	show_all(robot);
	fail_msg("no '%s' in the messages", text);
}

void robot_assert_prints(struct robot *robot, const char *text)
{
	if (strstr(robot->out, text))
		return;
	show_all(robot);
	fail_msg("no '%s' in the output", text);
}

const struct json *robot_json(struct robot *robot)
{
	struct error err = { 0 };

	if (!robot->json && json_parse(robot->out, strlen(robot->out), &robot->json, &err) < 0)
		fail_msg("%s in:\n%s\n%s", err.text, robot->out, robot->messages);
	return robot->json;
}

const char *robot_text(struct robot *robot, const char *pointer)
{
	const char *text = json_text(json_pointer(robot_json(robot), pointer));

	return text ? text : "";
}

double robot_number(struct robot *robot, const char *pointer)
{
	double number = 0;

	if (!json_number(json_pointer(robot_json(robot), pointer), &number))
		fail_msg("no number %s in:\n%s", pointer, robot->out);
	return number;
}

char *robot_finding(struct robot *robot)
{
	CLEANUP(json_freep) struct json *finding = NULL;
	CLEANUP(mem_freep) char *text = NULL;
	struct error err = { 0 };

	robot_do(robot, "report", "--format", "json", NULL);
	robot_assert_status(robot, 0);
	text = json_dump(json_pointer(robot_json(robot), "/finding"), true);
	assert_int_equal(json_parse(text, strlen(text), &finding, &err), 0);
	json_set_null(finding, "wall_s");
	return json_dump(finding, false);
}

/* Entries of the machine's journal: all of them, or those that are more of a boot. */
static unsigned count_entries(struct robot *robot, bool is_more)
{
	CLEANUP(mem_freep) char *path = robot_path(robot, "boots.log");
	CLEANUP(mem_freep) char *text = read_file(path);
	unsigned n = 0;

	for (const char *at = text; (at = strstr(at, is_more ? " more " : "\n")); at++)
		n++;
	return n;
}

unsigned robot_boots(struct robot *robot)
{
	return count_entries(robot, false) - count_entries(robot, true);
}

unsigned robot_extensions(struct robot *robot)
{
	return count_entries(robot, true);
}

/* Runs a shell command that must print nothing. */
static void assert_silent(const struct robot *robot, const char *script)
{
	CLEANUP(mem_freep) char *output = NULL;
	const char *const argv[] = { "sh", "-c", script, "sh", robot->workspace, NULL };
	struct error err = { 0 };

	if (process_read(&(struct process_opts){ .argv = argv, .deadline = deadline_in(60) },
			 &output, &err) < 0)
		fail_msg("%s", err.text);
	if (output[0] != '\0')
		fail_msg("left behind:\n%s", output);
}

/* Does the file or link of /proc speak of the workspace? */
static bool speaks_of(const struct robot *robot, const char *path, bool is_link)
{
	char text[8192];
	const int fd = is_link ? -1 : open(path, O_RDONLY | O_CLOEXEC);
	const ssize_t n = is_link  ? readlink(path, text, sizeof(text))
			  : fd < 0 ? -1
				   : read(fd, text, sizeof(text));

	if (fd >= 0)
		(void)close(fd);
	return n > 0 && memmem(text, (size_t)n, robot->workspace, strlen(robot->workspace));
}

/* Is a process left that was told of the workspace, or works in it? */
static bool has_process(const struct robot *robot)
{
	CLEANUP(strlist_clear) struct strlist pids = { 0 };
	struct error err = { 0 };

	assert_int_equal(fs_list_dir("/proc", &pids, &err), 0);
	for (size_t i = 0; i < pids.n; i++) {
		CLEANUP(mem_freep) char *words = mem_printf("/proc/%s/cmdline", pids.items[i]);
		CLEANUP(mem_freep) char *cwd = mem_printf("/proc/%s/cwd", pids.items[i]);

		if (speaks_of(robot, words, false) || speaks_of(robot, cwd, true))
			return true;
	}
	return false;
}

/* Those that just got their signal may take a moment. */
static void assert_no_processes(const struct robot *robot)
{
	const struct deadline deadline = deadline_in(60);

	while (has_process(robot))
		if (!wait_a_little(deadline))
			fail_msg("a process still works in '%s'", robot->workspace);
}

void robot_assert_clean(struct robot *robot)
{
	assert_no_processes(robot);
	assert_silent(robot, "find \"$1/.perfsect\" -name '*.tmp-*' -o -name 'tmp_object_*'");
	assert_silent(robot, "for d in \"$1\"/.perfsect/kernels/*; do "
			     "[ ! -e \"$d\" ] || [ -e \"$d/meta.json\" ] || echo \"$d\"; done");
	assert_silent(robot,
		      "for d in \"$1\"/.perfsect/boots/*; do [ ! -e \"$d\" ] || "
		      "sqlite3 \"$1/.perfsect/store.db\" \"SELECT count(*) FROM boot WHERE dir = "
		      "'.perfsect/boots/${d##*/}'\" | grep -q '^1$' || echo \"$d\"; done");
	assert_silent(robot, "ls -d \"$1\"/boots.log.running 2>/dev/null || true");
	assert_silent(robot, "flock -n \"$1/.perfsect/lock\" true || echo 'the lock'");
}
