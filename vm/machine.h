/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A place where kernels boot. A machine runs one boot at a time, in four steps:
 *
 *     prepare   writes what the boot needs (initramfs with the jobs, domain XML)     no guest yet
 *     boot      starts it and waits until PID 1 speaks                               up, or an outcome
 *     run       collects records until the guest says goodbye                        runs, or an outcome
 *     release   nothing of the boot is left running                                  always called
 *
 * The number of runs is fixed before the boot, so that nothing outside disturbs a boot whose time
 * counts instructions. What the kernel does is an outcome in *ret; -1 is this host's trouble.
 */
#ifndef VM_MACHINE_H
#define VM_MACHINE_H

#include "base/cancel.h"
#include "base/deadline.h"
#include "base/defs.h"
#include "base/error.h"
#include "base/json.h"
#include "base/str.h"
#include "config/settings.h"
#include "results/sample.h"
#include "vm/job.h"
#include "vm/kernel.h"

#include <stdbool.h>
#include <stddef.h>

/* A file of the host that the guest gets. */
struct guest_file {
	const char *host_path;
	const char *guest_path; /* absolute */
};

struct boot_request {
	const char *name; /* unique on this host while the boot lives, e.g. "perfsect-1a2b3c-17" */
	const char *
		dir; /* an existing folder of the boot's own, absolute; console.log and the rest go there */
	const struct kernel *kernel;
	const struct job *jobs;
	size_t n_jobs;
	const struct guest_file *files;
	size_t n_files;
	struct deadline deadline; /* of the whole boot with its runs */
	double silence_s;         /* a guest that says nothing for so long is hung */
	size_t console_max_bytes; /* one whose console says more is hung, too; 0: 64 MiB */
	struct cancel *cancel;    /* may be NULL */
	/* Called at most every 100 ms while the machine waits; may be NULL. */
	void (*progress)(void *context, const char *phase);
	void *progress_context;
};

enum run_end { RUN_EXITED, RUN_SIGNALLED, RUN_TIMED_OUT, RUN_NOT_STARTED };

/* One execution of a job in the guest. */
struct guest_run {
	unsigned job;    /* index into the request's jobs */
	unsigned number; /* 0-based, warm-ups first */
	bool is_warmup;
	enum run_end end;
	int code;          /* exit status or signal */
	double elapsed_s;  /* guest CLOCK_MONOTONIC */
	struct str output; /* stdout and stderr, in order; bounded by GUEST_OUTPUT_MAX */
};

#define GUEST_OUTPUT_MAX (1024 * 1024)

/* What a boot gave. Zero-initialise; free with boot_result_clear. */
struct boot_result {
	enum outcome
		outcome; /* OUTCOME_BOOTED after boot; OUTCOME_MEASURED after run when all went well */
	char *detail; /* one line for people: the panic line, "said nothing for 120 s", …; may be NULL */
	struct json *facts; /* object of strings the guest said about itself; may be NULL */
	struct guest_run *runs;
	size_t n_runs;
	double boot_s;  /* host seconds from start to hello */
	double total_s; /* host seconds from start to end */
};
void boot_result_clear(struct boot_result *result);

struct machine;

struct machine_ops {
	const char *type; /* as in the configuration */
	/* Checks the settings and connects; must not start anything. */
	int (*open)(const struct machine_settings *settings, const char *state_dir,
		    struct machine **ret, struct error *err);
	int (*prepare)(struct machine *machine, const struct boot_request *request,
		       struct error *err);
	int (*boot)(struct machine *machine, struct boot_result *ret, struct error *err);
	int (*run)(struct machine *machine, struct boot_result *ret, struct error *err);
	/* Idempotent; what cannot be ended is an error that names it. */
	int (*release)(struct machine *machine, struct error *err);
	/* Ends what an earlier process of the same workspace left running; *ret_n counts it. */
	int (*clean_up)(struct machine *machine, unsigned *ret_n, struct error *err);
	void (*close)(struct machine *machine);
};

/* Back ends embed this as their first member. */
struct machine {
	const struct machine_ops *ops;
	const struct machine_settings *settings; /* borrowed; outlives the machine */
};

void machine_close(struct machine *machine);
void machine_closep(struct machine **machine);

/*
 * prepare, boot, run and release in one: the whole life of a boot. Blocks until the deadline of the
 * request at most. *ret is filled also for outcomes that end early.
 */
int machine_measure(struct machine *machine, const struct boot_request *request,
		    struct boot_result *ret, struct error *err) MUST_CHECK;

#endif
