/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/survey_outlook.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"

/* A stage on the line from 0 (the good end) to the number of the mainline's positions. */
struct span {
	size_t outer;  /* as outlook_stage() takes it */
	double start;  /* where its position 0 is */
	double room;   /* between its positions */
	double before; /* what is believed of all that is before `start` */
	double share;  /* of the whole: how probable what is around the stage is */
	const double *posterior;
};

struct placed {
	double position;
	double below; /* what is believed of all commits up to it */
	size_t index;
};

static double sum(const double *posterior, uint32_t position)
{
	double total = 0;

	for (uint32_t i = 1; i <= position; i++)
		total += posterior[i];
	return total;
}

static double *evaluate(const struct outlook *outlook, size_t inside, const struct history *history,
			const struct evidence_options *options)
{
	CLEANUP(evidence_clear) struct evidence evidence = { 0 };
	const struct stage *stage = outlook_stage(outlook, inside);
	double *posterior = mem_array((size_t)stage->chain.n + 1, sizeof(*posterior));
	struct search_verdict verdict;

	evidence_init(&evidence, stage, history, options);
	search_evaluate(&evidence.problem, &verdict, posterior);
	return posterior;
}

struct placing {
	const struct outlook *outlook;
	const struct history *history;
	double **inner; /* posteriors of the merges */
};

/*
 * The place of a kernel in the stage or inside one of its changes: the positions of a stage inside a
 * change fit before the change's last position.
 */
static bool find_place(const struct placing *placing, const struct span *span, size_t kernel,
		       struct placed *ret)
{
	const struct outlook *outlook = placing->outlook;
	const struct stage *stage = outlook_stage(outlook, span->outer);
	const struct search_verdict *verdict = outlook_verdict(outlook, span->outer);
	uint32_t position;

	if (stage_find(stage, &placing->history->kernels[kernel], &position)) {
		ret->position = span->start + span->room * position;
		ret->below = span->before + span->share * sum(span->posterior, position);
		return true;
	}
	for (size_t i = 0; i < verdict->n_changes; i++) {
		const uint32_t hi = verdict->changes[i].hi;
		const size_t inside = outlook_inside(outlook, span->outer, i);
		struct span inner;

		if (inside == OUTLOOK_NONE)
			continue;
		inner = (struct span){
			.outer = inside,
			.start = span->start + span->room * (hi - 1),
			.room = span->room / (outlook->merges[inside].stage.chain.n + 1),
			.before = span->before + span->share * sum(span->posterior, hi - 1),
			.share = span->share * span->posterior[hi],
			.posterior = placing->inner[inside],
		};
		if (find_place(placing, &inner, kernel, ret))
			return true;
	}
	return false;
}

static int compare_places(const void *a, const void *b)
{
	const struct placed *left = a, *right = b;

	if (left->position != right->position)
		return left->position < right->position ? -1 : 1;
	return left->index < right->index ? -1 : left->index > right->index;
}

static void place_all(const struct placing *placing, const struct span *mainline,
		      struct placed *order)
{
	const uint32_t n = placing->outlook->mainline->chain.n;

	for (size_t i = 0; i < placing->history->n_kernels; i++) {
		order[i] = (struct placed){ n + 1, NAN, 0 };
		(void)find_place(placing, mainline, i, &order[i]); /* or it stays last */
		order[i].index = i;
	}
	qsort(order, placing->history->n_kernels, sizeof(*order), compare_places);
}

static void set_places(const struct history *history, const struct placed *order,
		       struct survey *ret)
{
	double last = -1, below = 0;

	ret->places = mem_array(history->n_kernels, sizeof(*ret->places));
	ret->n_places = history->n_kernels;
	for (size_t i = 0; i < ret->n_places; i++) {
		struct survey_place *place = &ret->places[i];

		place->kernel = history->kernels[order[i].index].id;
		place->position = order[i].position;
		place->mass =
			place->position > last ? fmax(order[i].below - below, 0) : (double)NAN;
		last = place->position;
		if (isfinite(order[i].below))
			below = order[i].below;
	}
}

static void set_bins(const struct outlook *outlook, struct survey *ret)
{
	const uint32_t n = outlook->mainline->chain.n;

	ret->n_positions = n;
	ret->n_bins = n < SURVEY_BINS_MAX ? n : SURVEY_BINS_MAX;
	ret->bins = mem_array(ret->n_bins, sizeof(*ret->bins));
	for (uint32_t i = 1; i <= n; i++)
		ret->bins[(uint64_t)(i - 1) * ret->n_bins / n] += outlook->posterior[i];
}

void survey_outlook(const struct outlook *outlook, const struct history *history,
		    const struct evidence_options *options, struct survey *ret)
{
	CLEANUP(mem_freep)
	struct placed *order = mem_array(history->n_kernels, sizeof(*order));
	CLEANUP(mem_freep)
	double **inner = mem_array(outlook->n_merges, sizeof(*inner));
	const struct placing placing = { outlook, history, inner };
	const struct span mainline = {
		.outer = OUTLOOK_NONE, .room = 1, .share = 1, .posterior = outlook->posterior
	};

	*ret = (struct survey){ 0 };
	for (size_t i = 0; i < outlook->n_merges; i++)
		inner[i] = evaluate(outlook, i, history, options);
	place_all(&placing, &mainline, order);
	set_places(history, order, ret);
	set_bins(outlook, ret);
	for (size_t i = 0; i < outlook->n_merges; i++)
		free(inner[i]);
}
