/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The kernels before and behind a change, booted in turn: before, behind, behind, before, … in each layout
 * that both were measured in, for two builds may differ by theirs. Only boots made for this count. Those of the search have chosen the pair, and lie hours apart.
 */
#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "bisect/verification_private.h"
#include "results/stats.h"

/* More are not compared. */
#define LAYOUTS_MAX 16

enum side { SIDE_NONE, SIDE_BEFORE, SIDE_AFTER };

/* The boots of the two sides so far. */
struct turns {
	struct verify_pairs pairs; /* `var` is a sum until the end */
	enum side half;            /* of a pair whose other half is missing */
	unsigned variant;          /* of that half */
	enum side last;            /* that was booted */
	unsigned n_failed;
};

size_t verification_kernel(const struct history *history, const struct candidate *candidate)
{
	size_t i = 0;

	while (i < history->n_kernels &&
	       (history->kernels[i].variant != 0 ||
		strcmp(history->kernels[i].commit, candidate->commit) != 0 ||
		strcmp(history->kernels[i].onto, candidate->onto) != 0))
		i++;
	return i;
}

double verification_boot_var(const struct search_verdict *noise, size_t samples)
{
	return noise->boot_sd * noise->boot_sd +
	       noise->sample_sd * noise->sample_sd / (double)samples;
}

double verification_boot_mean(const struct history_boot *boot, enum direction better,
			      double sample_sd)
{
	CLEANUP(mem_freep) double *values = mem_array(boot->n, sizeof(*values));

	for (size_t i = 0; i < boot->n; i++)
		values[i] = sample_to_log_percent(boot->values[i], better);
	return stats_huber_mean(values, boot->n, sample_sd);
}

static enum side side_of(const struct history_kernel *kernel, const struct check *check)
{
	if (strcmp(kernel->commit, check->before.commit) == 0 &&
	    strcmp(kernel->onto, check->before.onto) == 0)
		return SIDE_BEFORE;
	return strcmp(kernel->commit, check->after.commit) == 0 &&
			       strcmp(kernel->onto, check->after.onto) == 0
		       ? SIDE_AFTER
		       : SIDE_NONE;
}

static bool is_measured(const struct history_boot *boot)
{
	return boot->outcome == OUTCOME_MEASURED && boot->n > 0;
}

static void add_pair(struct verify_pairs *pairs, double difference, double var)
{
	double off = difference - pairs->mean;

	pairs->n++;
	pairs->mean += off / (double)pairs->n;
	pairs->squares += off * (difference - pairs->mean);
	pairs->var += var;
}

/* Has the side been measured in that layout? */
static bool has_layout(const struct history *history, const struct check *check, enum side side,
		       unsigned variant)
{
	for (size_t i = 0; i < history->n_kernels; i++)
		if (history->kernels[i].variant == variant &&
		    side_of(&history->kernels[i], check) == side &&
		    evidence_standing(history, i, NULL, NULL) == STANDING_MEASURED)
			return true;
	return false;
}

/* The layout of a pair: those that both sides have, from their own on, and again. */
static unsigned layout_of_pair(const struct verification_source *source, const struct check *check,
			       size_t pair)
{
	unsigned common[LAYOUTS_MAX] = { 0 };
	size_t n = 1;

	for (unsigned variant = 1; n < LAYOUTS_MAX && variant < source->options->search.variants;
	     variant++)
		if (has_layout(source->history, check, SIDE_BEFORE, variant) &&
		    has_layout(source->history, check, SIDE_AFTER, variant))
			common[n++] = variant;
	return common[pair % n];
}

/* Takes the next boot of the history. Whatever was booted between two sides parts them. */
static void take_boot(struct turns *turns, const struct verification_source *source,
		      const struct check *check, const struct search_verdict *noise,
		      const struct history_boot *boot, const struct history_boot **half)
{
	const unsigned variant = source->history->kernels[boot->kernel].variant;
	enum side side = boot->purpose == BOOT_COMPARE
				 ? side_of(&source->history->kernels[boot->kernel], check)
				 : SIDE_NONE;

	if (!is_measured(boot)) {
		turns->n_failed += side != SIDE_NONE && outcome_is_evidence(boot->outcome);
		return;
	}
	if (side != SIDE_NONE && turns->half != SIDE_NONE && turns->half != side &&
	    turns->variant == variant) {
		enum direction better = source->options->better;
		double difference = verification_boot_mean(boot, better, noise->sample_sd) -
				    verification_boot_mean(*half, better, noise->sample_sd);

		add_pair(&turns->pairs, side == SIDE_AFTER ? difference : -difference,
			 verification_boot_var(noise, boot->n) +
				 verification_boot_var(noise, (*half)->n));
		turns->half = SIDE_NONE;
	} else {
		turns->half = side;
		turns->variant = variant;
		*half = boot;
	}
	turns->last = side != SIDE_NONE ? side : turns->last;
}

static void find_turns(const struct verification_source *source, const struct check *check,
		       const struct search_verdict *noise, struct turns *turns)
{
	const struct history *history = source->history;
	const struct history_boot *half = NULL;

	*turns = (struct turns){ 0 };
	for (size_t i = 0; i < history->n_boots; i++)
		take_boot(turns, source, check, noise, &history->boots[i], &half);
	if (turns->pairs.n > 0)
		turns->pairs.var /= (double)turns->pairs.n;
	else
		turns->pairs.var = 2 * verification_boot_var(noise, 1);
}

/*
 * What the search makes of the change when it does not know of the boots that are to test it. Should
 * only those have led it here, its present belief is all there is.
 */
static double claim_of(const struct verification_source *source, const struct culprit *culprit,
		       const struct check *check)
{
	const struct history *history = source->history;
	CLEANUP(mem_freep)
	struct history_boot *boots = mem_array(history->n_boots, sizeof(*boots));
	struct history without = *history;
	CLEANUP(evidence_clear) struct evidence evidence = { 0 };
	CLEANUP(mem_freep) struct search_verdict *verdict = mem_zalloc(sizeof(*verdict));

	without.boots = boots;
	without.n_boots = 0;
	for (size_t i = 0; i < history->n_boots; i++) {
		const struct history_boot *boot = &history->boots[i];

		if (boot->purpose != BOOT_COMPARE ||
		    side_of(&history->kernels[boot->kernel], check) == SIDE_NONE)
			boots[without.n_boots++] = *boot;
	}
	evidence_init(&evidence, culprit->stage, &without, source->options);
	search_evaluate(&evidence.problem, verdict, NULL);
	for (size_t i = 0; i < verdict->n_changes; i++) {
		const struct search_change *change = &verdict->changes[i];

		if (change->lo < culprit->change->hi && culprit->change->hi <= change->hi)
			return change->effect;
	}
	return culprit->change->effect;
}

static enum side next_side(const struct turns *turns)
{
	if (turns->half != SIDE_NONE)
		return turns->half == SIDE_BEFORE ? SIDE_AFTER : SIDE_BEFORE;
	return turns->last == SIDE_AFTER ? SIDE_AFTER : SIDE_BEFORE;
}

void comparison_evaluate(const struct verification_source *source, const struct culprit *culprit,
			 struct check *check, struct candidate *ret_next)
{
	struct turns turns;

	find_turns(source, check, culprit->verdict, &turns);
	check->claim = claim_of(source, culprit, check);
	verify_compare(&turns.pairs, check->claim, &check->comparison);
	if (check->comparison.verdict == FINDING_CHECKING && turns.n_failed >= VERIFY_PAIRS_MAX)
		check->comparison.verdict = FINDING_UNDECIDED;
	*ret_next = next_side(&turns) == SIDE_BEFORE ? check->before : check->after;
	ret_next->variant = turns.half != SIDE_NONE ? turns.variant
						    : layout_of_pair(source, check, turns.pairs.n);
}
