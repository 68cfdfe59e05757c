/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/conclude_doubts.h"

#include <math.h>

#include "base/mem.h"
#include "bisect/evidence.h"

bool conclude_is_believed(const struct finding *finding, const struct finding_change *change)
{
	const enum finding_verdict verdict = change->comparison.verdict;

	return verdict == FINDING_CONFIRMED ||
	       (verdict != FINDING_REFUTED && !(finding->fit_p < CONCLUDE_DOUBTFUL_P));
}

static char *describe_outliers(const struct search_scatter *scatter)
{
	return mem_printf(
		"%.0f %% of the samples lie about %.2g %% off the others of their boot, and "
		"with so many nobody can tell which are right. 'perfsect log --samples' "
		"shows them; a longer run of the workload, warm-up runs or a quieter "
		"machine may help",
		100 * scatter->outlier_rate, sqrt(scatter->outlier_var / scatter->outlier_rate));
}

static char *find_obstacle(const struct search_verdict *verdict, const struct finding *finding)
{
	if (verdict->has_too_many_outliers)
		return describe_outliers(&verdict->scatter);
	for (size_t i = 0; i < finding->n_changes; i++)
		if (finding->fit_p < CONCLUDE_DOUBTFUL_P &&
		    !conclude_is_believed(finding, &finding->changes[i]))
			return mem_printf(
				"the measurements scatter more than the model explains (p = "
				"%.2g), and no boots side by side have confirmed what it "
				"says. 'perfsect log' shows them",
				finding->fit_p);
	return mem_strdup("");
}

/* Marks the positions of the mainline that were measured. */
static void mark_measured(const struct casefile *casefile, const struct history *history,
			  bool *is_measured)
{
	for (size_t i = 0; i < history->n_kernels; i++) {
		uint32_t position;

		if (stage_find(&casefile->mainline, &history->kernels[i], &position) &&
		    evidence_standing(history, i, NULL, NULL) == STANDING_MEASURED)
			is_measured[position] = true;
	}
}

/* A change that another one takes back before the next kernel leaves no trace in any. */
static void note_unseen(const struct casefile *casefile, const struct history *history,
			struct finding *finding)
{
	const uint32_t n = casefile->mainline.chain.n;
	CLEANUP(mem_freep) bool *is_measured = mem_zalloc(((size_t)n + 1) * sizeof(*is_measured));
	uint32_t last = 0, widest = 0;

	mark_measured(casefile, history, is_measured);
	for (uint32_t i = 1; i <= n; i++) {
		if (!is_measured[i])
			continue;
		widest = i - last - 1 > widest ? i - last - 1 : widest;
		last = i;
	}
	if (widest >= 2)
		finding_add_note(finding,
				 "two changes that cancel each other between neighbouring kernels "
				 "would not have been seen; the longest stretch without a kernel "
				 "has %u commits of the mainline",
				 widest);
}

static bool is_claim(const struct search_verdict *verdict)
{
	return verdict->next.kind == SEARCH_END_FOUND || verdict->next.kind == SEARCH_END_NO_CHANGE;
}

void conclude_doubts(const struct casefile *casefile, const struct history *history,
		     const struct search_verdict *verdict, struct finding *finding)
{
	mem_freep(&finding->obstacle);
	finding->obstacle = find_obstacle(verdict, finding);
	if (is_claim(verdict))
		note_unseen(casefile, history, finding);
}
