/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Where things are done: builds kernels and boots them, one at a time, and says what happened. It
 * decides nothing and remembers nothing but the boot that still runs; the session does both.
 */
#ifndef BISECT_LAB_H
#define BISECT_LAB_H

#include "base/cancel.h"
#include "base/defs.h"
#include "base/error.h"
#include "bisect/recipes.h"
#include "bisect/repo.h"
#include "bisect/stage.h"
#include "bisect/workspace.h"
#include "config/settings.h"
#include "results/history.h"
#include "workloads/workload.h"

#include <stdbool.h>

struct lab;

enum lab_phase { LAB_CHECKOUT, LAB_BUILD, LAB_BOOT, LAB_RUN };

struct lab_options {
	struct workspace *workspace; /* outlives the lab, as does the repository */
	struct repo *repo;
	struct recipes *recipes; /* outlives the lab, too */
	const struct machine_settings *machine;
	const struct workload_settings *workload;
	struct cancel *cancel;                                 /* may be NULL */
	void (*progress)(void *context, enum lab_phase phase); /* may be NULL */
	void *progress_context;
};

/*
 * Opens the work tree and the machine, and ends what a killed process left running on it.
 */
int lab_open(const struct lab_options *options, struct lab **ret, struct error *err) MUST_CHECK;
void lab_close(struct lab *lab);
void lab_closep(struct lab **lab);

const struct workload *lab_workload(const struct lab *lab); /* borrowed */
/* Of the guest's root, as in guest_root.h; borrowed. */
const char *lab_root_key(const struct lab *lab);

/*
 * Builds the candidate, or takes it from the kernels built before. Everything of *ret but `id` is
 * filled, and freed by history_kernel_clear. Blocks up to the build's time-out.
 */
int lab_build(struct lab *lab, const struct candidate *candidate, struct history_kernel *ret,
	      struct error *err) MUST_CHECK;

/*
 * Boots a built kernel for `samples` runs; none may be running. Everything of *ret but `id` and
 * `kernel` is filled, and freed by history_boot_clear. Blocks up to the time-outs of boot and runs.
 * With `hold` the boot may still be running behind it, where its machine can do that and all went well.
 */
int lab_boot(struct lab *lab, const struct history_kernel *kernel, unsigned samples, bool hold,
	     struct history_boot *ret, struct error *err) MUST_CHECK;

/* Does the last boot still run, so that it can take further samples? */
bool lab_is_running(const struct lab *lab);

/* What a boot has after further samples. */
struct lab_extension {
	/*
	 * As lab_boot() gave it, with all its samples so far; those that came before anything went wrong.
	 * It stays measured, and `detail` says what went wrong.
	 */
	struct history_boot boot;
	enum outcome
		outcome; /* of the further samples; MEASURED with none new: it had given up waiting */
};
void lab_extension_clear(struct lab_extension *extension);

/* Takes further samples in the boot that is running, which it is no more unless all went well. */
int lab_extend(struct lab *lab, unsigned samples, struct lab_extension *ret,
	       struct error *err) MUST_CHECK;
/* Ends the boot that is running, if there is one. Blocks for seconds at most. */
int lab_release(struct lab *lab, struct error *err) MUST_CHECK;

#endif
