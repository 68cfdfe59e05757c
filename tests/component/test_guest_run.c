/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs jobs with real programs of this host, as PID 1 does in a guest. */
#include "tests/support/test.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/mem.h"
#include "vm/guest/channel.h"
#include "vm/guest/run.h"
#include "vm/guest/server.h"
#include "vm/wire.h"

#define ENDS_MAX 8

/* What the host would have learnt from the records of one job. */
struct heard {
	char path[32];
	struct channel channel;
	size_t n_starts, n_ends, n_beats, output_n;
	struct wire_start starts[ENDS_MAX];
	struct wire_exit ends[ENDS_MAX];
	char output[4096]; /* its first bytes */
	char notes[1024];
};

static void take_record(struct heard *heard, const struct wire_record *record)
{
	const size_t notes_n = strlen(heard->notes);

	if (record->kind == WIRE_START) {
		assert_true(heard->n_starts < ENDS_MAX);
		assert_true(wire_parse_start(record, &heard->starts[heard->n_starts++]));
	} else if (record->kind == WIRE_EXIT) {
		assert_true(heard->n_ends < ENDS_MAX);
		assert_true(wire_parse_exit(record, &heard->ends[heard->n_ends++]));
	} else if (record->kind == WIRE_OUTPUT) {
		if (heard->output_n + record->n < sizeof(heard->output))
			memcpy(heard->output + heard->output_n, record->payload, record->n);
		heard->output_n += record->n;
	} else if (record->kind == WIRE_NOTE) {
		(void)snprintf(heard->notes + notes_n, sizeof(heard->notes) - notes_n, "%s;",
			       record->payload);
	} else {
		fail_msg("an unexpected record of kind %d", (int)record->kind);
	}
}

static void listen_to(struct heard *heard)
{
	FILE *file = fopen(heard->path, "re");
	struct wire_reader reader;
	struct wire_record record;
	char bytes[4096];
	size_t n;

	assert_non_null(file);
	wire_reader_init(&reader);
	while ((n = fread(bytes, 1, sizeof(bytes), file)) > 0) {
		size_t offset = 0;

		while (wire_reader_next(&reader, bytes, n, &offset, &record))
			take_record(heard, &record);
	}
	(void)fclose(file);
	assert_int_equal(reader.damaged + reader.missing + reader.repeated, 0);
}

static void run(struct heard *heard, const struct job *job)
{
	memset(heard, 0, sizeof(*heard));
	strcpy(heard->path, "/tmp/perfsect-XXXXXX");
	channel_init(&heard->channel, mkstemp(heard->path), false);
	assert_true(heard->channel.fd >= 0);
	run_job(&heard->channel, job, 7);
	channel_close(&heard->channel);
	listen_to(heard);
	assert_int_equal(unlink(heard->path), 0);
}

static struct job shell(const char *script)
{
	return (struct job){ .argv = { "sh", "-c", (char *)script },
			     .timeout_s = 60,
			     .repetitions = 1 };
}

static void warm_ups_come_first_and_all_runs_are_numbered(void **state)
{
	struct job job = shell("exit 0");
	struct heard heard;

	(void)state;
	job.warmups = 2;
	job.repetitions = 3;
	run(&heard, &job);
	assert_int_equal(heard.n_starts, 5);
	assert_int_equal(heard.n_ends, 5);
	for (unsigned i = 0; i < 5; i++) {
		assert_int_equal(heard.starts[i].job, 7);
		assert_int_equal(heard.starts[i].run, i);
		assert_int_equal(heard.starts[i].is_warmup, i < 2);
		assert_int_equal(heard.ends[i].job, 7);
		assert_int_equal(heard.ends[i].run, i);
		assert_int_equal(heard.ends[i].end, WIRE_END_EXIT);
		assert_int_equal(heard.ends[i].code, 0);
		assert_true(heard.ends[i].elapsed_ns > 0);
	}
}

static void both_streams_arrive_in_their_order(void **state)
{
	const struct job job = shell("echo one; echo two >&2; echo three; exit 3");
	struct heard heard;

	(void)state;
	run(&heard, &job);
	assert_string_equal(heard.output, "one\ntwo\nthree\n");
	assert_int_equal(heard.ends[0].end, WIRE_END_EXIT);
	assert_int_equal(heard.ends[0].code, 3);
}

static void a_run_that_fails_does_not_keep_the_others_from_running(void **state)
{
	struct job job = shell("exit 1");
	struct heard heard;

	(void)state;
	job.repetitions = 2;
	run(&heard, &job);
	assert_int_equal(heard.n_ends, 2);
}

static void a_program_killed_by_a_signal_says_which(void **state)
{
	const struct job job = shell("kill -SEGV $$");
	struct heard heard;

	(void)state;
	run(&heard, &job);
	assert_int_equal(heard.ends[0].end, WIRE_END_SIGNAL);
	assert_int_equal(heard.ends[0].code, SIGSEGV);
}

static void a_missing_program_is_named_and_not_tried_again(void **state)
{
	struct job job = shell("");
	struct heard heard;

	(void)state;
	job.argv[0] = "no-such-program";
	job.repetitions = 3;
	run(&heard, &job);
	assert_int_equal(heard.n_ends, 1);
	assert_int_equal(heard.ends[0].end, WIRE_END_NOTRUN);
	assert_int_equal(heard.ends[0].code, ENOENT);
	assert_string_equal(heard.notes,
			    "cannot run 'no-such-program': No such file or directory;");
}

static void a_run_over_its_time_is_killed_with_its_children_and_is_the_last(void **state)
{
	struct job job = shell("sleep 1000 & echo $!; sleep 1000");
	struct heard heard;
	long child;

	(void)state;
	job.timeout_s = 1;
	job.repetitions = 3;
	run(&heard, &job);
	assert_int_equal(heard.n_ends, 1);
	assert_int_equal(heard.ends[0].end, WIRE_END_TIMEOUT);
	assert_true(heard.ends[0].elapsed_ns == 1000000000);
	child = strtol(heard.output, NULL, 10);
	assert_true(child > 1);
	while (waitpid((pid_t)child, NULL, 0) < 0 && errno == EINTR)
		;
	assert_int_equal(kill((pid_t)child, 0), -1);
	assert_int_equal(errno, ESRCH);
}

static void what_a_run_leaves_behind_is_killed_and_its_output_kept(void **state)
{
	const struct job job = shell("sleep 1000 & echo $!; exit 0");
	struct heard heard;
	long child;

	(void)state;
	run(&heard, &job);
	assert_int_equal(heard.ends[0].end, WIRE_END_EXIT);
	child = strtol(heard.output, NULL, 10);
	assert_true(child > 1);
	while (waitpid((pid_t)child, NULL, 0) < 0 && errno == EINTR)
		;
	assert_int_equal(kill((pid_t)child, 0), -1);
}

static void output_over_the_limit_is_cut_and_said_so(void **state)
{
	const struct job job = shell("head -c 1500000 /dev/zero | tr '\\0' x; exit 5");
	struct heard heard;

	(void)state;
	run(&heard, &job);
	assert_int_equal(heard.output_n, RUN_OUTPUT_MAX);
	assert_string_equal(heard.notes, "job 7 run 0: output cut after 1048576 bytes;");
	assert_int_equal(heard.ends[0].code, 5);
}

static void the_program_sees_its_environment_and_nothing_of_ours(void **state)
{
	struct job job = shell("pwd; cat; echo $HOME $MINE ${PERFSECT_TEST-unset}; echo $PATH");
	struct heard heard;

	(void)state;
	assert_int_equal(setenv("PERFSECT_TEST", "leaked", 1), 0);
	job.env[0] = "MINE=a b";
	job.env[1] = "HOME=/mine";
	run(&heard, &job);
	assert_string_equal(heard.output,
			    "/tmp\n/mine a b unset\n"
			    "/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin\n");
}

/* Orphans come to us as they come to PID 1. */
static int become_reaper(void **state)
{
	(void)state;
	run_init();
	return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
}

/* A port that nobody has at the moment. */
static unsigned free_port(void)
{
	struct sockaddr_in address = { .sin_family = AF_INET,
				       .sin_addr = { .s_addr = htonl(INADDR_LOOPBACK) } };
	socklen_t size = sizeof(address);
	const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	assert_int_equal(bind(fd, (struct sockaddr *)&address, size), 0);
	assert_int_equal(getsockname(fd, (struct sockaddr *)&address, &size), 0);
	assert_int_equal(close(fd), 0);
	return ntohs(address.sin_port);
}

static void add_server(struct job *job, const char *script)
{
	job->server[0] = (char *)"python3";
	job->server[1] = (char *)"-c";
	job->server[2] = (char *)script;
}

static void a_server_is_waited_for_and_serves_all_runs(void **state)
{
	CLEANUP(mem_freep) char *script = NULL;
	CLEANUP(mem_freep) char *ask = NULL;
	const unsigned port = free_port();
	struct heard heard;
	struct job job;

	(void)state;
	script = mem_printf("import os, socket, time\n"
			    "time.sleep(0.3)\n" /* one that takes its time */
			    "s = socket.create_server(('127.0.0.1', %u))\n"
			    "while True:\n"
			    "    c, _ = s.accept()\n"
			    "    try: c.sendall(b'pid %%d\\n' %% os.getpid())\n"
			    "    except OSError: pass\n"
			    "    c.close()\n",
			    port);
	ask = mem_printf("import socket; s = socket.create_connection(('127.0.0.1', %u)); "
			 "print(s.recv(99).decode(), end='')",
			 port);
	job = (struct job){ .argv = { (char *)"python3", (char *)"-c", ask },
			    .timeout_s = 60,
			    .repetitions = 2,
			    .port = port };
	add_server(&job, script);
	run(&heard, &job);
	assert_string_equal(heard.notes, "");
	assert_int_equal(heard.n_ends, 2);
	assert_int_equal(heard.ends[1].end, WIRE_END_EXIT);
	assert_int_equal(heard.ends[1].code, 0);
	assert_int_equal(strncmp(heard.output, "pid ", 4), 0);
	assert_int_equal(
		strncmp(heard.output, strchr(heard.output, '\n') + 1, strcspn(heard.output, "\n")),
		0); /* the same one both times */
	server_end();
}

static void a_server_that_ends_is_told_with_its_last_words(void **state)
{
	struct job job = shell("exit 0");
	struct heard heard;

	(void)state;
	job.port = free_port();
	add_server(&job, "print('no room here'); raise SystemExit(3)");
	run(&heard, &job);
	assert_int_equal(heard.n_ends, 1);
	assert_int_equal(heard.ends[0].end, WIRE_END_NOTRUN);
	assert_non_null(strstr(heard.output, "has ended; it said: no room here"));
}

static void a_server_that_is_not_there_is_told(void **state)
{
	struct job job = shell("exit 0");
	struct heard heard;

	(void)state;
	job.port = 9;
	job.server[0] = (char *)"/nonexistent/server";
	run(&heard, &job);
	assert_int_equal(heard.ends[0].end, WIRE_END_NOTRUN);
	assert_non_null(strstr(heard.output, "cannot run the server '/nonexistent/server': "));
}

static void prepare_with(struct job *job, char *script)
{
	job->prepare[0] = (char *)"sh";
	job->prepare[1] = (char *)"-c";
	job->prepare[2] = script;
}

static void what_prepares_runs_once_for_all_runs(void **state)
{
	struct job job = shell("cat /tmp/perfsect-prepare.log; echo ran");
	struct heard heard;

	(void)state;
	job.repetitions = 2;
	prepare_with(&job, (char *)"sleep 0.1; date +%s.%N");
	run(&heard, &job);
	assert_int_equal(heard.n_ends, 2);
	assert_int_equal(strncmp(heard.output, strstr(heard.output, "ran\n") + 4,
				 strcspn(heard.output, "\n")),
			 0); /* the same moment both times */
	server_end();
}

static void what_fails_to_prepare_is_told_with_its_last_words(void **state)
{
	struct job job = shell("echo ran");
	struct heard heard;

	(void)state;
	prepare_with(&job, (char *)"echo the disk is full; exit 3");
	run(&heard, &job);
	assert_int_equal(heard.n_ends, 1);
	assert_int_equal(heard.ends[0].end, WIRE_END_NOTRUN);
	assert_string_equal(heard.output,
			    "preparing with 'sh -c echo the disk is full; exit 3' has "
			    "failed; it said: the disk is full");
	prepare_with(&job, (char *)"sleep 60");
	job.timeout_s = 1;
	run(&heard, &job);
	assert_string_equal(heard.output, "preparing with 'sh -c sleep 60' takes too long");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(warm_ups_come_first_and_all_runs_are_numbered),
		cmocka_unit_test(both_streams_arrive_in_their_order),
		cmocka_unit_test(a_run_that_fails_does_not_keep_the_others_from_running),
		cmocka_unit_test(a_program_killed_by_a_signal_says_which),
		cmocka_unit_test(a_missing_program_is_named_and_not_tried_again),
		cmocka_unit_test(a_run_over_its_time_is_killed_with_its_children_and_is_the_last),
		cmocka_unit_test(what_a_run_leaves_behind_is_killed_and_its_output_kept),
		cmocka_unit_test(output_over_the_limit_is_cut_and_said_so),
		cmocka_unit_test(the_program_sees_its_environment_and_nothing_of_ours),
		cmocka_unit_test(a_server_is_waited_for_and_serves_all_runs),
		cmocka_unit_test(a_server_that_ends_is_told_with_its_last_words),
		cmocka_unit_test(a_server_that_is_not_there_is_told),
		cmocka_unit_test(what_prepares_runs_once_for_all_runs),
		cmocka_unit_test(what_fails_to_prepare_is_told_with_its_last_words),
	};

	return cmocka_run_group_tests(tests, become_reaper, NULL);
}
