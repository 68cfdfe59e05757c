/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/hindsight.h"

#include <stdlib.h>

#include "base/mem.h"
#include "bisect/search.h"

/* With the first `n_boots` boots. */
static struct report_belief believe(const struct stage *stage, const struct history *history,
				    size_t n_boots, const struct evidence_options *options,
				    uint32_t position)
{
	CLEANUP(evidence_clear) struct evidence evidence = { 0 };
	CLEANUP(mem_freep)
	double *posterior = mem_array((size_t)stage->chain.n + 1, sizeof(*posterior));
	struct history known = *history;
	struct report_belief belief = { 0 };
	struct search_verdict verdict;

	known.n_boots = n_boots;
	evidence_init(&evidence, stage, &known, options);
	search_evaluate(&evidence.problem, &verdict, posterior);
	for (size_t i = 0; i < verdict.n_changes; i++) {
		const uint32_t n = verdict.changes[i].set_hi - verdict.changes[i].set_lo;

		belief.suspects = n > belief.suspects ? n : belief.suspects;
	}
	if (belief.suspects == 0)
		return belief;
	for (uint32_t i = 1; i <= stage->chain.n; i++)
		*(i <= position ? &belief.before : &belief.behind) += posterior[i];
	return belief;
}

struct report_thought *hindsight_of(const struct stage *stage, const struct history *history,
				    const struct evidence_options *options, size_t kernel)
{
	struct report_thought *thoughts;
	uint32_t position;

	if (!stage_find(stage, &history->kernels[kernel], &position))
		return NULL;
	thoughts = mem_array(history->n_boots + 1, sizeof(*thoughts));
	for (size_t i = 0; i < history->n_boots; i++) {
		if (history->boots[i].kernel != kernel)
			continue;
		thoughts[i].prior = believe(stage, history, i, options, position);
		thoughts[i].posterior = believe(stage, history, i + 1, options, position);
	}
	return thoughts;
}
