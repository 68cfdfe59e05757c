/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The order of thoughts: the ends, then the most probable set of changes among the kernels measured so
 * far, then one window for each change, in which the best look is the one with most information per
 * minute; when all changes are resolved, what their boundaries and the flat stretches still need.
 *
 *   search_chain     what is known, in order            search_noise     samples and boots
 *   search_segments  how many changes, and builds       search_levels    where one change is
 *   search_gain      bits of a look                     search_action    what may be done
 *   search_best      the best of it
 *   search_ends      before                             search_stretch   after
 *   search_doubt     no single boot decides          search_drift     the machine wanders
 *   search_modes     boots that come in two          search_warmup    first samples that are off
 */
#include "bisect/search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "bisect/search_action.h"
#include "bisect/search_best.h"
#include "bisect/search_chain.h"
#include "bisect/search_doubt.h"
#include "bisect/search_drift.h"
#include "bisect/search_ends.h"
#include "bisect/search_gain.h"
#include "bisect/search_levels.h"
#include "bisect/search_modes.h"
#include "bisect/search_noise.h"
#include "bisect/search_segments.h"
#include "bisect/search_stretch.h"
#include "bisect/search_warmup.h"

#define CREDIBLE 0.95
/* For estimates: bits that a new kernel brings, with the looks it takes, and looks before the end. */
#define BITS_A_KERNEL 0.85
#define LOOKS_A_KERNEL 1.7
#define LOOKS_AT_END 4

/* Everything derived from one problem. */
struct search {
	struct search_chain chain;
	struct search_noise noise;
	struct search_segments segments;
	struct search_window window;
	double *posterior; /* or NULL */
};

/* The changes' windows taken together. */
struct progress {
	struct search_action best;  /* over the unresolved windows */
	struct search_action other; /* the next to it */
	bool is_resolved;           /* all of them */
	double bits_left;
};

static void set_end(struct search_verdict *verdict, enum search_action_kind kind, uint32_t position)
{
	verdict->next = (struct search_action){
		.kind = kind,
		.reason = SEARCH_WHY_END,
		.position = position,
	};
}

/* Nothing is known yet: every commit has its prior probability. */
static void fill_prior(struct search *search)
{
	const struct search_chain *chain = &search->chain;
	uint32_t n = chain->problem->n;
	double total = search_chain_mass(chain, 0, n);

	if (!search->posterior)
		return;
	for (uint32_t i = 1; i <= n; i++)
		search->posterior[i] = search_chain_mass(chain, i - 1, i) / total;
}

/* Adds the window's change to what each commit is believed to be. */
static void fill_posterior(struct search *search)
{
	const struct search_window *window = &search->window;
	const struct search_chain *chain = &search->chain;

	if (!search->posterior)
		return;
	for (size_t i = 0; i < window->n; i++) {
		size_t gap = window->first + i;
		double density = window->splits[i].p / search_chain_gap_mass(chain, gap);

		for (uint32_t x = chain->points[gap].position + 1;
		     x <= chain->points[gap + 1].position; x++) {
			double p = density * search_chain_mass(chain, x - 1, x);

			/* Either of two changes may be here. */
			search->posterior[x] += p - p * search->posterior[x];
		}
	}
}

/* Moves the set's border on side `gap` inwards as far as `surplus` probability allows. */
static void trim_set(const struct search *search, size_t gap, bool is_low, double *surplus,
		     struct search_change *change)
{
	const struct search_chain *chain = &search->chain;
	double p = search->window.splits[gap - search->window.first].p;
	double total = search_chain_gap_mass(chain, gap);
	uint32_t *border = is_low ? &change->set_lo : &change->set_hi;

	while (change->set_hi - change->set_lo > 1) {
		uint32_t last = is_low ? *border + 1 : *border;
		double cost = p * search_chain_mass(chain, last - 1, last) / total;

		if (last <= chain->points[gap].position || last > chain->points[gap + 1].position ||
		    cost > *surplus)
			return;
		*surplus -= cost;
		*border = is_low ? *border + 1 : *border - 1;
	}
}

/* The shortest run of gaps with enough probability, its ends trimmed. */
static void fill_set(const struct search *search, struct search_change *change)
{
	const struct search_window *window = &search->window;
	const struct search_point *points = &search->chain.points[window->first];
	uint32_t shortest = UINT32_MAX;
	size_t low = 0, best_low = 0, best_high = 0;
	double sum = 0, surplus = 0;

	for (size_t high = 0; high < window->n; high++) {
		sum += window->splits[high].p;
		while (low < high && sum - window->splits[low].p >= CREDIBLE)
			sum -= window->splits[low++].p;
		if (sum >= CREDIBLE &&
		    points[high + 1].position - points[low].position < shortest) {
			shortest = points[high + 1].position - points[low].position;
			best_low = low;
			best_high = high;
			surplus = sum - CREDIBLE;
		}
	}
	change->set_lo = points[best_low].position;
	change->set_hi = points[best_high + 1].position;
	trim_set(search, window->first + best_low, true, &surplus, change);
	trim_set(search, window->first + best_high, false, &surplus, change);
}

/* Entropy of where the change is, in bits. */
static double window_bits(const struct search *search)
{
	const struct search_window *window = &search->window;
	double bits = 0;

	for (size_t i = 0; i < window->n; i++) {
		const struct search_point *point = &search->chain.points[window->first + i];
		double p = window->splits[i].p;

		if (p > 0)
			bits += p * log2((point[1].position - point[0].position) / p);
	}
	return bits;
}

static void offer(struct progress *progress, const struct search_action *action)
{
	if (search_action_rate(action) > search_action_rate(&progress->best)) {
		progress->other = progress->best;
		progress->best = *action;
	} else if (search_action_rate(action) > search_action_rate(&progress->other)) {
		progress->other = *action;
	}
}

/* One change: what is believed of it, and what to do next about it. */
static void judge_window(struct search *search, struct search_change *ret,
			 struct progress *progress)
{
	const struct search_window *window = &search->window;
	const struct search_chain *chain = &search->chain;
	const struct search_options *options = &chain->problem->options;
	struct search_action action, other;

	*ret = (struct search_change){
		.lo = chain->points[window->best].position,
		.hi = chain->points[window->best + 1].position,
		.effect = window->effect,
		.effect_sd = sqrt(window->effect_var),
		.probability = window->splits[window->best - window->first].p,
	};
	ret->is_resolved = ret->probability >= options->confidence &&
			   search_chain_is_settled(chain, window->best);
	fill_set(search, ret);
	fill_posterior(search);
	if (ret->is_resolved)
		return;
	progress->is_resolved = false;
	progress->bits_left += window_bits(search);
	if (!search_best_action(chain, &search->noise, window, search->segments.build_var, &action,
				&other))
		return;
	offer(progress, &action);
	offer(progress, &other);
}

/* A window reaches from just after the change before to just before the change after. */
static void judge_changes(struct search *search, struct search_verdict *verdict,
			  struct progress *progress)
{
	const struct search_segments *segments = &search->segments;

	for (size_t i = 0; i < segments->n && i < SEARCH_CHANGES_MAX; i++) {
		struct search_change *change = &verdict->changes[verdict->n_changes++];

		search_segments_window(&search->chain, segments, i, &search->window);
		judge_window(search, change, progress);
		if (i == 0 || change->probability < verdict->best_probability)
			verdict->best_probability = change->probability;
	}
}

/* All changes in sight are resolved; what is left to be sure of them, and of there being no more? */
static bool find_doubt(const struct search *search, const struct search_verdict *verdict,
		       struct search_action *ret)
{
	const struct search_chain *chain = &search->chain;

	for (size_t i = 0; i < verdict->n_changes; i++) {
		size_t gap = 0;

		while (chain->points[gap].position != verdict->changes[i].lo)
			gap++;
		if (search_doubt_confirm(chain, &search->noise, gap, ret))
			return true;
	}
	if (chain->problem->options.single)
		return false;
	if (verdict->n_changes == 0 && search_stretch_explore(chain, &search->noise, ret))
		return true;
	return search_stretch_look(chain, &search->noise, &search->segments, ret);
}

static void set_minutes(const struct search_problem *problem, struct search_verdict *verdict,
			double bits)
{
	const struct search_costs *costs = &problem->costs;
	double look = costs->boot + problem->options.min_samples * costs->sample;
	double kernels = bits / BITS_A_KERNEL;

	if (verdict->next.reason == SEARCH_WHY_END)
		return;
	verdict->minutes_left = kernels * (costs->build + LOOKS_A_KERNEL * look) +
				LOOKS_AT_END * look + verdict->next.cost_min;
}

static void set_difference(const struct search *search, struct search_verdict *verdict)
{
	const struct search_segments *segments = &search->segments;
	const struct search_chain *chain = &search->chain;
	struct search_level good, bad;

	good = search_segments_level(chain, 0, search_segments_last(segments, chain, 0));
	bad = search_segments_level(chain, search_segments_first(segments, segments->n),
				    chain->n_points - 1);
	if (segments->n == 0) { /* one level: the ends by themselves */
		good = search_segments_level(chain, 0, 0);
		bad = search_segments_level(chain, chain->n_points - 1, chain->n_points - 1);
	}
	verdict->difference = bad.mean - good.mean;
	verdict->difference_sd = sqrt(good.var + bad.var);
}

static void set_best(struct search_verdict *verdict, const struct progress *progress)
{
	verdict->next = progress->best;
	verdict->other = progress->other;
}

/* Both ends are known: the search proper. */
static void judge(struct search *search, struct search_verdict *verdict)
{
	const struct search_problem *problem = search->chain.problem;
	struct progress progress = { .is_resolved = true };

	judge_changes(search, verdict, &progress);
	if (search_doubt_repeat(&search->chain, &search->noise, &search->segments, &verdict->next))
		; /* before anything is built on it */
	else if (!progress.is_resolved && progress.best.gain_bits > 0)
		set_best(verdict, &progress);
	else if (!progress.is_resolved &&
		 search_doubt_firm(&search->chain, &search->noise, search->segments.build_var,
				   verdict->changes, verdict->n_changes, &verdict->next))
		; /* as far as boots go */
	else if (!progress.is_resolved)
		set_end(verdict, SEARCH_END_RANGE, verdict->changes[0].hi);
	else if (!find_doubt(search, verdict, &verdict->next))
		set_end(verdict, verdict->n_changes > 0 ? SEARCH_END_FOUND : SEARCH_END_NO_CHANGE,
			verdict->n_changes > 0 ? verdict->changes[0].hi : problem->n);
	set_minutes(problem, verdict, progress.bits_left);
}

/* What the fitted segments say of the whole range. */
static void set_fit(const struct search *search, struct search_verdict *verdict)
{
	set_difference(search, verdict);
	verdict->build_sd = sqrt(search->segments.build_var);
	verdict->fit_p = search->segments.fit_p;
}

static bool is_claim(const struct search_action *action)
{
	return action->kind == SEARCH_END_FOUND || action->kind == SEARCH_END_NO_CHANGE;
}

/*
 * Would a claim be made if builds of one speed differed by more than they usually do? Asked where another
 * layout could tell; and where a look is noisier than the smallest effect only when builds are seen to
 * differ: there many boots stand behind each claim, and the doubt alone would cost a tenth of all minutes.
 */
static bool may_builds_differ(const struct search *search)
{
	const struct search_chain *chain = &search->chain;
	double look_sd = sqrt(search_noise_look_var(&search->noise, 1));

	return chain->problem->options.variants > 1 &&
	       (look_sd < chain->smallest_effect ||
		search_segments_builds_differ(&search->segments));
}

/* Something is going to be claimed: is it still when builds may differ? What is found lacking is measured. */
static void judge_again(struct search *search, struct search_verdict *verdict)
{
	struct search_chain *chain = &search->chain;

	search->segments.builds = SEARCH_BUILDS_DIFFER;
	search_segments_fit(chain, &search->segments);
	verdict->n_changes = 0;
	verdict->best_probability = 0;
	if (search->posterior)
		memset(search->posterior, 0,
		       ((size_t)chain->problem->n + 1) * sizeof(*search->posterior));
	set_fit(search, verdict);
	judge(search, verdict);
}

static void set_modes(const struct search *search, struct search_verdict *verdict)
{
	const struct search_modes modes = search_modes_find(&search->chain, &search->noise);

	verdict->mode_apart = modes.apart;
	verdict->mode_slow = modes.slow;
}

static void evaluate(struct search *search, struct search_verdict *verdict)
{
	struct search_chain *chain = &search->chain;
	const struct search_problem *problem = chain->problem;
	struct search_noise *noise = &search->noise;
	const struct search_warmup warmup = search_warmup_find(chain);
	bool has_noise;

	search_warmup_remove(chain, &warmup);
	verdict->warmup = warmup.offset;
	search_noise_fit(chain, noise);
	has_noise = problem->n_boots > 0;
	if (has_noise) {
		verdict->sample_sd = sqrt(noise->sample_var);
		verdict->boot_sd = sqrt(noise->ratio * noise->sample_var);
		verdict->scatter = noise->scatter;
		verdict->has_too_many_outliers = search_noise_has_too_many_outliers(noise);
	}
	set_modes(search, verdict);
	verdict->fit_p = 1;
	if (search_ends_are_measured(chain)) {
		search_segments_fit(chain, &search->segments);
		verdict->drift_sd = search_drift_remove(chain, noise, &search->segments);
		set_fit(search, verdict);
	}
	if (!search_ends_are_testable(chain) || verdict->has_too_many_outliers) {
		set_end(verdict, SEARCH_END_RANGE, problem->n);
		fill_prior(search);
	} else if (search_ends_need(chain, noise, &verdict->next)) {
		set_minutes(problem, verdict, log2(problem->n));
		fill_prior(search);
	} else {
		judge(search, verdict);
		if (is_claim(&verdict->next) && may_builds_differ(search))
			judge_again(search, verdict);
	}
}

void search_evaluate(const struct search_problem *problem, struct search_verdict *ret,
		     double *posterior)
{
	struct search *search = mem_zalloc(sizeof(*search));

	*ret = (struct search_verdict){ 0 };
	if (posterior)
		memset(posterior, 0, ((size_t)problem->n + 1) * sizeof(*posterior));
	search->posterior = posterior;
	search_chain_init(&search->chain, problem);
	evaluate(search, ret);
	search_chain_clear(&search->chain);
	free(search);
}

const char *search_action_name(enum search_action_kind kind)
{
	switch (kind) {
	case SEARCH_DO_BUILD:
		return "build";
	case SEARCH_DO_BOOT:
		return "boot";
	case SEARCH_DO_SAMPLE:
		return "sample";
	case SEARCH_END_FOUND:
		return "found";
	case SEARCH_END_RANGE:
		return "range";
	case SEARCH_END_NO_CHANGE:
		return "no-change";
	}
	return "?";
}

const char *search_reason_text(enum search_reason reason)
{
	switch (reason) {
	case SEARCH_WHY_CALIBRATE:
		return "the two ends and their noise must be known first";
	case SEARCH_WHY_SPLIT:
		return "it halves the probability";
	case SEARCH_WHY_AGAIN:
		return "another boot tells more per minute than a new build";
	case SEARCH_WHY_MORE:
		return "further samples in the running boot tell more per minute than all else";
	case SEARCH_WHY_CONFIRM:
		return "a kernel beside the change needs its second boot before any claim";
	case SEARCH_WHY_DISAGREE:
		return "its two boots disagree";
	case SEARCH_WHY_LAYOUT:
		return "another layout of the same commit tells whether it is the code that "
		       "differs";
	case SEARCH_WHY_STRETCH:
		return "a second change may be hidden where nothing has been looked at closely";
	case SEARCH_WHY_END:
		return "nothing more needs to be measured";
	}
	return "?";
}
