/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The journal of a workspace: one SQLite file (WAL, STRICT tables, versioned by user_version and
 * migrated on opening). Each call that writes is one transaction and durable when it returns, so that
 * a kill at any instant loses at most the step that was running. Calls block on the disk only, and at
 * most 10 s on another process that writes.
 */
#ifndef RESULTS_STORE_H
#define RESULTS_STORE_H

#include "base/defs.h"
#include "base/error.h"
#include "results/history.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct store;

/* Opens, creating when missing. A newer version than ours is ERROR_CONFIG. */
int store_open(const char *path, struct store **ret, struct error *err) MUST_CHECK;
void store_close(struct store *store);
void store_closep(struct store **store);

enum case_state {
	CASE_RUNNING,
	CASE_FOUND,
	CASE_UNDECIDED,
	CASE_NOT_REPRODUCED,
	CASE_STOPPED,
	CASE_PAUSED, /* running, but for no process that works on it: never stored */
};
const char *case_state_name(enum case_state state); /* "running", "found", … */
/* False when there is no such name. */
bool case_state_from_name(const char *name, enum case_state *ret);

/* One bisect with its settings frozen. All strings owned. */
struct case_record {
	int64_t id;
	enum case_state state;
	int64_t created, ended; /* UNIX seconds; ended 0 while running */
	char good[HISTORY_OID_SIZE];
	char bad[HISTORY_OID_SIZE];
	char *good_name; /* as the user wrote it */
	char *bad_name;
	char *repo; /* path */
	char *machine;
	char *workload;
	char *cell;
	char *metric;
	char *unit;
	enum direction better;
	char *options;  /* JSON object: command-line options that shape the case */
	char *settings; /* JSON object: the settings it was started with */
	char *finding;  /* JSON object, "" until there is one */
};
void case_record_clear(struct case_record *record);

int store_add_case(struct store *store, const struct case_record *record, int64_t *ret_id,
		   struct error *err) MUST_CHECK;
/* id 0: the newest case. ERROR_USAGE when there is none. */
int store_load_case(struct store *store, int64_t id, struct case_record *ret,
		    struct error *err) MUST_CHECK;
/* All cases, oldest first; the caller clears each and frees *ret. */
int store_list_cases(struct store *store, struct case_record **ret, size_t *ret_n,
		     struct error *err) MUST_CHECK;
/*
 * Stores how it ended, and when by the clock; CASE_RUNNING starts it again and forgets the end.
 * ERROR_USAGE when there is no such case.
 */
int store_end_case(struct store *store, int64_t id, enum case_state state, const char *finding,
		   struct error *err) MUST_CHECK;

/*
 * The step that just ended, for `show` and the decision log. `kind` "build", "boot", "sample"; `why` in plain
 * words; `thought` is JSON of what the search believed before.
 */
struct step_record {
	int64_t case_id;
	char *kind;
	char *commit;
	unsigned variant; /* of its layout, as of a kernel */
	char *why;
	char *thought;
	int64_t started; /* UNIX seconds */
	double wall_s;
};
void step_record_clear(struct step_record *step);

/*
 * A finished build (or one that failed) with its step, in one transaction. A kernel of the same key is
 * updated, else added; it becomes part of the case. *ret_id is its row.
 */
int store_add_kernel(struct store *store, const struct history_kernel *kernel,
		     const struct step_record *step, int64_t *ret_id, struct error *err) MUST_CHECK;
/* The kernel of that key from any case; *ret_found says whether there is one. */
int store_find_kernel(struct store *store, const char *key, struct history_kernel *ret,
		      int *ret_found, struct error *err) MUST_CHECK;
/*
 * A kernel of those artefacts, from any case, whose tree does not compile (OUTCOME_NOT_BUILDABLE): what
 * that is need not be found out again. *ret_found says whether there is one.
 */
int store_find_failure(struct store *store, const char *artefacts, struct history_kernel *ret,
		       bool *ret_found, struct error *err) MUST_CHECK;
/* All kernels of the workspace, for gc; the caller clears each and frees *ret. */
int store_list_kernels(struct store *store, struct history_kernel **ret, size_t *ret_n,
		       struct error *err) MUST_CHECK;
/*
 * After gc removed the artefacts: `dir` becomes "", of all kernels that have the same one (equal trees
 * share it). Never removes a measurement.
 */
int store_forget_artefacts(struct store *store, int64_t kernel_id, struct error *err) MUST_CHECK;

/* A finished boot of kernel `kernel_id` with its samples and its step, in one transaction. */
int store_add_boot(struct store *store, int64_t kernel_id, const struct history_boot *boot,
		   const struct step_record *step, int64_t *ret_id, struct error *err) MUST_CHECK;

/*
 * What a stored boot has given since: those of its samples that are not stored yet, its detail and its
 * total_s, with the step, in one transaction. ERROR_USAGE when there is no boot with that `id`.
 */
int store_extend_boot(struct store *store, const struct history_boot *boot,
		      const struct step_record *step, struct error *err) MUST_CHECK;

/*
 * Lets the case use what an earlier one measured: its measured boots of kernels that both have. May
 * be called again when there are more such kernels. The caller sees to it that the settings of both
 * agree in what matters; different machines, workloads, cells or metrics are ERROR_CONFIG. *ret_n is
 * the number of boots that are new to the case.
 */
int store_adopt_boots(struct store *store, int64_t case_id, int64_t from_case_id, size_t *ret_n,
		      struct error *err) MUST_CHECK;

/*
 * All kernels of a case, with build_s as this case paid it, and all boots, its own and adopted ones.
 * The caller frees *ret with history_free.
 */
int store_load_history(struct store *store, int64_t case_id, struct history **ret,
		       struct error *err) MUST_CHECK;
/* Is there a boot whose folder is `dir`? */
int store_has_boot(struct store *store, const char *dir, bool *ret, struct error *err) MUST_CHECK;
/* All steps of a case in order; the caller clears each and frees *ret. */
int store_list_steps(struct store *store, int64_t case_id, struct step_record **ret, size_t *ret_n,
		     struct error *err) MUST_CHECK;
/* A number for a new boot's folder and domain that no boot of this workspace had before. */
int store_next_number(struct store *store, int64_t *ret, struct error *err) MUST_CHECK;

#endif
