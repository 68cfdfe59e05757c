/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the guest can say about the kernel it runs on; each fact is left out where it is unknown. */
#ifndef VM_GUEST_FACTS_H
#define VM_GUEST_FACTS_H

#include "vm/guest/channel.h"

/*
 * release, version, machine, build_id, boot_id, clocksource, cpus, mem_kib, cmdline, taint, boot_ns
 * (`hello_ns`, the uptime at the hello) and one mitigation.<name> for each known CPU bug.
 */
void facts_send(struct channel *channel, int64_t hello_ns);

#endif
