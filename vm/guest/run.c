/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "vm/guest/run.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "vm/guest/program.h"
#include "vm/guest/server.h"

#define SECOND_NS 1000000000LL
#define KILL_GRACE_NS (5 * SECOND_NS)
#define DRAIN_READS 64 /* of what a pipe holds when a run ends; a pipe has 16 pages */

/* One run while it lasts. */
struct run {
	struct channel *channel;
	struct program program;
	struct wire_exit exit;
	int64_t start_ns;
	size_t output_n;
	bool is_cut; /* more came than is sent on */
	bool has_ended;
};

static void ignore_signal(int number)
{
	(void)number;
}

void run_init(void)
{
	struct sigaction action = { .sa_handler = ignore_signal };
	sigset_t children;

	(void)sigemptyset(&children);
	(void)sigaddset(&children, SIGCHLD);
	(void)sigprocmask(SIG_BLOCK, &children, NULL); /* only ppoll lets it through */
	(void)sigaction(SIGCHLD, &action, NULL);
}

static void take_output(struct run *run, const char *bytes, size_t n)
{
	const size_t room = RUN_OUTPUT_MAX - run->output_n;
	const size_t part = n < room ? n : room;

	if (part)
		channel_send(run->channel, WIRE_OUTPUT, bytes, part);
	if (n > room && !run->is_cut) {
		run->is_cut = true;
		channel_note(run->channel, "job %u run %u: output cut after %d bytes",
			     run->exit.job, run->exit.run, RUN_OUTPUT_MAX);
	}
	run->output_n += part;
	if (part)
		channel_flush(run->channel);
}

/* False when there is nothing more to read now. */
static bool read_output(struct run *run)
{
	char bytes[4096];
	ssize_t n;

	if (run->program.output_fd < 0)
		return false;
	n = read(run->program.output_fd, bytes, sizeof(bytes));
	if (n > 0) {
		take_output(run, bytes, (size_t)n);
		return true;
	}
	if (n == 0)
		program_close(&run->program);
	return n < 0 && errno == EINTR;
}

/* Takes every child that ended: PID 1 also inherits the orphans. */
static void reap(struct run *run)
{
	pid_t pid;
	int status;

	while ((pid = waitpid(-1, &status, WNOHANG)) > 0) {
		if (pid != run->program.pid)
			continue;
		run->has_ended = true;
		run->exit.elapsed_ns = (uint64_t)(channel_now_ns() - run->start_ns);
		if (WIFSIGNALED(status)) {
			run->exit.end = WIRE_END_SIGNAL;
			run->exit.code = WTERMSIG(status);
		} else {
			run->exit.end = WIRE_END_EXIT;
			run->exit.code = WEXITSTATUS(status);
		}
	}
}

/* Sleeps until there is output, a child ended, a beat is due, or the time is over. */
static void sleep_until_news(const struct run *run, int64_t until_ns)
{
	const int64_t now_ns = channel_now_ns();
	const int64_t beat_ns = run->channel->flushed_ns + CHANNEL_BEAT_NS;
	const int64_t wake_ns = until_ns < beat_ns ? until_ns : beat_ns;
	const int64_t left_ns = wake_ns > now_ns ? wake_ns - now_ns : 0;
	const struct timespec left = { .tv_sec = left_ns / SECOND_NS,
				       .tv_nsec = left_ns % SECOND_NS };
	struct pollfd output = { .fd = run->program.output_fd, .events = POLLIN };
	sigset_t none;

	(void)sigemptyset(&none);
	(void)ppoll(&output, 1, &left, &none); /* whatever woke us is looked at by the caller */
}

static void wait_for_end(struct run *run, int64_t until_ns)
{
	while (!run->has_ended && channel_now_ns() < until_ns) {
		sleep_until_news(run, until_ns);
		(void)read_output(run);
		reap(run);
		channel_beat_when_due(run->channel);
	}
}

static void end_run(struct run *run, unsigned timeout_s)
{
	const bool timed_out = !run->has_ended;

	program_kill_group(&run->program);
	if (timed_out) {
		wait_for_end(run, channel_now_ns() + KILL_GRACE_NS);
		if (!run->has_ended)
			channel_note(run->channel, "job %u run %u: does not die", run->exit.job,
				     run->exit.run);
		run->exit.end = WIRE_END_TIMEOUT;
		run->exit.code = 0;
		run->exit.elapsed_ns = (uint64_t)timeout_s * SECOND_NS;
	}
	for (int i = 0; i < DRAIN_READS && read_output(run); i++)
		;
	program_close(&run->program);
}

static void send_exit(struct channel *channel, const struct wire_exit *exit)
{
	char payload[WIRE_PAYLOAD_MAX + 1];
	const size_t n = wire_format_exit(exit, payload);

	channel_send(channel, WIRE_EXIT, payload, n);
	channel_flush(channel);
}

static enum wire_end run_once(struct channel *channel, const struct job *job,
			      const struct wire_start *start)
{
	char payload[WIRE_PAYLOAD_MAX + 1];
	struct run run = { .channel = channel, .exit = { .job = start->job, .run = start->run } };

	channel_send(channel, WIRE_START, payload, wire_format_start(start, payload));
	channel_flush(channel);
	run.start_ns = channel_now_ns();
	if (program_start(job, &run.program) < 0) {
		run.exit.end = WIRE_END_NOTRUN;
		run.exit.code = errno;
		channel_note(channel, "cannot run '%s': %s", job->argv[0], strerror(errno));
	} else {
		wait_for_end(&run, run.start_ns + (int64_t)job->timeout_s * SECOND_NS);
		end_run(&run, job->timeout_s);
	}
	send_exit(channel, &run.exit);
	return run.exit.end;
}

/* A run whose server is not there, or that could not be prepared for. */
static void refuse_run(struct channel *channel, const struct wire_start *start)
{
	const struct wire_exit exit = {
		.job = start->job, .run = start->run, .end = WIRE_END_NOTRUN, .code = ECONNREFUSED
	};
	char payload[WIRE_PAYLOAD_MAX + 1];

	channel_send(channel, WIRE_START, payload, wire_format_start(start, payload));
	channel_send(channel, WIRE_OUTPUT, server_fault(), strlen(server_fault()));
	send_exit(channel, &exit);
}

/* The job's runs from `first` up to, but not, `end`. */
static void run_from(struct channel *channel, const struct job *job, unsigned number,
		     unsigned first, unsigned end_run)
{
	for (unsigned i = first; i < end_run; i++) {
		const struct wire_start start = { .job = number,
						  .run = i,
						  .is_warmup = i < job->warmups };
		enum wire_end end;

		if (i == first && !server_have(channel, job)) {
			refuse_run(channel, &start);
			return;
		}
		end = run_once(channel, job, &start);
		if (end == WIRE_END_TIMEOUT || end == WIRE_END_NOTRUN)
			return;
	}
}

void run_job(struct channel *channel, const struct job *job, unsigned number)
{
	run_from(channel, job, number, 0, job->warmups + job->repetitions);
}

void run_job_on(struct channel *channel, const struct job *job, unsigned number, unsigned first,
		unsigned n)
{
	run_from(channel, job, number, first, first + n);
}
