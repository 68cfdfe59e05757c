/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/outlook.h"

#include <stdlib.h>

#include "base/mem.h"

static bool is_action(const struct search_verdict *verdict)
{
	return verdict->next.kind == SEARCH_DO_BUILD || verdict->next.kind == SEARCH_DO_BOOT;
}

static void evaluate(const struct stage *stage, const struct outlook_source *source,
		     struct search_verdict *ret, double *posterior)
{
	CLEANUP(evidence_clear) struct evidence evidence = { 0 };

	evidence_init(&evidence, stage, source->history, source->options);
	search_evaluate(&evidence.problem, ret, posterior);
	/* To the search a kernel without a measurement is one to be built. */
	if (ret->next.kind == SEARCH_DO_BUILD && evidence.is_cheap[ret->next.position])
		ret->next.kind = SEARCH_DO_BOOT;
}

/* Looks into the merge that holds mainline change `i`, when it is one. */
static int look_into(struct outlook *outlook, const struct outlook_source *source, size_t i,
		     struct error *err)
{
	const struct search_change *change = &outlook->verdict.changes[i];
	struct outlook_merge *merge = &outlook->merges[outlook->n_merges];
	const struct graph *graph = source->mainline->graph;
	uint32_t node = source->mainline->chain.nodes[change->hi];
	bool has_own_changes = false;

	if (!change->is_resolved || change->hi != change->lo + 1 ||
	    graph_parent_count(graph, node) < 2)
		return 0;
	if (source->has_own_changes(source->context, node, &has_own_changes, err) < 0)
		return -1;
	if (!stage_init_merge(&merge->stage, graph, node, has_own_changes)) {
		stage_clear(&merge->stage);
		return 0;
	}
	merge->change = i;
	evaluate(&merge->stage, source, &merge->verdict, NULL);
	outlook->n_merges++;
	return 0;
}

int outlook_init(struct outlook *outlook, const struct outlook_source *source, struct error *err)
{
	*outlook = (struct outlook){
		.mainline = source->mainline,
		.posterior = mem_array((size_t)source->mainline->chain.n + 1, sizeof(double)),
	};
	evaluate(source->mainline, source, &outlook->verdict, outlook->posterior);
	outlook->next = outlook->verdict.next;
	if (is_action(&outlook->verdict)) {
		outlook->stage = source->mainline;
		return 0;
	}
	for (size_t i = 0; i < outlook->verdict.n_changes; i++)
		if (look_into(outlook, source, i, err) < 0) {
			outlook_clear(outlook);
			return -1;
		}
	for (size_t i = 0; i < outlook->n_merges; i++) {
		if (!is_action(&outlook->merges[i].verdict))
			continue;
		outlook->stage = &outlook->merges[i].stage;
		outlook->next = outlook->merges[i].verdict.next;
		break;
	}
	return 0;
}

void outlook_clear(struct outlook *outlook)
{
	free(outlook->posterior);
	for (size_t i = 0; i < outlook->n_merges; i++)
		stage_clear(&outlook->merges[i].stage);
	*outlook = (struct outlook){ 0 };
}

struct task outlook_task(const struct outlook *outlook)
{
	struct task task = {
		.samples = outlook->next.samples,
		.purpose = BOOT_SEARCH,
		.why = search_reason_text(outlook->next.reason),
	};

	stage_candidate(outlook->stage, outlook->next.position, &task.candidate);
	return task;
}

const struct outlook_merge *outlook_merge_of(const struct outlook *outlook, size_t change)
{
	for (size_t i = 0; i < outlook->n_merges; i++)
		if (outlook->merges[i].change == change)
			return &outlook->merges[i];
	return NULL;
}

double outlook_minutes_left(const struct outlook *outlook)
{
	double minutes = outlook->verdict.minutes_left;

	for (size_t i = 0; i < outlook->n_merges; i++)
		minutes += outlook->merges[i].verdict.minutes_left;
	return minutes;
}

double outlook_probability(const struct outlook *outlook)
{
	double probability = outlook->verdict.best_probability;

	for (size_t i = 0; i < outlook->n_merges; i++)
		probability *= outlook->merges[i].verdict.best_probability;
	return probability;
}
