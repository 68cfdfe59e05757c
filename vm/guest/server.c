/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "vm/guest/server.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "vm/guest/program.h"

#define SECOND_NS 1000000000LL
#define READY_NS (300 * SECOND_NS)
#define END_NS (10 * SECOND_NS)
#define ASK_AGAIN_NS 10000000L
#define LOG_SHOWN 512

#define WORDS_MAX 4096
#define FAULT_MAX 1024
#define WORDS_SHOWN 60 /* "sh -c …" is told by its first */

/* The one that runs; pid 0: none does. */
static struct {
	struct program program;
	unsigned port;
	char words[WORDS_MAX];    /* its command, to know it again */
	char prepared[WORDS_MAX]; /* the command that has prepared it last */
	char fault[FAULT_MAX];    /* why it is not there */
} running;

static void join_words(char *const *argv, char *ret, size_t size)
{
	size_t n = 0;

	ret[0] = '\0';
	for (size_t i = 0; argv[i] && n < size; i++)
		n += (size_t)snprintf(ret + n, size - n, "%s%s", i > 0 ? " " : "", argv[i]);
}

static void PRINTF_LIKE(1, 2) set_fault(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	(void)vsnprintf(running.fault, sizeof(running.fault), format,
			args); /* cut when it is long */
	va_end(args);
}

/* Adds the last of what was printed, on the same line. */
static void add_log(const char *path)
{
	char text[LOG_SHOWN + 1];
	const size_t length = strlen(running.fault);
	const int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n = 0;

	if (fd >= 0) {
		if (lseek(fd, -LOG_SHOWN, SEEK_END) < 0)
			(void)lseek(fd, 0, SEEK_SET); /* it is shorter than that */
		n = read(fd, text, LOG_SHOWN);
		(void)close(fd);
	}
	while (n > 0 && (unsigned char)text[n - 1] <= ' ')
		n--;
	if (n <= 0)
		return;
	for (ssize_t i = 0; i < n; i++)
		if ((unsigned char)text[i] < ' ')
			text[i] = ' ';
	text[n] = '\0';
	(void)snprintf(running.fault + length, sizeof(running.fault) - length, "; it said: %s",
		       text);
}

static bool takes_connections(unsigned port)
{
	const struct sockaddr_in address = {
		.sin_family = AF_INET,
		.sin_port = htons((uint16_t)port),
		.sin_addr = { .s_addr = htonl(INADDR_LOOPBACK) },
	};
	const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	bool is_there;

	if (fd < 0)
		return false;
	is_there = connect(fd, (const struct sockaddr *)&address, sizeof(address)) == 0;
	(void)close(fd);
	return is_there;
}

/* Those that put themselves into the background end well and leave a child. */
static bool has_failed(void)
{
	int status;

	return running.program.pid > 0 && waitpid(running.program.pid, &status, WNOHANG) > 0 &&
	       !(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static bool wait_until_there(struct channel *channel, const struct job *job)
{
	const int64_t until_ns = channel_now_ns() + READY_NS;
	const struct timespec pause = { .tv_nsec = ASK_AGAIN_NS };

	while (!takes_connections(job->port)) {
		if (has_failed()) {
			set_fault("the server '%.*s' has ended", WORDS_SHOWN, running.words);
			return false;
		}
		if (channel_now_ns() > until_ns) {
			set_fault("the server '%.*s' takes no connections at port %u", WORDS_SHOWN,
				  running.words, job->port);
			return false;
		}
		channel_beat_when_due(channel);
		(void)nanosleep(&pause, NULL);
	}
	return true;
}

static bool start_server(struct channel *channel, const struct job *job)
{
	char words[sizeof(running.words)];

	join_words(job->server, words, sizeof(words));
	if (strcmp(words, running.words) == 0 && takes_connections(job->port))
		return true;
	server_end();
	if (program_start_apart(job->server, job, SERVER_LOG, &running.program) < 0) {
		set_fault("cannot run the server '%.*s': %s", WORDS_SHOWN, words, strerror(errno));
		return false;
	}
	memcpy(running.words, words, sizeof(words));
	running.port = job->port;
	if (wait_until_there(channel, job))
		return true;
	add_log(SERVER_LOG);
	server_end();
	return false;
}

/* The status that it ended with, or -1 when it was still at it after `until_ns`. */
static int wait_for_end(struct channel *channel, const struct program *program, int64_t until_ns)
{
	const struct timespec pause = { .tv_nsec = ASK_AGAIN_NS };
	int status = 0;

	while (waitpid(program->pid, &status, WNOHANG) == 0) {
		if (channel_now_ns() > until_ns) {
			program_kill_group(program);
			(void)waitpid(program->pid, NULL, 0);
			return -1;
		}
		channel_beat_when_due(channel);
		(void)nanosleep(&pause, NULL);
	}
	program_kill_group(program);
	return status;
}

static bool run_prepare(struct channel *channel, const struct job *job, const char *words)
{
	struct program program;
	int status;

	if (program_start_apart(job->prepare, job, PREPARE_LOG, &program) < 0) {
		set_fault("cannot run '%.*s' to prepare: %s", WORDS_SHOWN, words, strerror(errno));
		return false;
	}
	status = wait_for_end(channel, &program,
			      channel_now_ns() + (int64_t)job->timeout_s * SECOND_NS);
	if (status == 0)
		return true;
	set_fault("preparing with '%.*s' %s", WORDS_SHOWN, words,
		  status < 0 ? "takes too long" : "has failed");
	add_log(PREPARE_LOG);
	return false;
}

bool server_have(struct channel *channel, const struct job *job)
{
	char words[sizeof(running.prepared)];

	if (job->server[0] && !start_server(channel, job))
		return false;
	join_words(job->prepare, words, sizeof(words));
	if (!job->prepare[0] || strcmp(words, running.prepared) == 0)
		return true;
	running.prepared[0] = '\0'; /* one that fails leaves nobody knows what */
	if (!run_prepare(channel, job, words))
		return false;
	memcpy(running.prepared, words, sizeof(words));
	return true;
}

const char *server_fault(void)
{
	return running.fault;
}

void server_end(void)
{
	const struct timespec pause = { .tv_nsec = ASK_AGAIN_NS };
	const int64_t until_ns = channel_now_ns() + END_NS;

	if (running.words[0])
		program_kill_group(&running.program);
	while (running.words[0] && takes_connections(running.port) && channel_now_ns() < until_ns)
		(void)nanosleep(&pause, NULL); /* the next one must not be taken for it */
	running.words[0] = '\0';
	running.prepared[0] = '\0';
	running.program.pid = 0;
}
