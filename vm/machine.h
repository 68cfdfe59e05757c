/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A place where kernels boot. A machine runs one boot at a time, in these steps:
 *
 *     prepare   writes what the boot needs (initramfs with the jobs, domain XML)     no guest yet
 *     boot      starts it and waits until PID 1 speaks                               up, or an outcome
 *     run       collects records until the guest says goodbye, or that it waits      runs, or an outcome
 *     extend    asks a guest that waits for more runs; any number of times           runs, or an outcome
 *     release   nothing of the boot is left running                                  always called
 *
 * machine_measure() is all of it for a boot whose runs are all known before. A boot that may be asked
 * for more goes through machine_start(), machine_extend() and machine_finish(). A guest that hears
 * nothing for the seconds it was told ends by itself, so that none outlives a process that was killed.
 *
 * A boot whose time counts instructions (timing = "icount") is never held: all its runs are fixed
 * before it, so that nothing outside disturbs it. What the kernel does is an outcome in *ret; -1 is
 * this host's trouble.
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
	/*
	 * A cpio image with the guest's programs and libraries, of initramfs_wants() entries; NULL: it has
	 * nothing but the files.
	 */
	const char *root;
	/*
	 * When its runs are done the guest waits so many seconds, up to JOB_HOLD_MAX_S, for more to be
	 * asked of it; 0: it ends.
	 */
	unsigned hold_s;
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
	bool is_held;   /* the guest waits for machine_extend(), or machine_finish() */
	double boot_s;  /* host seconds from start to hello */
	double ready_s; /* host seconds from start to the first run that counts; 0: there was none */
	double total_s; /* host seconds from start to end, without those it was held */
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
	/* `runs` more of each job, of a guest that is held. */
	int (*extend)(struct machine *machine, unsigned runs, struct deadline deadline,
		      struct boot_result *ret, struct error *err);
	/*
	 * Idempotent; what cannot be ended is an error that names it. A guest that is held is told to end
	 * first, unless the boot is cancelled.
	 */
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

/*
 * The same, but the guest may still be there when it returns: *ret, zeroed before, says whether it is
 * held. Then the request and what it points to, and *ret itself, must stay until machine_finish().
 */
int machine_start(struct machine *machine, const struct boot_request *request,
		  struct boot_result *ret, struct error *err) MUST_CHECK;
/*
 * Takes `runs` more of each job in the boot that is held, which go behind those in *ret; warm-ups are
 * not repeated. ret->outcome and `detail` are of these runs. Blocks until the deadline at most. When
 * ret->is_held is false behind it, or it fails, nothing is left running. With OUTCOME_MEASURED and
 * nothing new in *ret, the guest had given up waiting.
 */
int machine_extend(struct machine *machine, unsigned runs, struct deadline deadline,
		   struct boot_result *ret, struct error *err) MUST_CHECK;
/* Ends the boot that is held, if there is one. Blocks for seconds at most. */
int machine_finish(struct machine *machine, struct boot_result *ret, struct error *err) MUST_CHECK;

#endif
