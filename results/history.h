/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Everything a case has measured, as read from the store: the state of a bisect is nothing but this.
 */
#ifndef RESULTS_HISTORY_H
#define RESULTS_HISTORY_H

#include "base/defs.h"
#include "results/sample.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HISTORY_OID_SIZE 41 /* 40 hex digits and a NUL */

/* A commit that was tried, built or not. Kernels are shared by the cases of a workspace. */
struct history_kernel {
	int64_t id; /* row in the store */
	char commit[HISTORY_OID_SIZE];
	char onto[HISTORY_OID_SIZE]; /* the mainline parent a transplant was merged onto, or "" */
	unsigned variant;     /* 0: as its source gives it; more: another layout of the commit */
	char *key;            /* hex digest of tree, configuration, toolchain and variant */
	enum outcome outcome; /* of the build: BUILT, NOT_BUILDABLE, NOT_MERGEABLE, … */
	char *detail;         /* first error lines, "" when built */
	char *subject;        /* of the commit */
	char *dir;      /* of the artefacts, relative to the workspace; "" when there are none */
	char *log;      /* of the build, relative to the workspace */
	char *release;  /* uname -r */
	char *build_id; /* hex, "" where there is none */
	/* Names what of it decides how it runs: kernels with the same one are the same. "" or NULL: not known. */
	char *content;
	double build_s; /* wall time of the build that made it; 0 when it was found in the cache */
	/* How it was built; "" where there is nothing to say, and in what older versions stored. */
	char *artefacts;   /* hex digest of tree, configuration and toolchain alone */
	char *toolchain;   /* the compiler as configured, and what it says it is */
	char *mends;       /* what was added to its source so that it builds, one a line */
	char *without;     /* options left off so that it builds, one a line */
	char *not_granted; /* options that were asked for and what they became, one a line */
	char *config;      /* its .config, relative to the workspace */
};

/* What a boot was made for. Its samples count alike, whatever it was. */
enum boot_purpose {
	BOOT_SEARCH,
	BOOT_COMPARE, /* in turn with the kernel on the other side of a change */
	BOOT_EXPLAIN, /* how much of the whole difference is a change's? */
};
/* "search", "compare", "explain". */
const char *boot_purpose_name(enum boot_purpose purpose);
/* False when there is no such name. */
bool boot_purpose_from_name(const char *name, enum boot_purpose *ret);

struct history_boot {
	int64_t id;
	size_t kernel;             /* index into kernels */
	enum boot_purpose purpose; /* of one taken from an earlier case: BOOT_SEARCH */
	char *machine;
	char *cell;
	enum outcome outcome; /* MEASURED, PANICKED, … */
	char *detail;
	char *dir;       /* with console.log, relative to the workspace */
	char *facts;     /* JSON object of what the guest said about itself */
	double boot_s;   /* host seconds to PID 1 */
	double ready_s;  /* host seconds to the first run that counts; 0: none, or not known */
	double total_s;  /* host seconds of the whole boot, without those it was held idle */
	int64_t started; /* UNIX time, seconds */
	double *values;  /* samples in order, in the metric's unit; warm-ups are not among them */
	size_t n;
};

struct history {
	struct history_kernel *kernels; /* in the order they were first tried */
	size_t n_kernels;
	struct history_boot *boots; /* in the order they were made */
	size_t n_boots;
};

/* Are both built, from whatever commits, to the same code and data? A kernel is the same as itself. */
bool history_is_same_kernel(const struct history *history, size_t one, size_t other);
/* The first kernel that is the same as that one, which may be itself. */
size_t history_first_same(const struct history *history, size_t kernel);

void history_kernel_clear(struct history_kernel *kernel);
void history_boot_clear(struct history_boot *boot);

/*
 * What became of a kernel so far: MEASURED once any boot was, else how its last boot ended, else how
 * its build did. *ret_detail (may be NULL) is borrowed text about it, "" when there is none.
 */
enum outcome history_outcome(const struct history *history, size_t kernel, const char **ret_detail);
void history_free(struct history *history);
void history_freep(struct history **history);

#endif
