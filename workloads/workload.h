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

#include <stdbool.h>
#include <stddef.h>

struct metric {
	const char *name; /* e.g. "throughput" */
	const char *unit; /* e.g. "ops/s" */
	enum direction better;
};

/* A workload of the catalog. */
struct workload_builtin {
	const char *name;
	const char *help;   /* one sentence */
	const char *metric; /* of the value that parse finds */
	const char *unit;
	enum direction better;
	const char *const *params; /* "loops=20000": name and default; NULL-terminated */
	const char
		*payload; /* the guest program, e.g. "sched-pipe": put at /perfsect/bin/<payload> */
	/* One word each; "{loops}" is replaced by the parameter's value. NULL-terminated. */
	const char *const *argv;
	unsigned warmups;
	unsigned timeout_s;
	/*
	 * Finds the value in an output. Pure. Fails with a text that says what was looked for and not
	 * found, or why the number was refused (NaN, infinity, zero, negative).
	 */
	int (*parse)(const char *output, size_t n, double *ret, struct error *err);
};

/* The catalog; *ret_n entries in the order they are listed. */
const struct workload_builtin *const *catalog_list(size_t *ret_n);
const struct workload_builtin *catalog_find(const char *name); /* NULL when there is none */

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
 * is where the guest programs of the catalog are. ERROR_CONFIG for unknown names, parameters or rules.
 */
int workload_new(const struct workload_settings *settings, const char *payload_dir,
		 struct workload **ret, struct error *err) MUST_CHECK;
void workload_free(struct workload *workload);
void workload_freep(struct workload **workload);

/* Value of one run's output by the workload's rule. */
int workload_parse(const struct workload *workload, const char *output, size_t n, double *ret,
		   struct error *err) MUST_CHECK;

#endif
