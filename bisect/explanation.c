/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How much of the difference between the ends is a change's: the bad end without it, or where taking it
 * out conflicts the good end with it, against that end itself.
 */
#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "bisect/verification_private.h"
#include "results/stats.h"

/* Standard deviations from what the change lets expect at which an only boot is repeated. */
#define ODD 3.5
/* The effect is measured until its error is this part of the change, or so many boots were made. */
#define KNOWN (1 / 6.0)
#define BOOTS_MAX 12
/* With so many boots those further off than so many standard deviations count as if they were not. */
#define BOOTS_CLIPPED 3
#define CLIP 2.0

/* What the boots of a kernel say. */
struct level {
	double mean, noise_var;
	size_t n_boots;
};

/* The kernels of the ends, and of one change tried on one of them. */
struct trial {
	struct level good, bad;
	struct level tried;
	double build_var; /* τ² */
};

/* From three boots on, one that is off is pulled in towards their middle. */
static struct level level_of_boots(const struct verification_boot *boots, size_t n)
{
	CLEANUP(mem_freep) double *means = mem_array(n, sizeof(*means));
	double middle, precision = 0, sum = 0;

	for (size_t i = 0; i < n; i++)
		means[i] = boots[i].mean;
	middle = stats_median(means, n);
	for (size_t i = 0; i < n; i++) {
		double reach = n < BOOTS_CLIPPED ? INFINITY : CLIP * sqrt(boots[i].var);

		sum += fmin(fmax(boots[i].mean, middle - reach), middle + reach) / boots[i].var;
		precision += 1 / boots[i].var;
	}
	return (struct level){ sum / precision, 1 / precision, n };
}

static struct level level_of(const struct verification_source *source, size_t kernel)
{
	const struct search_verdict *noise = &source->outlook->verdict;
	const struct history *history = source->history;
	CLEANUP(mem_freep)
	struct verification_boot *boots = mem_array(history->n_boots, sizeof(*boots));
	size_t n = 0;

	/* none: it has not been built */
	for (size_t i = 0; kernel < history->n_kernels && i < history->n_boots; i++) {
		const struct history_boot *boot = &history->boots[i];

		if (history_is_same_kernel(history, boot->kernel, kernel) &&
		    boot->outcome == OUTCOME_MEASURED && boot->n > 0)
			boots[n++] = verification_boot(boot, source->options->better, noise);
	}
	return n > 0 ? level_of_boots(boots, n) : (struct level){ 0 };
}

static struct trial make_trial(const struct verification_source *source,
			       const struct candidate *candidate)
{
	const struct stage *mainline = source->outlook->mainline;
	struct candidate good, bad;

	stage_candidate(mainline, 0, &good);
	stage_candidate(mainline, mainline->chain.n, &bad);
	return (struct trial){
		.good = level_of(source, verification_kernel(source->history, &good)),
		.bad = level_of(source, verification_kernel(source->history, &bad)),
		.tried = level_of(source, verification_kernel(source->history, candidate)),
		.build_var = pow(source->outlook->verdict.build_sd, 2),
	};
}

/* What is known of its throughput as one of the commit, not only of this build. */
static double level_var(const struct trial *trial, const struct level *level)
{
	return level->noise_var + trial->build_var;
}

static const struct level *end_of(const struct trial *trial, enum finding_method method)
{
	return method == FINDING_REVERT ? &trial->bad : &trial->good;
}

/* The part of good minus bad that is the change's, with how it varies with that difference. */
static void add_numerator(const struct trial *trial, enum finding_method method,
			  struct verify_ratio *ratio)
{
	const struct level *end = end_of(trial, method);
	double effect = trial->tried.mean - end->mean;

	ratio->numerator += method == FINDING_REVERT ? effect : -effect;
	ratio->numerator_var += level_var(trial, &trial->tried);
	ratio->covariance += level_var(trial, end);
}

static void set_denominator(const struct trial *trial, struct verify_ratio *ratio)
{
	ratio->denominator = trial->good.mean - trial->bad.mean;
	ratio->denominator_var = level_var(trial, &trial->good) + level_var(trial, &trial->bad);
}

static void measure(const struct trial *trial, struct explanation *explanation)
{
	const struct level *end = end_of(trial, explanation->method);
	struct verify_ratio ratio = { 0 };

	explanation->effect = trial->tried.mean - end->mean;
	explanation->effect_sd = sqrt(level_var(trial, &trial->tried) + level_var(trial, end));
	add_numerator(trial, explanation->method, &ratio);
	ratio.numerator_var += level_var(trial, end);
	set_denominator(trial, &ratio);
	explanation->has_share = verify_share(&ratio, &explanation->share);
}

/* Boots that trying it has cost: all of its kernel, and those that failed of its end. */
static size_t count_boots(const struct verification_source *source, size_t kernel)
{
	const struct history *history = source->history;
	size_t n = 0;

	for (size_t i = 0; i < history->n_boots; i++) {
		const struct history_boot *boot = &history->boots[i];

		n += boot->purpose == BOOT_EXPLAIN &&
		     (boot->kernel == kernel || outcome_is_untestable(boot->outcome));
	}
	return n;
}

/* One boot that says what was expected does, if the noise is low; one that does not is repeated. */
static bool needs_boot(const struct check *check, const struct trial *trial)
{
	const struct explanation *explanation = &check->explanation;
	const struct level *end = end_of(trial, explanation->method);
	double expected =
		explanation->method == FINDING_REVERT ? -check->claim.effect : check->claim.effect;

	if (trial->tried.n_boots == 1 &&
	    fabs(explanation->effect - expected) > ODD * explanation->effect_sd)
		return true;
	return sqrt(trial->tried.noise_var + end->noise_var) > KNOWN * fabs(check->claim.effect);
}

/* Makes the commit to be built. False when the change can be tried on neither end. */
static int choose_method(const struct verification_source *source, const struct culprit *culprit,
			 struct check *check, struct candidate *ret_end, struct error *err)
{
	const struct stage *mainline = source->outlook->mainline;
	struct explanation *explanation = &check->explanation;
	char commit[HISTORY_OID_SIZE];
	struct verification_patch patch = {
		.from = &check->after,
		.to = &check->before,
		.method = FINDING_REVERT,
		.commit = commit,
	};

	(void)stage_commits(culprit->stage, culprit->change->lo, culprit->change->hi,
			    &patch.n_commits); /* which they are does not matter */
	stage_commit(culprit->stage, culprit->change->hi, commit);
	stage_candidate(mainline, mainline->chain.n, ret_end);
	patch.onto = ret_end->commit;
	if (source->carry(source->context, &patch, explanation->candidate.commit, err) < 0)
		return -1;
	if (explanation->candidate.commit[0] == '\0') {
		patch.from = &check->before;
		patch.to = &check->after;
		patch.method = FINDING_TRANSPLANT;
		stage_candidate(mainline, 0, ret_end);
		if (source->carry(source->context, &patch, explanation->candidate.commit, err) < 0)
			return -1;
	}
	explanation->method = patch.method;
	strcpy(explanation->candidate.onto, ret_end->commit);
	return 0;
}

int explanation_evaluate(const struct verification_source *source, const struct culprit *culprit,
			 struct check *check, struct candidate *ret_next, const char **ret_why,
			 struct error *err)
{
	const struct history *history = source->history;
	struct explanation *explanation = &check->explanation;
	struct candidate end;
	struct trial trial;
	size_t kernel;

	*ret_why = NULL;
	if (choose_method(source, culprit, check, &end, err) < 0)
		return -1;
	explanation->outcome = OUTCOME_NOT_MERGEABLE;
	if (explanation->candidate.commit[0] == '\0')
		return 0;
	kernel = verification_kernel(history, &explanation->candidate);
	if (kernel < history->n_kernels &&
	    evidence_standing(history, kernel, &explanation->outcome, &explanation->detail) ==
		    STANDING_UNTESTABLE)
		return 0;
	explanation->detail = "";
	trial = make_trial(source, &explanation->candidate);
	explanation->outcome = OUTCOME_MEASURED;
	if (trial.tried.n_boots > 0) {
		measure(&trial, explanation);
		if (!needs_boot(check, &trial) || count_boots(source, kernel) >= BOOTS_MAX)
			return 0;
	}
	explanation->outcome = OUTCOME_BUILT;
	*ret_next =
		trial.tried.n_boots == 0 || trial.tried.noise_var >=
						    end_of(&trial, explanation->method)->noise_var
			? explanation->candidate
			: end;
	*ret_why = explanation->method == FINDING_REVERT
			   ? "the bad end without the change shows how much it explains"
			   : "the good end with the change shows how much it explains";
	return 0;
}

bool explanation_total(const struct verification_source *source,
		       const struct verification *verification, struct verify_share *ret)
{
	struct verify_ratio ratio = { 0 };
	double n_reverted = 0, n_put = 0;
	struct trial trial = { 0 };

	for (size_t i = 0; i < verification->n; i++) {
		const struct explanation *explanation = &verification->checks[i].explanation;

		if (explanation->method == FINDING_NO_METHOD ||
		    explanation->outcome != OUTCOME_MEASURED)
			return false;
		trial = make_trial(source, &explanation->candidate);
		add_numerator(&trial, explanation->method, &ratio);
		n_reverted += explanation->method == FINDING_REVERT;
		n_put += explanation->method == FINDING_TRANSPLANT;
	}
	if (verification->n == 0)
		return false;
	/* The same end is in several of the terms. */
	ratio.numerator_var += n_reverted * n_reverted * level_var(&trial, &trial.bad) +
			       n_put * n_put * level_var(&trial, &trial.good);
	set_denominator(&trial, &ratio);
	return verify_share(&ratio, ret);
}
