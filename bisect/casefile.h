/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A case as it can be read at any time, also while another process works on it: its record, its range
 * of history, and what follows from both together with the log.
 */
#ifndef BISECT_CASEFILE_H
#define BISECT_CASEFILE_H

#include "base/cancel.h"
#include "base/defs.h"
#include "base/error.h"
#include "base/str.h"
#include "bisect/carry.h"
#include "bisect/limits.h"
#include "bisect/lineage.h"
#include "bisect/outlook.h"
#include "bisect/recipes.h"
#include "bisect/repo.h"
#include "bisect/verification.h"
#include "bisect/workspace.h"
#include "results/finding.h"
#include "results/store.h"

#include <stdbool.h>
#include <stdint.h>

/* Minutes assumed for what has not been measured yet. */
extern const struct search_costs casefile_guessed_costs;
/*
 * Layouts of a commit that a case may build on the machine: where instructions are counted, all are alike.
 */
unsigned casefile_layouts(const struct search_settings *search,
			  const struct machine_settings *machine);
/* Boots are held on the machine (NULL: it is gone), to take further samples: by the clock only. */
bool casefile_holds(const struct search_settings *search, const struct machine_settings *machine);
/* A boot is given at most so many times the samples that it must have, but so many in any case. */
#define CASEFILE_MAX_SAMPLES_FACTOR 3
#define CASEFILE_MAX_SAMPLES_LEAST 8
unsigned casefile_max_samples(unsigned min_samples);

struct casefile {
	struct workspace *workspace; /* borrowed */
	struct repo *repo;
	struct case_record record;
	struct graph *graph;
	struct stage mainline;
	struct strlist skip; /* full hex */
	struct limits limits;
	char fingerprint[REPO_HEX_SIZE]; /* of the kernels' configuration and toolchain */
	char guest_root[REPO_HEX_SIZE];  /* of the guest's root; "": it has none */
	struct evidence_options options;
	bool verifies;           /* what the search finds */
	bool as_configured;      /* kernels: nothing is set that was not asked for */
	char *note;              /* about how its kernels are built; NULL or "" for nothing */
	struct recipes *recipes; /* NULL unless something is to be built */
	struct carry carry;
	struct lineage lineage;
};

/* An empty one with the workspace's repository opened. Free with casefile_clear. */
int casefile_init(struct casefile *casefile, struct workspace *workspace,
		  struct error *err) MUST_CHECK;
void casefile_clear(struct casefile *casefile);

/* With everything of case `id` (0: the newest). Blocks while the range is read. */
int casefile_open(struct casefile *casefile, struct workspace *workspace, int64_t id,
		  struct error *err) MUST_CHECK;
/* The part of casefile_open that follows from casefile->record, for a record not stored yet. */
int casefile_load(struct casefile *casefile, struct cancel *cancel, struct error *err) MUST_CHECK;

/*
 * Fills casefile->recipes for the ends of the record, whose full hex is there. Runs compilers. The
 * casefile's fingerprint and note stay what they are.
 */
int casefile_open_recipes(struct casefile *casefile, struct error *err) MUST_CHECK;

/* What shapes the case besides its ends, as record.options keeps it; the caller frees it. */
char *casefile_options_text(const struct casefile *casefile) MUST_CHECK;

/* The log of the case; the caller frees it. */
int casefile_history(struct casefile *casefile, struct history **ret, struct error *err) MUST_CHECK;
/* What follows from it; clear with outlook_clear. May merge in memory, into the workspace's scratch objects. */
int casefile_outlook(struct casefile *casefile, const struct history *history, struct outlook *ret,
		     struct error *err) MUST_CHECK;

/*
 * What verifying its changes has given so far; without checks where that was not asked for, or while the
 * search goes on. Clear with verification_clear. May merge in memory.
 */
int casefile_verification(struct casefile *casefile, const struct history *history,
			  const struct outlook *outlook, struct verification *ret,
			  struct error *err) MUST_CHECK;

#endif
