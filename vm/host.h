/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Is this host quiet enough to measure on? Looks at what makes runs differ: emulation instead of KVM,
 * frequency scaling, turbo, SMT, stolen time, load, the clock. The judging is pure; host_read is the
 * only part that looks at the host.
 */
#ifndef VM_HOST_H
#define VM_HOST_H

#include "base/defs.h"
#include "config/settings.h"

#include <stdbool.h>
#include <stddef.h>

enum host_level { HOST_OK, HOST_WARN, HOST_FAIL };

struct host_finding {
	enum host_level level;
	const char *what; /* e.g. "governor"; static */
	char *detail;     /* one line */
	const char *mend; /* what to do about it; static, NULL when all is well */
};

/* What files say, as they say it; NULL for a file that is not there. All owned. */
struct host_texts {
	int kvm_errno;     /* of opening /dev/kvm; 0: it works */
	unsigned cpus;     /* online */
	char *governors;   /* scaling_governor of every CPU, one a line */
	char *no_turbo;    /* intel_pstate/no_turbo */
	char *boost;       /* cpufreq/boost */
	char *smt;         /* smt/control */
	char *stat;        /* /proc/stat */
	char *loadavg;     /* /proc/loadavg */
	char *clocksource; /* current_clocksource */
};

struct host_findings {
	struct host_finding *items;
	size_t n;
	size_t capacity;
};

void host_read(struct host_texts *ret);
void host_texts_clear(struct host_texts *texts);

/*
 * One finding for each thing that could be looked at, in a fixed order. Where instructions are the
 * clock (timing = "icount") the host cannot disturb a boot, and noise is no more than slow.
 */
void host_judge(const struct host_texts *texts, const struct machine_settings *settings,
		struct host_findings *ret);
void host_findings_clear(struct host_findings *findings);

#endif
