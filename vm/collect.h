/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Turns what a guest says into a boot_result: hello, facts, runs, perhaps more runs, goodbye. Shared
 * by the machines.
 * Pure: bytes in; nothing is ever taken on trust.
 *
 * A guest speaks on one of two streams, the results channel or the serial console. Both are fed here;
 * the one that says hello is the one that counts.
 */
#ifndef VM_COLLECT_H
#define VM_COLLECT_H

#include "vm/machine.h"
#include "vm/wire.h"

#include <stdbool.h>
#include <stddef.h>

enum collect_stream { COLLECT_CHANNEL, COLLECT_CONSOLE };
#define COLLECT_STREAMS 2

enum collect_state {
	COLLECT_WAITING,      /* PID 1 has not spoken */
	COLLECT_TALKING,      /* it has, and there is more to come */
	COLLECT_HELD,         /* its runs are done, nothing is missing, and it waits for a word */
	COLLECT_COMPLETE,     /* it said goodbye, and nothing is missing */
	COLLECT_LOST,         /* records are missing or make no sense */
	COLLECT_WRONG_KERNEL, /* it is not the kernel that was asked for */
};

struct collect {
	enum collect_state state;
	const char *reason; /* for LOST and WRONG_KERNEL, one line; borrowed until collect_clear */
	/* private to collect.c */
	struct str reason_text;
	struct str notes;
	const struct boot_request *request;
	struct boot_result *result;
	struct wire_reader readers[COLLECT_STREAMS];
	enum collect_stream stream;
	size_t runs_capacity;
	bool in_run;
	unsigned more, more_before; /* further runs of each job: asked for last, and before that */
	size_t n_before;            /* runs that were there when they were asked for */
};

/*
 * Starts to fill `result`, which is zeroed; it and the request must stay until the last feed. What
 * the guest noted for the log becomes its fact "notes".
 */
void collect_init(struct collect *collect, const struct boot_request *request,
		  struct boot_result *result);
/* The result stays as it is. */
void collect_clear(struct collect *collect);

/* The next bytes of a stream. Ignored once the state is one that ends the boot. */
void collect_feed(struct collect *collect, enum collect_stream stream, const char *bytes, size_t n);

/* The guest that is held has been asked for so many more runs of each job. */
void collect_more(struct collect *collect, unsigned runs);

/* Nothing more will come: records that came damaged were the ones that are missed. */
void collect_end(struct collect *collect);

/* True from COLLECT_COMPLETE on: nothing that follows could change it. */
bool collect_is_over(const struct collect *collect);

#endif
