/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a guest does when its runs are done and the host may want more of them. */
#ifndef VM_GUEST_HOLD_H
#define VM_GUEST_HOLD_H

#include "vm/guest/channel.h"
#include "vm/job.h"

/*
 * Says that it waits, and does what the host then asks for, again and again: more runs of each job, or
 * to end. Returns when it is to end, when the host was silent for list->hold_s, and when it cannot be
 * heard or makes no sense; a note says which of these it was.
 */
void hold(struct channel *channel, const struct job_list *list);

#endif
