/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The user's wish to stop (SIGINT, SIGTERM, SIGHUP) as a file descriptor that poll() can wait for. */
#ifndef BASE_CANCEL_H
#define BASE_CANCEL_H

#include "base/defs.h"
#include "base/error.h"

#include <stdbool.h>

struct cancel;

/*
 * Blocks the three signals in this process, except those that are ignored (nohup), and turns them
 * into a readable descriptor. cancel_free() discards what is pending and unblocks them.
 */
int cancel_new_from_signals(struct cancel **ret, struct error *err) MUST_CHECK;
/* One that only cancel_request() triggers, for tests. */
int cancel_new_manual(struct cancel **ret, struct error *err) MUST_CHECK;
void cancel_free(struct cancel *cancel);
void cancel_freep(struct cancel **cancel);

void cancel_request(struct cancel *cancel);
/* True once requested, and from then on; does not block. NULL is never requested. */
bool cancel_is_requested(struct cancel *cancel);
/* Becomes readable when requested (and stays so); -1 for NULL. Borrowed. */
int cancel_fd(const struct cancel *cancel);
/* Sets ERROR_CANCELLED and returns -1 when requested, else returns 0. */
int cancel_check(struct cancel *cancel, struct error *err) MUST_CHECK;

#endif
