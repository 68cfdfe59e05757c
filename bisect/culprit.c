/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/culprit.h"

#include <stdlib.h>

#include "base/mem.h"

struct walk {
	const struct outlook *outlook;
	struct culprits *culprits;
};

static void add(const struct walk *walk, size_t outer, size_t change, double probability)
{
	const struct outlook *outlook = walk->outlook;
	const struct search_verdict *verdict = outlook_verdict(outlook, outer);
	struct culprits *culprits = walk->culprits;

	culprits->of = mem_resize(culprits->of, culprits->n + 1, sizeof(*culprits->of));
	culprits->of[culprits->n++] = (struct culprit){
		.stage = outlook_stage(outlook, outer),
		.change = &verdict->changes[change],
		.verdict = verdict,
		.merge = outer == OUTLOOK_NONE ? NULL : &outlook->merges[outer],
		.probability = probability * verdict->changes[change].probability,
	};
}

/* Is the only change inside the merge one that neither side alone holds? */
static bool is_of_whole_merge(const struct outlook *outlook, size_t inside)
{
	const size_t native = outlook_inside(outlook, inside, 0);

	return outlook->merges[inside].verdict.n_changes == 1 && native != OUTLOOK_NONE &&
	       outlook->merges[native].is_interaction;
}

/* The changes of a stage, or what is inside each of them; `probability` is of what is around them. */
static void add_all(const struct walk *walk, size_t outer, double probability)
{
	const struct outlook *outlook = walk->outlook;
	const struct search_verdict *verdict = outlook_verdict(outlook, outer);

	for (size_t i = 0; i < verdict->n_changes; i++) {
		const size_t inside = outlook_inside(outlook, outer, i);

		if (inside == OUTLOOK_NONE || outlook->merges[inside].is_interaction ||
		    outlook->merges[inside].verdict.n_changes == 0 ||
		    is_of_whole_merge(outlook, inside))
			add(walk, outer, i, probability);
		else
			add_all(walk, inside, probability * verdict->changes[i].probability);
	}
}

void culprits_init(struct culprits *culprits, const struct outlook *outlook)
{
	const struct walk walk = { outlook, culprits };

	*culprits = (struct culprits){ 0 };
	add_all(&walk, OUTLOOK_NONE, 1);
}

void culprits_clear(struct culprits *culprits)
{
	free(culprits->of);
	*culprits = (struct culprits){ 0 };
}
