/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A workload small enough for every guest: two processes send one byte to and fro over two pipes, so
 * that each operation is two writes, two reads and two context switches.
 */
#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define LOOPS_MAX 1000000000L
#define WARMUP_MAX 1000L

/* What one side reads from and writes to. */
struct side {
	int in;
	int out;
};

static int fail(const char *what)
{
	(void)fprintf(stderr, "sched-pipe: cannot %s: %s\n", what, strerror(errno));
	return -1;
}

static int send_byte(const struct side *side)
{
	const char byte = 'x';

	return write(side->out, &byte, 1) == 1 ? 0 : fail("write");
}

/* Returns 1, 0 when the other side is gone, or -1. */
static int receive_byte(const struct side *side)
{
	char byte;
	const ssize_t n = read(side->in, &byte, 1);

	return n < 0 ? fail("read") : (int)n;
}

/* Sends every byte back until the other side is gone. */
static int echo(const struct side *side)
{
	int n;

	while ((n = receive_byte(side)) > 0)
		if (send_byte(side) < 0)
			return -1;
	return n;
}

static int ping(const struct side *side, long loops)
{
	for (long i = 0; i < loops; i++) {
		int n;

		if (send_byte(side) < 0)
			return -1;
		n = receive_byte(side);
		if (n == 0)
			(void)fputs("sched-pipe: the other process ended early\n", stderr);
		if (n <= 0)
			return -1;
	}
	return 0;
}

static double now_s(void)
{
	struct timespec now;

	(void)clock_gettime(CLOCK_MONOTONIC, &now); /* cannot fail for this clock */
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static int measure(const struct side *side, long loops)
{
	const long warmup = loops / 10 < WARMUP_MAX ? loops / 10 : WARMUP_MAX;
	double start_s, elapsed_s;

	if (ping(side, warmup) < 0)
		return -1;
	start_s = now_s();
	if (ping(side, loops) < 0)
		return -1;
	elapsed_s = now_s() - start_s;
	if (elapsed_s <= 0) {
		(void)fputs("sched-pipe: the clock stood still\n", stderr);
		return -1;
	}
	(void)printf("sched-pipe: ops_per_s=%.3f\n", (double)loops / elapsed_s);
	return fflush(stdout) == 0 ? 0 : fail("print");
}

static int run(long loops)
{
	int there[2], back[2], status;
	struct side side;
	pid_t pid;

	if (pipe(there) < 0 || pipe(back) < 0)
		return fail("make a pipe");
	pid = fork();
	if (pid < 0)
		return fail("fork");
	if (pid == 0) {
		(void)close(there[1]);
		(void)close(back[0]);
		side = (struct side){ .in = there[0], .out = back[1] };
		_exit(echo(&side) < 0 ? 1 : 0);
	}
	(void)close(there[0]);
	(void)close(back[1]);
	side = (struct side){ .in = back[0], .out = there[1] };
	if (measure(&side, loops) < 0)
		return -1;
	(void)close(side.out);
	if (waitpid(pid, &status, 0) < 0)
		return fail("wait for the other process");
	return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? 0 : -1;
}

static bool parse_loops(const char *text, long *ret)
{
	char *end;

	errno = 0;
	*ret = strtol(text, &end, 10);
	return errno == 0 && end != text && *end == '\0' && *ret >= 1 && *ret <= LOOPS_MAX;
}

int main(int argc, char **argv)
{
	static const struct option options[] = { { "loops", required_argument, NULL, 'l' }, { 0 } };
	long loops = 1000000;
	int option;

	while ((option = getopt_long(argc, argv, "l:", options, NULL)) != -1) {
		if (option != 'l')
			return 2;
		if (!parse_loops(optarg, &loops)) {
			(void)fprintf(stderr, "sched-pipe: '%s' is no number from 1 to %ld\n",
				      optarg, LOOPS_MAX);
			return 2;
		}
	}
	if (optind != argc) {
		(void)fputs("usage: sched-pipe [--loops=N]\n", stderr);
		return 2;
	}
	(void)signal(SIGPIPE, SIG_IGN); /* a write to a dead peer shall be reported */
	return run(loops) < 0 ? 1 : 0;
}
