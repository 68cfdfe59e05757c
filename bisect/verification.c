/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/verification.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "bisect/verification_private.h"

/* With three samples one that is off can be told. */
#define BOOT_SAMPLES 3
/* Where more are off, so many that hardly ever all of them are. */
#define ALL_OFF 0.001

/* Outliers have a share of samples below one half, else nothing is claimed. */
static unsigned boot_samples(const struct verification_source *source)
{
	const struct search_options *options = &source->options->search;
	const double share = source->outlook->verdict.scatter.outlier_rate;
	double samples = BOOT_SAMPLES;

	if (share > 0)
		samples = fmax(samples, ceil(log(ALL_OFF) / log(share)));
	samples = fmin(samples, fmax(options->max_samples, BOOT_SAMPLES));
	return (unsigned)fmax(samples, options->min_samples);
}

static void set_task(struct verification *verification, const struct verification_source *source,
		     const struct candidate *candidate, enum boot_purpose purpose, const char *why)
{
	verification->has_task = true;
	verification->task = (struct task){
		.candidate = *candidate,
		.samples = boot_samples(source),
		.purpose = purpose,
		.why = why,
	};
}

/* One change, as far as its boots have come. */
static int check_culprit(struct verification *verification,
			 const struct verification_source *source, const struct culprit *culprit,
			 struct check *check, struct error *err)
{
	struct candidate next;
	const char *why = NULL;

	*check = (struct check){ .explanation.detail = "" };
	if (!culprit->change->is_resolved)
		return 0;
	stage_candidate(culprit->stage, culprit->change->lo, &check->before);
	stage_candidate(culprit->stage, culprit->change->hi, &check->after);
	comparison_evaluate(source, culprit, check, &next);
	if (check->comparison.verdict == FINDING_CHECKING && !verification->has_task)
		set_task(verification, source, &next, BOOT_COMPARE,
			 "the two sides of a change are booted in turn to confirm it");
	if (check->comparison.verdict == FINDING_CHECKING ||
	    check->comparison.verdict == FINDING_REFUTED)
		return 0;
	if (explanation_evaluate(source, culprit, check, &next, &why, err) < 0)
		return -1;
	if (why && !verification->has_task)
		set_task(verification, source, &next, BOOT_EXPLAIN, why);
	return 0;
}

int verification_init(struct verification *verification, const struct verification_source *source,
		      struct error *err)
{
	CLEANUP(culprits_clear) struct culprits culprits = { 0 };

	culprits_init(&culprits, source->outlook);
	*verification = (struct verification){
		.checks = mem_array(culprits.n, sizeof(*verification->checks)),
	};
	for (; verification->n < culprits.n; verification->n++) {
		if (check_culprit(verification, source, &culprits.of[verification->n],
				  &verification->checks[verification->n], err) < 0) {
			verification_clear(verification);
			return -1;
		}
	}
	verification->has_total = explanation_total(source, verification, &verification->total);
	return 0;
}

void verification_clear(struct verification *verification)
{
	free(verification->checks);
	*verification = (struct verification){ 0 };
}
