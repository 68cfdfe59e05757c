/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Decides whether a boot is over, and what became of it, from all that is known of it at one moment.
 * Shared by the machines. Pure.
 */
#ifndef VM_VERDICT_H
#define VM_VERDICT_H

#include "results/sample.h"
#include "vm/collect.h"
#include "vm/console.h"

#include <stdbool.h>
#include <stddef.h>

/* A guest that writes more than this is not read on. */
#define VERDICT_CONSOLE_MAX (64UL * 1024 * 1024) /* unless the boot asks for another limit */
#define VERDICT_CHANNEL_MAX (1024L * 1024 * 1024)

struct verdict_input {
	const struct console *console;
	const struct collect *collect;
	size_t channel_bytes;
	size_t console_max_bytes;
	bool is_gone;     /* the machine went down by itself */
	bool has_crashed; /* the kernel told the panic device so */
	bool is_late;     /* the deadline of the boot is over */
	double now_s;
	double started_s;
	double last_sign_s;    /* last byte of either stream */
	double boot_timeout_s; /* from start to hello */
	double silence_s;
};

/* True when the boot is over; then *ret says how, and `detail` has one line about it for people. */
bool verdict_reach(const struct verdict_input *input, enum outcome *ret, struct str *detail);

#endif
