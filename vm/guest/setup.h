/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a fresh kernel lacks before programs can run: file systems, standard streams, loopback. */
#ifndef VM_GUEST_SETUP_H
#define VM_GUEST_SETUP_H

#include "vm/guest/channel.h"

#define SETUP_FAULTS_MAX 16

/* Steps that failed, kept until there is a channel to say so. */
struct setup {
	struct {
		const char *what;
		int errno_value;
	} faults[SETUP_FAULTS_MAX];
	size_t n;
};

/* Does all steps; a kernel that lacks one of them (no devpts, no network) is normal. */
void setup_run(struct setup *setup);
/* One note for each step that failed. */
void setup_report(const struct setup *setup, struct channel *channel);

#endif
