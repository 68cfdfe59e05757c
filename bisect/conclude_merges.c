/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/conclude_merges.h"

#include <math.h>
#include <string.h>

/* Standard errors of a rest that is worth a note. */
#define REST_CERTAIN 2.0

static void merge_hex(const struct outlook_merge *merge, char ret[HISTORY_OID_SIZE])
{
	stage_node_hex(merge->stage.graph, merge->stage.merge, ret);
}

/* The change that the search of `merge` is inside of. */
static const struct search_change *change_around(const struct outlook *outlook,
						 const struct outlook_merge *merge)
{
	return &outlook_verdict(outlook, merge->outer)->changes[merge->change];
}

static void note_whole(const struct outlook_merge *merge, struct finding *finding)
{
	char hex[HISTORY_OID_SIZE];

	merge_hex(merge, hex);
	finding_add_note(finding,
			 "none of the commits that merge %.12s brought in changes the "
			 "throughput alone; the merge as a whole does",
			 hex);
}

/* Where, among the merged states, the change is that neither side alone holds. */
static void note_interaction(const struct outlook *outlook, const struct outlook_merge *native,
			     struct finding *finding)
{
	const struct search_change *run = change_around(outlook, native);
	const struct stage *merged = outlook_stage(outlook, native->outer);
	const char *speed = run->effect < 0 ? "slow" : "fast";
	char hex[HISTORY_OID_SIZE], after[HISTORY_OID_SIZE], up_to[HISTORY_OID_SIZE];

	merge_hex(native, hex);
	finding_add_note(finding,
			 "neither side of merge %.12s alone is %s, the merge is: its branch as it "
			 "is, from %.12s to %.12s, differs by %+.2f %%",
			 hex, speed, native->stage.ends[0].commit, native->stage.ends[1].commit,
			 log_percent_to_percent(native->verdict.difference));
	if (run->lo == 0 && run->hi == merged->chain.n)
		return;
	stage_commit(merged, run->lo, after);
	stage_commit(merged, run->hi, up_to);
	finding_add_note(finding,
			 "merged onto the other side, the branch becomes %s after %.12s, with "
			 "%.12s at the latest",
			 speed, after, up_to);
}

static void note_base(const struct outlook_merge *native, struct finding *finding)
{
	const char *base = native->stage.ends[0].commit;
	char hex[HISTORY_OID_SIZE];

	merge_hex(native, hex);
	if (!memchr(native->stage.has, 1, native->stage.graph->n))
		finding_add_note(finding,
				 "the branch of merge %.12s begins at %.12s, before the good end: "
				 "its commits were compared with that one, and not with good",
				 hex, base);
	else
		finding_add_note(finding,
				 "commits of merge %.12s conflict with what it was merged into: "
				 "they were measured as they are, and compared with %.12s",
				 hex, base);
}

/* What the branch's own commits leave unexplained of what the merge changes. */
static void note_rest(const struct casefile *casefile, const struct outlook *outlook,
		      const struct outlook_merge *native, struct finding *finding)
{
	const struct search_change *run = change_around(outlook, native);
	const double rest = run->effect - native->verdict.difference;
	const double sd = hypot(run->effect_sd, native->verdict.difference_sd);
	char hex[HISTORY_OID_SIZE];

	if (fabs(rest) < casefile->options.search.smallest_effect || fabs(rest) < REST_CERTAIN * sd)
		return;
	merge_hex(native, hex);
	finding_add_note(finding, "merge %.12s changes %+.2f %% beside what its branch does alone",
			 hex, log_percent_to_percent(rest));
}

void conclude_merges(const struct casefile *casefile, const struct outlook *outlook,
		     struct finding *finding)
{
	for (size_t i = 0; i < outlook->n_merges; i++) {
		const struct outlook_merge *merge = &outlook->merges[i];
		const bool has_ended = merge->verdict.next.reason == SEARCH_WHY_END;

		if (merge->is_interaction) {
			note_interaction(outlook, merge, finding);
		} else if (merge->is_native && merge->verdict.n_changes > 0) {
			note_base(merge, finding);
			note_rest(casefile, outlook, merge, finding);
		} else if (!merge->is_native && merge->verdict.n_changes == 0 && has_ended) {
			note_whole(merge, finding);
		}
	}
}
