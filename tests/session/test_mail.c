/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A finding becomes a mail that others' programs read, and that a server takes: once, and over TLS. */
#include "tests/support/test.h"

#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/deadline.h"
#include "base/fs.h"
#include "base/mem.h"
#include "base/process.h"
#include "tests/session/robot.h"

static char *shell(struct robot *robot, const char *script, const char *argument)
{
	const char *const argv[] = { "bash", "-c", script, "bash", robot->dir, argument, NULL };
	const struct process_opts opts = { .argv = argv, .deadline = deadline_in(60) };
	char *output = NULL;
	struct error err = { 0 };

	if (process_read(&opts, &output, &err) < 0)
		fail_msg("%s: %s", script, err.text);
	return output;
}

/* A chain in whose tree is a script as the kernel's; the third commit is slow. Ends with the case found. */
static void find_a_culprit(struct robot *robot, const char *mail)
{
	CLEANUP(mem_freep) char *extra = mem_printf("mail = { %s };\n", mail);

	history_commit(&robot->history, "c1", 0, "scripts/get_maintainer.pl",
		       "open(my $m, '<', 'MAINTAINERS'); print while <$m>;\n"
		       "print \"Evil\\nBcc: evil\\@example.org\\n\";\n"
		       "open(my $p, '<', $ARGV[-1]) or die; print \"$1\\@example.org\\n\" if "
		       "join('', <$p>) =~ "
		       "m,b/effects/(\\d),;\n");
	history_commit(&robot->history, "c2", 1, "MAINTAINERS",
		       "Ben Takt <ben@example.org> (maintainer:EFFECTS)\n");
	history_commit(&robot->history, "c3", 2, "effects/3", "-4");
	history_commit(&robot->history, "c4", 3, "effects/4", "0");
	history_finish(&robot->history, robot->repo);
	robot_config(robot, extra);
	robot_do(robot, "run", "root", "c4", "-q", NULL);
	robot_assert_status(robot, 0);
}

/* What Python's parser makes of the text: robot->json. */
static void parse(struct robot *robot, const char *text)
{
	CLEANUP(mem_freep) char *file = mem_printf("%s/mail", robot->dir);
	const char *const argv[] = { PYTHON3, CHECK_MAIL, file, NULL };
	const struct process_opts opts = { .argv = argv, .deadline = deadline_in(60) };
	CLEANUP(mem_freep) char *output = NULL;
	struct error err = { 0 };

	assert_int_equal(fs_write_atomic(file, text, strlen(text), 0644, &err), 0);
	if (process_read(&opts, &output, &err) < 0)
		fail_msg("%s\n%s", err.text, text);
	json_freep(&robot->json);
	assert_int_equal(json_parse(output, strlen(output), &robot->json, &err), 0);
}

#define FROM                                                                                     \
	"from = \"Lab, the \\\"quick\\\" one <perf@example.org>\"; cc = ( \"list@example.org\" " \
	"); "

static void a_draft_is_read_by_others_programs(void **state)
{
	struct robot *robot = *state;
	CLEANUP(mem_freep) char *draft = NULL;
	CLEANUP(mem_freep) char *said = NULL;
	CLEANUP(mem_freep) char *closes = NULL;

	find_a_culprit(robot, FROM);
	robot_do(robot, "report", "--format", "mail", NULL);
	robot_assert_status(robot, 0);
	draft = mem_strdup(robot->out);
	robot_do(robot, "report", "--format", "mail", NULL);
	assert_string_equal(robot->out, draft); /* always the same, its id too */
	parse(robot, draft);
	assert_true(str_starts_with(robot_text(robot, "/subject"), "[REGRESSION] "));
	assert_string_equal(robot_text(robot, "/from/0"), "perf@example.org");
	closes = mem_printf("| Closes: https://lore.kernel.org/r/%s", robot_text(robot, "/id") + 1);
	closes[strlen(closes) - 1] = '\0'; /* its bracket */
	assert_non_null(strstr(robot_text(robot, "/parts/0/text"), closes));
	assert_string_equal(robot_text(robot, "/parts/1/file"), "bisect.log");
	said = shell(robot,
		     "cd \"$1/repo\" && git send-email --dry-run --to x@example.org "
		     "--smtp-server=/bin/false --confirm=never --suppress-cc=all "
		     "\"$1/mail\" 2>&1",
		     "");
	if (!strstr(said, "OK"))
		fail_msg("%s", said);
}

static void the_log_that_is_attached_replays(void **state)
{
	struct robot *robot = *state;
	CLEANUP(mem_freep) char *path = mem_printf("%s/bisect.log", robot->dir);
	CLEANUP(mem_freep) char *said = NULL;
	struct error err = { 0 };
	const char *log;

	find_a_culprit(robot, FROM);
	robot_do(robot, "report", "--format", "mail", NULL);
	parse(robot, robot->out);
	log = robot_text(robot, "/parts/1/text");
	assert_int_equal(fs_write_atomic(path, log, strlen(log), 0644, &err), 0);
	said = shell(robot,
		     "git clone -q \"$1/repo\" \"$1/clone\" 2>/dev/null && cd \"$1/clone\" && "
		     "git checkout -q c4 && "
		     "{ git bisect replay \"$1/bisect.log\" || cat \"$1/bisect.log\"; } 2>&1",
		     "");
	if (!strstr(said, "is the first bad commit"))
		fail_msg("%s", said);
}

static void the_trees_maintainers_are_asked_in_the_sandbox(void **state)
{
	struct robot *robot = *state;
	CLEANUP(strlist_clear) struct strlist left = { 0 };
	CLEANUP(mem_freep) char *folder = robot_path(robot, ".perfsect");
	struct error err = { 0 };

	find_a_culprit(robot, FROM);
	robot_do(robot, "report", "--format", "mail", NULL);
	if (strstr(robot->messages, "no sandbox")) {
		robot_assert_says(robot, "the tree's maintainers were not asked");
		return;
	}
	parse(robot, robot->out);
	assert_string_equal(robot_text(robot, "/cc/0"), "ben@example.org");
	assert_string_equal(robot_text(robot, "/cc/1"),
			    "3@example.org"); /* of the file it changes */
	assert_string_equal(robot_text(robot, "/cc/2"), "list@example.org");
	assert_string_equal(robot_text(robot, "/cc/3"), "");
	assert_int_equal(fs_list_dir(folder, &left, &err), 0);
	for (size_t i = 0; i < left.n; i++)
		assert_false(str_starts_with(left.items[i], "mail-"));
}

static void a_mail_is_about_one_commit_and_options_are_for_mails(void **state)
{
	static const char *const effects[] = { "0", "0" };
	struct robot *robot = *state;

	robot_chain(robot, effects, 2);
	robot_do(robot, "run", "root", "c2", "-q", NULL);
	robot_do(robot, "report", "--format", "mail", NULL);
	robot_assert_status(robot, 2);
	robot_assert_says(robot, "case 1 has not found a single commit that a mail could be about");
	robot_do(robot, "report", "--send", NULL);
	robot_assert_status(robot, 2);
	robot_assert_says(robot, "--send, --again, --regzbot and --ascii are for --format mail");
	robot_do(robot, "report", "--format", "git-bisect", "--term-old", "fast", "--term-new",
		 "slow", NULL);
	robot_assert_status(robot, 0);
	robot_assert_prints(robot, "git bisect start '--term-old=fast' '--term-new=slow' '");
	robot_do(robot, "report", "-f", "git-bisect", "--term-old", "run", "--term-new", "slow",
		 NULL);
	robot_assert_status(robot, 2);
	robot_assert_says(robot, "'run' is a command of git bisect");
}

struct sink {
	pid_t pid;
	int input; /* it ends when this is closed */
	char *port;
};

static bool file_is_there(const char *path, double seconds)
{
	const struct deadline deadline = deadline_in(seconds);

	while (!fs_exists(path) && !deadline_is_over(deadline))
		(void)poll(NULL, 0, 20);
	return fs_exists(path);
}

static void start_sink(struct robot *robot, const char *mode, struct sink *sink)
{
	CLEANUP(mem_freep) char *path = mem_printf("%s/port", robot->dir);
	struct error err = { 0 };
	int ends[2];

	free(shell(robot,
		   "cd \"$1\" && rm -f port && openssl req -x509 -newkey rsa:2048 -nodes -days 2 "
		   "-subj /CN=localhost -addext subjectAltName=IP:127.0.0.1 -keyout key.pem "
		   "-out cert.pem 2>/dev/null && echo secret >password",
		   ""));
	assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
	sink->pid = fork();
	assert_true(sink->pid >= 0);
	if (sink->pid == 0) {
		if (dup2(ends[0], STDIN_FILENO) >= 0)
			(void)execl(PYTHON3, PYTHON3, SMTP_SINK, robot->dir, mode, (char *)NULL);
		_exit(127);
	}
	(void)close(ends[0]);
	sink->input = ends[1];
	if (!file_is_there(path, 60))
		fail_msg("the mail server of the test does not start");
	assert_int_equal(fs_read_file(path, 100, &sink->port, NULL, &err), 0);
}

static void stop_sink(struct sink *sink)
{
	(void)close(sink->input);
	assert_int_equal(waitpid(sink->pid, NULL, 0), sink->pid);
	mem_freep(&sink->port);
}

static void use_sink(struct robot *robot, const struct sink *sink, const char *extra)
{
	CLEANUP(mem_freep)
	char *text = mem_printf("mail = { " FROM "server = \"smtp://127.0.0.1:%s\"; %s };\n",
				sink->port, extra);

	robot_config(robot, text);
}

#define LOGIN "ca_file = \"../cert.pem\"; user = \"robot\"; password_file = \"../password\";"

static char *read_file(struct robot *robot, const char *name)
{
	CLEANUP(mem_freep) char *path = mem_printf("%s/%s", robot->dir, name);
	struct error err = { 0 };
	char *text = NULL;

	if (fs_read_file(path, 1000000, &text, NULL, &err) < 0)
		fail_msg("%s", err.text);
	return text;
}

static void a_finding_is_sent_once_over_tls(void **state)
{
	struct robot *robot = *state;
	struct sink sink = { 0 };
	CLEANUP(mem_freep) char *envelope = NULL;
	CLEANUP(mem_freep) char *message = NULL;
	CLEANUP(mem_freep) char *second = mem_printf("%s/2.eml", robot->dir);
	CLEANUP(mem_freep) char *third = mem_printf("%s/3.eml", robot->dir);

	find_a_culprit(robot, FROM);
	start_sink(robot, "", &sink);
	use_sink(robot, &sink, LOGIN);
	robot_do(robot, "report", "--format", "mail", "--send", NULL);
	robot_assert_status(robot, 0);
	robot_assert_prints(robot, "sent to ");
	envelope = read_file(robot, "1.json");
	assert_non_null(strstr(envelope, "\"from\": \"perf@example.org\""));
	assert_non_null(strstr(envelope, "\"list@example.org\""));
	assert_non_null(strstr(envelope, "\"tls\": true"));
	message = read_file(robot, "1.eml");
	parse(robot, message);
	assert_true(str_starts_with(robot_text(robot, "/subject"), "[REGRESSION] "));
	robot_do(robot, "report", "--format", "mail", "--send", NULL);
	robot_assert_status(robot, 2);
	robot_assert_says(robot, "this finding was sent before");
	assert_false(fs_exists(second));
	robot_do(robot, "report", "--format", "mail", "--send", "--again", "-q", NULL);
	robot_assert_status(robot, 0);
	assert_true(fs_exists(second));
	use_sink(robot, &sink,
		 "ca_file = \"../cert.pem\"; user = \"robot\"; "
		 "password_command = \"echo wrong\";");
	robot_do(robot, "report", "--format", "mail", "--send", "--again", NULL);
	robot_assert_status(robot, 4);
	robot_assert_says(robot, "cannot send through 'smtp://127.0.0.1:");
	assert_null(strstr(robot->messages, "wrong"));
	assert_false(fs_exists(third));
	stop_sink(&sink);
}

static void a_server_that_is_not_trusted_or_refuses_gets_nothing(void **state)
{
	struct robot *robot = *state;
	struct sink sink = { 0 }, plain = { 0 };
	CLEANUP(mem_freep) char *first = mem_printf("%s/1.eml", robot->dir);

	find_a_culprit(robot, FROM);
	start_sink(robot, "refuse", &sink);
	use_sink(robot, &sink, "user = \"robot\"; password_file = \"../password\";");
	robot_do(robot, "report", "--format", "mail", "--send", NULL);
	robot_assert_status(robot, 4); /* its certificate is nobody's */
	use_sink(robot, &sink, LOGIN);
	robot_do(robot, "report", "--format", "mail", "--send", NULL);
	robot_assert_status(robot, 4);
	robot_assert_says(robot, "550");
	stop_sink(&sink);
	start_sink(robot, "plain", &plain);
	use_sink(robot, &plain, "");
	robot_do(robot, "report", "--format", "mail", "--send", NULL);
	robot_assert_status(robot, 4); /* it has no TLS */
	assert_false(fs_exists(first));
	use_sink(robot, &plain, "tls = \"none\";");
	robot_do(robot, "report", "--format", "mail", "--send", NULL);
	robot_assert_status(robot, 0); /* a failure was not taken for sent */
	assert_true(fs_exists(first));
	stop_sink(&plain);
}

static void what_is_missing_for_sending_is_named(void **state)
{
	struct robot *robot = *state;

	find_a_culprit(robot, FROM);
	robot_do(robot, "report", "--format", "mail", "--send", NULL);
	robot_assert_status(robot, 3);
	robot_assert_says(robot, "there is no mail.server in perfsect.conf to send through");
	robot_config(robot, "mail = { server = \"smtp://127.0.0.1:1\"; };\n");
	robot_do(robot, "report", "--format", "mail", "--send", NULL);
	robot_assert_status(robot, 3);
	robot_assert_says(robot, "there is no mail.from in perfsect.conf");
}

#define ROBOT_TEST(f) cmocka_unit_test_setup_teardown(f, robot_setup, robot_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		ROBOT_TEST(a_draft_is_read_by_others_programs),
		ROBOT_TEST(the_log_that_is_attached_replays),
		ROBOT_TEST(the_trees_maintainers_are_asked_in_the_sandbox),
		ROBOT_TEST(a_mail_is_about_one_commit_and_options_are_for_mails),
		ROBOT_TEST(a_finding_is_sent_once_over_tls),
		ROBOT_TEST(a_server_that_is_not_trusted_or_refuses_gets_nothing),
		ROBOT_TEST(what_is_missing_for_sending_is_named),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
