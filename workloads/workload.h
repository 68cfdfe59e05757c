/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A workload: what to run in the guest, and how its output becomes numbers. The catalog's own are
 * constant structs, one file each; the user's are made from the settings. A *cell* is one combination
 * of parameter values, e.g. "clients=32 size=22".
 */
#ifndef WORKLOADS_WORKLOAD_H
#define WORKLOADS_WORKLOAD_H

#include "base/defs.h"
#include "base/error.h"
#include "base/str.h"
#include "config/settings.h"
#include "results/sample.h"
#include "vm/job.h"
#include "vm/machine.h"
#include "workloads/builtin.h"
#include "workloads/reading.h"

#include <stdbool.h>
#include <stddef.h>

/* One cell of a workload, ready to run. */
struct workload {
	char *name;
	char *cell; /* "loops=20000", "" without parameters */
	char *metric;
	char *unit;
	enum direction better;
	struct job job;           /* repetitions is set for each boot */
	struct guest_file *files; /* strings owned */
	size_t n_files;
	const struct workload_builtin *builtin; /* NULL for the user's own */
	char *parse;                            /* the user's own rule; NULL for the catalog's */
};

/*
 * Makes the cell from the settings; every parameter must have exactly one value here. `payload_dir`
 * is where the guest programs of the catalog are; `has_root` that the guest has a root in which others may
 * be. ERROR_CONFIG for unknown names, parameters or rules,
 * and for a program of the catalog that would not be in the guest.
 */
int workload_new(const struct workload_settings *settings, const char *payload_dir, bool has_root,
		 struct workload **ret, struct error *err) MUST_CHECK;
void workload_free(struct workload *workload);
void workload_freep(struct workload **workload);

/*
 * What one run's output says; the main metric's samples first, of which there is one at least. Fails
 * with a text that says what was looked for and not found, or why it was refused; *ret may then hold
 * readings. The caller clears it.
 */
int workload_parse(const struct workload *workload, const char *output, size_t n,
		   struct readings *ret, struct error *err) MUST_CHECK;

#endif
