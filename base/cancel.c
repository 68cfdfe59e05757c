/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What callers poll is an epoll descriptor over an eventfd (requests of ours) and a signalfd. Neither
 * is ever read before the end: a signal stays pending, so the descriptor stays readable.
 */
#include "base/cancel.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "base/mem.h"

struct cancel {
	int poll_fd;
	int event_fd;
	int signal_fd;     /* -1 for a manual one */
	sigset_t old_mask; /* of signal_fd */
};

static void close_unless_missing(int fd)
{
	if (fd >= 0)
		(void)close(fd); /* nothing was written that could be lost */
}

void cancel_free(struct cancel *cancel)
{
	struct signalfd_siginfo signal;

	if (!cancel)
		return;
	if (cancel->signal_fd >= 0) {
		/* A signal still pending would end the process once it is not blocked any more. */
		while (read(cancel->signal_fd, &signal, sizeof(signal)) > 0)
			;
		(void)sigprocmask(SIG_SETMASK, &cancel->old_mask, NULL); /* a valid mask */
	}
	close_unless_missing(cancel->signal_fd);
	close_unless_missing(cancel->event_fd);
	close_unless_missing(cancel->poll_fd);
	free(cancel);
}

void cancel_freep(struct cancel **cancel)
{
	cancel_free(*cancel);
	*cancel = NULL;
}

static int watch(struct cancel *cancel, int fd)
{
	struct epoll_event event = { .events = EPOLLIN, .data.fd = fd };

	return epoll_ctl(cancel->poll_fd, EPOLL_CTL_ADD, fd, &event);
}

int cancel_new_manual(struct cancel **ret, struct error *err)
{
	CLEANUP(cancel_freep) struct cancel *cancel = mem_zalloc(sizeof(*cancel));

	cancel->signal_fd = -1;
	cancel->event_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	cancel->poll_fd = epoll_create1(EPOLL_CLOEXEC);
	if (cancel->event_fd < 0 || cancel->poll_fd < 0 || watch(cancel, cancel->event_fd) < 0)
		return error_errno(err, errno, "cannot prepare to be interrupted");
	*ret = cancel;
	cancel = NULL;
	return 0;
}

/* nohup and shells that start a job in the background set signals to be ignored; so they stay. */
static bool is_ignored(int signal)
{
	struct sigaction action;

	return sigaction(signal, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

int cancel_new_from_signals(struct cancel **ret, struct error *err)
{
	static const int signals[] = { SIGINT, SIGTERM, SIGHUP };
	CLEANUP(cancel_freep) struct cancel *cancel = NULL;
	sigset_t mask;

	if (cancel_new_manual(&cancel, err) < 0)
		return -1;
	(void)sigemptyset(&mask);
	for (size_t i = 0; i < ARRAY_LENGTH(signals); i++) {
		if (!is_ignored(signals[i]))
			(void)sigaddset(&mask, signals[i]);
	}
	(void)sigprocmask(SIG_BLOCK, &mask, &cancel->old_mask); /* a valid mask */
	cancel->signal_fd = signalfd(-1, &mask, SFD_CLOEXEC | SFD_NONBLOCK);
	if (cancel->signal_fd < 0 || watch(cancel, cancel->signal_fd) < 0) {
		(void)error_errno(err, errno, "cannot receive signals");
		(void)sigprocmask(SIG_SETMASK, &cancel->old_mask, NULL);
		return -1;
	}
	*ret = cancel;
	cancel = NULL;
	return 0;
}

void cancel_request(struct cancel *cancel)
{
	(void)eventfd_write(cancel->event_fd, 1); /* fails only when the counter is full: set */
}

bool cancel_is_requested(struct cancel *cancel)
{
	struct pollfd poll_fd = { .fd = cancel_fd(cancel), .events = POLLIN };

	return cancel && poll(&poll_fd, 1, 0) > 0;
}

int cancel_fd(const struct cancel *cancel)
{
	return cancel ? cancel->poll_fd : -1;
}

int cancel_check(struct cancel *cancel, struct error *err)
{
	if (cancel_is_requested(cancel))
		return error_set(err, ERROR_CANCELLED, "stopped by the user");
	return 0;
}
