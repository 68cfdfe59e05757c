/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/outlook.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "bisect/stage_inside.h"

/* A native difference counts as the merge's change when it is nearer to it than to none. */
#define SAME_CHANGE 0.5

static bool is_action(const struct search_verdict *verdict)
{
	return verdict->next.kind == SEARCH_DO_BUILD || verdict->next.kind == SEARCH_DO_BOOT ||
	       verdict->next.kind == SEARCH_DO_SAMPLE;
}

/* Is the search inside still at work? */
static bool is_open(const struct outlook_merge *merge)
{
	return is_action(&merge->verdict) && !merge->is_interaction;
}

const struct stage *outlook_stage(const struct outlook *outlook, size_t outer)
{
	return outer == OUTLOOK_NONE ? outlook->mainline : &outlook->merges[outer].stage;
}

const struct search_verdict *outlook_verdict(const struct outlook *outlook, size_t outer)
{
	return outer == OUTLOOK_NONE ? &outlook->verdict : &outlook->merges[outer].verdict;
}

static void evaluate(const struct stage *stage, const struct outlook_source *source,
		     struct search_verdict *ret, double *posterior)
{
	CLEANUP(evidence_clear) struct evidence evidence = { 0 };

	evidence_init(&evidence, stage, source->history, source->options);
	search_evaluate(&evidence.problem, ret, posterior);
	/* To the search a kernel without a measurement is one to be built. */
	if (ret->next.kind == SEARCH_DO_BUILD && ret->next.variant == 0 &&
	    evidence.is_cheap[ret->next.position])
		ret->next.kind = SEARCH_DO_BOOT;
}

/* Takes over the stage. */
static struct outlook_merge *add_inside(struct outlook *outlook,
					const struct outlook_source *source, size_t outer,
					size_t change, struct stage *stage)
{
	struct outlook_merge *merge;

	mem_grow(&outlook->merges, &outlook->merges_capacity, outlook->n_merges,
		 sizeof(*outlook->merges));
	merge = &outlook->merges[outlook->n_merges++];
	*merge = (struct outlook_merge){ .outer = outer, .change = change, .stage = *stage };
	*stage = (struct stage){ .merge = GRAPH_NONE };
	evaluate(&merge->stage, source, &merge->verdict, NULL);
	return merge;
}

static int join(const struct outlook_source *source, const struct candidate *candidate,
		struct outlook_state *ret, struct error *err)
{
	return source->questions->join(source->context, candidate, ret, err);
}

/*
 * Merges one branch after the other onto the state before the merge, and fills in what each is merged
 * onto. *ret is what all of them give, with no commit where two conflict; *ret_can is false where that
 * happens before the last one, so that not all branches have something to be merged onto.
 */
static int join_branches(const struct outlook_source *source, const struct candidate *before,
			 struct stage_branch *branches, size_t n, struct outlook_state *ret,
			 bool *ret_can, struct error *err)
{
	if (join(source, before, ret, err) < 0)
		return -1;
	for (size_t i = 0; i < n && ret->commit[0] != '\0'; i++) {
		struct candidate next = { 0 };

		strcpy(branches[i].onto, ret->commit);
		strcpy(next.onto, ret->commit);
		stage_node_hex(source->mainline->graph, branches[i].tip, next.commit);
		if (join(source, &next, ret, err) < 0)
			return -1;
	}
	*ret_can = branches[n - 1].onto[0] != '\0';
	return 0;
}

/* Has one of the branches nothing in common with what it was merged into? */
static int is_foreign(const struct outlook_source *source, const struct stage_branch *branches,
		      size_t n, bool *ret, struct error *err)
{
	*ret = false;
	for (size_t i = 0; i < n && !*ret; i++) {
		char tip[HISTORY_OID_SIZE], base[HISTORY_OID_SIZE];

		stage_node_hex(source->mainline->graph, branches[i].tip, tip);
		if (source->questions->merge_base(source->context, branches[i].onto, tip, base,
						  err) < 0)
			return -1;
		*ret = base[0] == '\0';
	}
	return 0;
}

/*
 * Looks into the merge at the change's position. An unrelated history whose files the merge has put
 * elsewhere is not looked into: merging its commits gives no state that ever was.
 */
static int look_into_merge(struct outlook *outlook, const struct outlook_source *source,
			   size_t outer, size_t change, struct error *err)
{
	const struct stage *stage = outlook_stage(outlook, outer);
	const uint32_t position = outlook_verdict(outlook, outer)->changes[change].hi;
	CLEANUP(mem_freep) struct stage_branch *branches = NULL;
	CLEANUP(stage_clear) struct stage inside = { .merge = GRAPH_NONE };
	const size_t n = stage_branches(stage, position, &branches);
	struct outlook_state merged, actual;
	struct candidate before, after;
	bool can_join = false, has_own_changes, is_unrelated = false;

	if (n == 0)
		return 0;
	stage_candidate(stage, position - 1, &before);
	stage_candidate(stage, position, &after);
	if (join_branches(source, &before, branches, n, &merged, &can_join, err) < 0 ||
	    join(source, &after, &actual, err) < 0)
		return -1;
	if (!can_join)
		return 0;
	has_own_changes = merged.commit[0] == '\0' || strcmp(merged.tree, actual.tree) != 0;
	if (has_own_changes && is_foreign(source, branches, n, &is_unrelated, err) < 0)
		return -1;
	if (is_unrelated)
		return 0;
	stage_init_merge(&inside, stage, position, branches, n, has_own_changes);
	(void)add_inside(outlook, source, outer, change, &inside);
	return 0;
}

/* Did a transplant strictly between the positions conflict? */
static bool has_conflict(const struct outlook_source *source, const struct stage *stage,
			 const struct search_change *change)
{
	for (size_t i = 0; i < source->history->n_kernels; i++) {
		const struct history_kernel *kernel = &source->history->kernels[i];
		uint32_t position;

		if (kernel->outcome == OUTCOME_NOT_MERGEABLE &&
		    stage_find(stage, kernel, &position) && position > change->lo &&
		    position < change->hi)
			return true;
	}
	return false;
}

/* Fills base and first of a native look; *ret_can is false when the branch has no base. */
static int find_base(const struct outlook_source *source, const struct stage_part *part,
		     struct stage_native *native, bool *ret_can, struct error *err)
{
	const struct outlook_questions *questions = source->questions;
	const uint32_t tip = stage_last_of_branch(native->outer, native->hi);
	char hex[HISTORY_OID_SIZE];

	*ret_can = false;
	stage_commit(native->outer, tip, hex);
	if (questions->merge_base(source->context, part->onto, hex, native->base, err) < 0)
		return -1;
	if (native->base[0] == '\0')
		return 0;
	for (native->first = part->first; native->first <= tip; native->first++) {
		stage_commit(native->outer, native->first, hex);
		if (questions->descends(source->context, hex, native->base, ret_can, err) < 0)
			return -1;
		if (*ret_can)
			return 0;
	}
	return 0;
}

/* Once the native ends are known: is their difference what the merge changes? */
static bool is_other_change(const struct search_verdict *native, double effect)
{
	const bool are_known =
		native->difference_sd > 0 && native->next.reason != SEARCH_WHY_CALIBRATE;

	return are_known && (native->difference / effect < SAME_CHANGE ||
			     native->next.kind == SEARCH_END_NO_CHANGE);
}

/* Looks at a run of commits whose transplants conflict as they are. */
static int look_natively(struct outlook *outlook, const struct outlook_source *source, size_t outer,
			 size_t change, struct error *err)
{
	const struct stage *stage = outlook_stage(outlook, outer);
	const struct search_change *run = &outlook_verdict(outlook, outer)->changes[change];
	const double effect = run->effect;
	const struct stage_part *part =
		stage_part_of(stage, run->lo, stage_last_of_branch(stage, run->hi));
	struct stage_native native = { .outer = stage, .lo = run->lo, .hi = run->hi };
	CLEANUP(stage_clear) struct stage inside = { .merge = GRAPH_NONE };
	struct outlook_merge *merge;
	bool can_look = false;

	if (!part || !has_conflict(source, stage, run))
		return 0;
	if (find_base(source, part, &native, &can_look, err) < 0)
		return -1;
	if (!can_look)
		return 0;
	stage_init_native(&inside, &native);
	merge = add_inside(outlook, source, outer, change, &inside);
	merge->is_native = true;
	merge->is_interaction = is_other_change(&merge->verdict, effect);
	return 0;
}

/* Looks into a change where there is something to look into. */
static int look_into(struct outlook *outlook, const struct outlook_source *source, size_t outer,
		     size_t i, struct error *err)
{
	const struct stage *stage = outlook_stage(outlook, outer);
	const struct search_change *change = &outlook_verdict(outlook, outer)->changes[i];
	const uint32_t node = stage->chain.nodes[change->hi];

	if (!change->is_resolved || stage->is_outside[change->hi])
		return 0;
	if (change->hi > change->lo + 1) {
		const bool is_merge = outer != OUTLOOK_NONE && !outlook->merges[outer].is_native;

		return is_merge ? look_natively(outlook, source, outer, i, err) : 0;
	}
	if (node == stage->merge || graph_parent_count(stage->graph, node) < 2)
		return 0;
	return look_into_merge(outlook, source, outer, i, err);
}

static int look_into_all(struct outlook *outlook, const struct outlook_source *source, size_t outer,
			 struct error *err)
{
	for (size_t i = 0; i < outlook_verdict(outlook, outer)->n_changes; i++)
		if (look_into(outlook, source, outer, i, err) < 0)
			return -1;
	return 0;
}

static int look_inside(struct outlook *outlook, const struct outlook_source *source,
		       struct error *err)
{
	if (source->stops_at_merges)
		return 0;
	if (look_into_all(outlook, source, OUTLOOK_NONE, err) < 0)
		return -1;
	for (size_t i = 0; i < outlook->n_merges; i++) {
		const struct outlook_merge *merge = &outlook->merges[i];

		if (!is_action(&merge->verdict) && !merge->is_interaction &&
		    look_into_all(outlook, source, i, err) < 0)
			return -1;
	}
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
	if (look_inside(outlook, source, err) < 0) {
		outlook_clear(outlook);
		return -1;
	}
	for (size_t i = 0; i < outlook->n_merges && !outlook->stage; i++) {
		if (!is_open(&outlook->merges[i]))
			continue;
		outlook->stage = &outlook->merges[i].stage;
		outlook->next = outlook->merges[i].verdict.next;
	}
	return 0;
}

void outlook_clear(struct outlook *outlook)
{
	free(outlook->posterior);
	for (size_t i = 0; i < outlook->n_merges; i++)
		stage_clear(&outlook->merges[i].stage);
	free(outlook->merges);
	*outlook = (struct outlook){ 0 };
}

struct task outlook_task(const struct outlook *outlook)
{
	struct task task = {
		.samples = outlook->next.samples,
		.extends = outlook->next.kind == SEARCH_DO_SAMPLE,
		.purpose = BOOT_SEARCH,
		.why = search_reason_text(outlook->next.reason),
	};

	stage_candidate(outlook->stage, outlook->next.position, &task.candidate);
	task.candidate.variant = outlook->next.variant;
	return task;
}

size_t outlook_inside(const struct outlook *outlook, size_t outer, size_t change)
{
	for (size_t i = 0; i < outlook->n_merges; i++)
		if (outlook->merges[i].outer == outer && outlook->merges[i].change == change)
			return i;
	return OUTLOOK_NONE;
}

double outlook_minutes_left(const struct outlook *outlook)
{
	double minutes = outlook->verdict.minutes_left;

	for (size_t i = 0; i < outlook->n_merges; i++)
		if (is_open(&outlook->merges[i]))
			minutes += outlook->merges[i].verdict.minutes_left;
	return minutes;
}

uint32_t outlook_suspects(const struct outlook *outlook)
{
	const struct search_verdict *verdict = &outlook->verdict;
	uint32_t most = 0;

	for (size_t i = 0; i < outlook->n_merges; i++)
		if (is_open(&outlook->merges[i]))
			verdict = &outlook->merges[i].verdict;
	for (size_t i = 0; i < verdict->n_changes; i++) {
		const uint32_t n = verdict->changes[i].set_hi - verdict->changes[i].set_lo;

		most = n > most ? n : most;
	}
	return most;
}
