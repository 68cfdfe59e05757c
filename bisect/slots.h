/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The work trees of a workspace, each with the objects that make has built from it: "<dir>/N/source" and
 * "<dir>/N/objects". A candidate is built where the fewest files have to change.
 */
#ifndef BISECT_SLOTS_H
#define BISECT_SLOTS_H

#include "base/cancel.h"
#include "base/defs.h"
#include "base/error.h"
#include "bisect/repo.h"

#include <stdbool.h>
#include <stddef.h>

#define SLOTS_MAX 16
#define SLOTS_EMPTY SIZE_MAX /* in place of a distance: nothing is checked out */
/* An empty work tree is taken, if there is one, for a candidate farther than this from all others. */
#define SLOTS_NEAR_FILES 2000

/*
 * Which of the n ≥ 1 work trees to build in, given how many files differ in each: the nearest, unless it
 * is far and there is an empty one. Pure.
 */
size_t slots_choose(const size_t *distances, size_t n);

struct slots;

/* `n` from 1 to SLOTS_MAX. Nothing is checked out yet. */
int slots_open(struct repo *repo, const char *dir, unsigned n, struct slots **ret,
	       struct error *err) MUST_CHECK;
void slots_close(struct slots *slots);
void slots_closep(struct slots **slots);

/* Where a tree was checked out; borrowed from the slots. */
struct slots_place {
	const char *source_dir, *object_dir;
	size_t n_changed; /* files */
};

/* Checks the tree out, in the nearest work tree. Another process may have worked in them since the last call. */
int slots_switch(struct slots *slots, const char *tree_hex, struct cancel *cancel,
		 struct slots_place *ret, struct error *err) MUST_CHECK;

/*
 * "TREE FINGERPRINT", for build_request.config_name. *ret_stands: the configuration that was made there last
 * is what would be made of this tree, since by the fingerprint it would be asked for the same, and no file
 * differs that Kconfig reads. The caller frees *ret_name.
 */
int slots_name_config(struct slots *slots, const struct slots_place *place, const char *tree_hex,
		      const char *fingerprint, char **ret_name, bool *ret_stands,
		      struct error *err) MUST_CHECK;

#endif
