/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a fake machine does, as text. Pure. One directive a line; "#" begins a comment:
 *
 *     seed 42                                 of all noise
 *     output sched-pipe: ops_per_s={value}    what a run prints (this is the default)
 *     journal boots.log                       file that gets a line a boot, and one for each time that
 *                                             a held one gives more, beside the script; while a boot
 *                                             lives there is boots.log.running, too
 *     default KEY=VALUE…                      for every kernel
 *     commit PREFIX KEY=VALUE…                for kernels whose label begins so
 *     contains "TEXT" KEY=VALUE…              for kernels whose image file has the text in it
 *     image                                   KEY=VALUE lines of the image file itself
 *
 * Rules apply from top to bottom and a later one overrides an earlier one, key by key:
 *
 *     level=100        the true value of a run
 *     boot_sd=0.3      standard deviation of a boot's own offset, percent
 *     sample_sd=0.1    standard deviation of each run, percent
 *     drift=0.05       percent by which each boot is slower than the boot before, whatever the kernel
 *     outlier=0.01     probability that a run is slower by `outlier_size`
 *     outlier_size=30  percent
 *     release=6.1.0    what the kernel says it is
 *     delay=2          seconds a boot takes; ends early when cancelled
 *     boot_time=60     seconds that it says a boot took besides, without waiting; run_time: each run
 *     noise=NAME       draw the noise under this name instead of the kernel's label
 *     outcome=panicked any outcome a boot or its runs can have; "host-error": the machine itself
 *                      fails; "killed": this process gets SIGKILL in the middle of the boot
 *     more=panicked    outcome of further samples, as `outcome`, behind all of them but the last
 *     more_delay=2     seconds that further samples take; ends early when cancelled
 *     at=2             the whole rule holds only for this boot of the kernel, counted from 1
 *     from=2 to=5      as `at`, for a range
 *     nth=7            the whole rule holds only for this boot of the machine, counted from 1
 *
 * Counts go on over restarts of the program when there is a journal. A boot's noise depends on the
 * seed, the kernel's label (or `noise`) and the number of its boot, and on nothing else; it is that of
 * rng_init_named(): the boot's offset first, then for each run its own and whether it is an outlier.
 */
#ifndef VM_FAKE_SCRIPT_H
#define VM_FAKE_SCRIPT_H

#include "base/defs.h"
#include "base/error.h"
#include "results/sample.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum fake_trouble { FAKE_NO_TROUBLE, FAKE_HOST_ERROR, FAKE_KILLED };

/* What one boot does. */
struct fake_plan {
	double level;
	double boot_sd, sample_sd, drift, outlier, outlier_size; /* percent; outlier: probability */
	double delay_s, more_delay_s;
	double boot_s, run_s; /* said to have taken, without waiting */
	char noise[64];       /* "": the kernel's label */
	char release[128];    /* "" for what was asked for */
	enum outcome outcome;
	enum fake_trouble trouble;
	enum outcome more_outcome;
	enum fake_trouble more_trouble;
};

struct fake_script; /* the directives */

/* Errors name the line. */
int fake_script_parse(const char *text, struct fake_script **ret, struct error *err) MUST_CHECK;
void fake_script_free(struct fake_script *script);
void fake_script_freep(struct fake_script **script);

uint64_t fake_script_seed(const struct fake_script *script);
const char *fake_script_output(const struct fake_script *script);  /* borrowed */
const char *fake_script_journal(const struct fake_script *script); /* borrowed; NULL: none */

/* Which boot is to be planned. */
struct fake_boot {
	const char *label;
	const char *image; /* text of the image file */
	unsigned number;   /* of this kernel's boots, from 1 */
	unsigned nth;      /* of the machine's boots, from 1 */
};

/* Fails for an image file with a key that has no good value. */
int fake_script_plan(const struct fake_script *script, const struct fake_boot *boot,
		     struct fake_plan *ret, struct error *err) MUST_CHECK;

#endif
