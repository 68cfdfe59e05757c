/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "vm/guest/server.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "vm/guest/program.h"
#include "vm/guest/text_file.h"

#define SECOND_NS 1000000000LL
#define READY_NS (60 * SECOND_NS)
#define ASK_AGAIN_NS 10000000L
#define LOG_SHOWN 512

/* The one that runs; pid 0: none does. */
static struct {
	struct program program;
	char words[1024]; /* its command, to know it again */
} running;

static void join_words(char *const *argv, char *ret, size_t size)
{
	size_t n = 0;

	ret[0] = '\0';
	for (size_t i = 0; argv[i] && n < size; i++)
		n += (size_t)snprintf(ret + n, size - n, "%s%s", i > 0 ? " " : "", argv[i]);
}

/* The last of what it printed, on one line. */
static void note_log(struct channel *channel)
{
	char text[LOG_SHOWN + 1];
	long n = text_file_bytes(SERVER_LOG, text, sizeof(text));

	if (n <= 0)
		return;
	if (n > LOG_SHOWN)
		n = LOG_SHOWN;
	for (long i = 0; i < n; i++)
		if ((unsigned char)text[i] < ' ')
			text[i] = ' ';
	channel_note(channel, "it said: %.*s", (int)n, text);
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
			channel_note(channel, "the server '%s' has ended", running.words);
			return false;
		}
		if (channel_now_ns() > until_ns) {
			channel_note(channel, "the server '%s' takes no connections at port %u",
				     running.words, job->port);
			return false;
		}
		(void)nanosleep(&pause, NULL);
	}
	return true;
}

bool server_have(struct channel *channel, const struct job *job)
{
	char words[sizeof(running.words)];

	if (!job->server[0])
		return true;
	join_words(job->server, words, sizeof(words));
	if (strcmp(words, running.words) == 0 && takes_connections(job->port))
		return true;
	server_end();
	if (program_start_apart(job->server, job, SERVER_LOG, &running.program) < 0) {
		channel_note(channel, "cannot run the server '%s': %s", words, strerror(errno));
		return false;
	}
	memcpy(running.words, words, sizeof(words));
	if (wait_until_there(channel, job))
		return true;
	note_log(channel);
	server_end();
	return false;
}

void server_end(void)
{
	if (running.words[0])
		program_kill_group(&running.program);
	running.words[0] = '\0';
	running.program.pid = 0;
}
