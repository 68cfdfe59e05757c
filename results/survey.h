/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The range of a case as it is drawn: where its kernels lie, and what is believed over all of it. Part
 * of the finding, so that an ended case can be drawn without its repository.
 */
#ifndef RESULTS_SURVEY_H
#define RESULTS_SURVEY_H

#include "base/defs.h"
#include "base/error.h"
#include "base/json.h"

#include <stddef.h>
#include <stdint.h>

#define SURVEY_BINS_MAX 240

struct survey_place {
	int64_t kernel;  /* history_kernel.id */
	double position; /* 0: the good end; inside a merge it is before the merge's own */
	/*
	 * How probable a change is among the commits behind the kernel before it, up to this one; NAN
	 * where it is at the same place as the one before it.
	 */
	double mass;
};

struct survey {
	uint32_t n_positions;        /* of the mainline, without the good end; 0: not known */
	struct survey_place *places; /* in the order of history */
	size_t n_places;
	double *bins; /* what is believed of the positions 1…n_positions, in as many equal parts */
	size_t n_bins; /* ≤ SURVEY_BINS_MAX */
};

void survey_clear(struct survey *survey);
/* Borrowed; NULL where the kernel has no place. */
const struct survey_place *survey_find(const struct survey *survey, int64_t kernel);

/* The caller frees the value. */
struct json *survey_to_json(const struct survey *survey) MUST_CHECK;
/* `ret` is empty before; the caller clears it, also after a failure. */
int survey_from_json(const struct json *json, struct survey *ret, struct error *err) MUST_CHECK;

#endif
