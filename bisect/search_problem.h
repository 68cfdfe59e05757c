/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The question that is put to the search: what was measured, what it costs, and what may be done next. */
#ifndef BISECT_SEARCH_PROBLEM_H
#define BISECT_SEARCH_PROBLEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SEARCH_KERNELS_MAX 512

enum search_state {
	SEARCH_BUILT,      /* can be booted (again) */
	SEARCH_UNTESTABLE, /* does not build, does not boot: says nothing, moves nothing */
};

/* A position that was tried. */
struct search_kernel {
	uint32_t position; /* 0…n */
	enum search_state state;
	unsigned
		variant; /* of its layout: 0 as the commit gives it, else the same commit laid out anew */
};

/* A boot with its samples (a look). */
struct search_boot {
	size_t kernel;        /* index into kernels */
	const double *values; /* log-percent */
	size_t n;             /* ≥ 1 */
	double minute;        /* when it was made, from any moment on; all 0: not known */
};

/* Minutes, measured from the case where there is something to measure, else guessed. */
struct search_costs {
	double build;
	double boot;
	double sample;
	double layout; /* of building a commit that is there in another layout; 0: as a build */
};

struct search_options {
	double confidence;      /* ask for this probability before an end, e.g. 0.99 */
	double smallest_effect; /* log-percent; a smaller change is not looked for */
	unsigned min_samples;   /* of a boot, ≥ 1 */
	unsigned max_samples;   /* of a boot */
	bool single;            /* assume exactly one change */
	unsigned variants;      /* layouts of one commit that can be built; 0 and 1: only its own */
	bool holds; /* a boot is held when it has its samples, so that it can take more */
};

struct search_problem {
	uint32_t n;         /* ≥ 1 */
	const double *mass; /* n+1 prior masses, mass[0] unused; NULL: all equal */
	const uint8_t
		*is_cheap; /* n+1 flags: already built elsewhere, building costs nothing; or NULL */
	const struct search_kernel *kernels; /* any order; at most one per position and variant */
	size_t n_kernels;
	const struct search_boot *boots; /* in time order */
	size_t n_boots;
	bool is_running; /* the last boot is not over yet: it can take further samples */
	struct search_costs costs;
	struct search_options options;
};

enum search_action_kind {
	SEARCH_DO_BUILD, /* build `position` in layout `variant`, then boot it with `samples` */
	SEARCH_DO_BOOT, /* boot the kernel at `position` in layout `variant` (again) with `samples` */
	SEARCH_DO_SAMPLE, /* take `samples` more in the boot that is running; only if is_running */
	SEARCH_END_FOUND, /* every change is one commit, or a run of untestable ones, at the confidence */
	SEARCH_END_RANGE,     /* nothing testable is left and the confidence is not reached */
	SEARCH_END_NO_CHANGE, /* the ends do not differ by smallest_effect, and nothing inside does */
};

/* Why it is the best: shown to people, so a stable enum and not a text. */
enum search_reason {
	SEARCH_WHY_CALIBRATE, /* the ends must be known first */
	SEARCH_WHY_SPLIT,     /* halves the probability */
	SEARCH_WHY_AGAIN,     /* another boot tells more per minute than a new build */
	SEARCH_WHY_MORE, /* further samples in the running boot tell more per minute than all else */
	SEARCH_WHY_CONFIRM,  /* a boundary kernel needs its second boot before any claim */
	SEARCH_WHY_DISAGREE, /* two boots of it disagree */
	SEARCH_WHY_LAYOUT,   /* the same commit laid out anew: is it the code that differs? */
	SEARCH_WHY_STRETCH,  /* is a second change hidden in a flat stretch? */
	SEARCH_WHY_END,
};

struct search_action {
	enum search_action_kind kind;
	enum search_reason reason;
	uint32_t position;
	unsigned variant; /* > 0 only where options.variants allows it */
	unsigned samples;
	double gain_bits; /* expected information */
	double cost_min;  /* expected minutes */
};

#endif
