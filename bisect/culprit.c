/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/culprit.h"

#include <stdlib.h>

#include "base/mem.h"

static void add(struct culprits *culprits, const struct stage *stage,
		const struct search_verdict *verdict, size_t change,
		const struct outlook_merge *merge)
{
	culprits->of = mem_resize(culprits->of, culprits->n + 1, sizeof(*culprits->of));
	culprits->of[culprits->n++] = (struct culprit){
		.stage = stage,
		.change = &verdict->changes[change],
		.verdict = verdict,
		.merge = merge,
	};
}

void culprits_init(struct culprits *culprits, const struct outlook *outlook)
{
	*culprits = (struct culprits){ 0 };
	for (size_t i = 0; i < outlook->verdict.n_changes; i++) {
		const struct outlook_merge *merge = outlook_merge_of(outlook, i);

		if (!merge || merge->verdict.n_changes == 0) {
			add(culprits, outlook->mainline, &outlook->verdict, i, NULL);
			continue;
		}
		for (size_t j = 0; j < merge->verdict.n_changes; j++)
			add(culprits, &merge->stage, &merge->verdict, j, merge);
	}
}

void culprits_clear(struct culprits *culprits)
{
	free(culprits->of);
	*culprits = (struct culprits){ 0 };
}
