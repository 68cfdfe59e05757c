/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The kernels before and behind a change, booted in turn: before, behind, behind, before, … in each layout
 * that both were measured in, for two builds may differ by theirs. Only boots made for this count. Those of the search have chosen the pair, and lie hours apart.
 */
#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "bisect/search_look.h"
#include "bisect/verification_private.h"

/* More are not compared. */
#define LAYOUTS_MAX 16
/* Where more samples than these are off a boot may be, and a pair alone confirms nothing. */
#define OUTLIERS_RARE 0.01
#define PAIRS_WITH_OUTLIERS 2

enum side { SIDE_NONE, SIDE_BEFORE, SIDE_AFTER };

/* The boots of the two sides so far. */
struct turns {
	struct verify_pairs pairs;
	enum side half;   /* of a pair whose other half is missing */
	unsigned variant; /* of that half */
	enum side last;   /* that was booted */
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

struct verification_boot verification_boot(const struct history_boot *boot, enum direction better,
					   const struct search_verdict *noise)
{
	CLEANUP(mem_freep) double *values = mem_array(boot->n, sizeof(*values));
	const size_t cold = noise->warmup != 0 && boot->n > 1 ? 1 : 0;
	struct search_look look = { .values = values, .n = boot->n - cold };
	double var;

	for (size_t i = 0; i < look.n; i++)
		values[i] = sample_to_log_percent(boot->values[i + cold], better) -
			    (cold ? 0 : noise->warmup);
	search_look_fit(&look, &noise->scatter);
	var = noise->boot_sd * noise->boot_sd +
	      noise->sample_sd * noise->sample_sd / (double)look.n_agree + look.excess;
	if (look.n > 1)
		var += search_look_all_off_var(&noise->scatter, look.n_agree);
	return (struct verification_boot){ look.mean, var };
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
		const enum direction better = source->options->better;
		const struct verification_boot one = verification_boot(*half, better, noise);
		const struct verification_boot other = verification_boot(boot, better, noise);

		verify_add_pair(&turns->pairs,
				side == SIDE_AFTER ? other.mean - one.mean : one.mean - other.mean,
				one.var + other.var);
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
}

/*
 * What the search makes of the change when it does not know of the boots that are to test it. Should
 * only those have led it here, its present belief is all there is.
 */
static struct verify_claim claim_of(const struct verification_source *source,
				    const struct culprit *culprit, const struct check *check)
{
	const size_t pairs_least =
		culprit->verdict->scatter.outlier_rate > OUTLIERS_RARE ? PAIRS_WITH_OUTLIERS : 1;
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
			return (struct verify_claim){ change->effect, change->effect_sd,
						      pairs_least };
	}
	return (struct verify_claim){ culprit->change->effect, culprit->change->effect_sd,
				      pairs_least };
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
	verify_compare(&turns.pairs, &check->claim, &check->comparison);
	if (check->comparison.verdict == FINDING_CHECKING && turns.n_failed >= VERIFY_PAIRS_MAX)
		check->comparison.verdict = FINDING_UNDECIDED;
	*ret_next = next_side(&turns) == SIDE_BEFORE ? check->before : check->after;
	ret_next->variant = turns.half != SIDE_NONE ? turns.variant
						    : layout_of_pair(source, check, turns.pairs.n);
}
