/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One commit against the ends of a case: the search on a chain of good, the commit, and bad. */
#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "bisect/session_private.h"

/* Boots after which a commit that is like neither end is given up as unstable. */
#define TEST_BOOTS_MAX 40

static int find_node(struct session *session, const char *revision, uint32_t *ret,
		     struct error *err)
{
	char hex[REPO_HEX_SIZE];

	if (repo_resolve(session->casefile.repo, revision, hex, err) < 0)
		return -1;
	for (uint32_t node = 0; node < session->casefile.graph->n; node++) {
		char other[HISTORY_OID_SIZE];

		stage_node_hex(session->casefile.graph, node, other);
		if (strcmp(hex, other) == 0) {
			*ret = node;
			return 0;
		}
	}
	return error_set(err, ERROR_USAGE, "'%s' is not between %s and %s of case %lld", revision,
			 session->casefile.record.good_name, session->casefile.record.bad_name,
			 (long long)session->casefile.record.id);
}

static bool is_untestable(const struct evidence *evidence, uint32_t position)
{
	for (size_t i = 0; i < evidence->problem.n_kernels; i++)
		if (evidence->kernels[i].position == position &&
		    evidence->kernels[i].state == SEARCH_UNTESTABLE)
			return true;
	return false;
}

static int refuse_ends(const struct session *session, const char *why, struct error *err)
{
	return error_set(err, ERROR_HOST, "the ends %s and %s %s: nothing to compare with",
			 session->casefile.record.good_name, session->casefile.record.bad_name,
			 why);
}

/* One look at the three; *ret_done when the answer stands, else a step was made. */
static int look_or_step(struct session *session, const struct stage *stage, bool *ret_done,
			enum test_verdict *ret, double *ret_probability, struct error *err)
{
	CLEANUP(history_freep) struct history *history = NULL;
	CLEANUP(evidence_clear) struct evidence evidence = { 0 };
	struct evidence_options options = session->casefile.options;
	struct outlook outlook = { .mainline = stage, .stage = stage };
	double posterior[3] = { 0 };

	options.search.single = true;
	options.search.variants = 0; /* one that is between the ends is so in every layout */
	options.running = session_running(session);
	if (casefile_history(&session->casefile, &history, err) < 0)
		return -1;
	evidence_init(&evidence, stage, history, &options);
	search_evaluate(&evidence.problem, &outlook.verdict, posterior);
	outlook.next = outlook.verdict.next;
	*ret_done = true;
	*ret_probability = NAN;
	*ret = posterior[1] > posterior[2] ? TEST_LIKE_BAD : TEST_LIKE_GOOD;
	if (is_untestable(&evidence, 0) || is_untestable(&evidence, 2))
		return refuse_ends(session, "cannot both be measured", err);
	if (outlook.next.kind == SEARCH_END_NO_CHANGE)
		return refuse_ends(session, "do not differ", err);
	if (is_untestable(&evidence, 1))
		*ret = TEST_UNTESTABLE;
	else if (outlook.next.kind == SEARCH_END_RANGE)
		*ret = TEST_LIKE_NEITHER;
	else if (outlook.next.kind == SEARCH_END_FOUND)
		*ret_probability = posterior[1] > posterior[2] ? posterior[1] : posterior[2];
	else {
		const struct task task = outlook_task(&outlook);

		*ret_done = false;
		return session_step(session, &task, &outlook, history, err);
	}
	return 0;
}

/* An end is like itself, unless it is known that it cannot be measured. */
static int judge_end(struct session *session, bool is_bad, enum test_verdict *ret,
		     struct error *err)
{
	CLEANUP(history_freep) struct history *history = NULL;
	CLEANUP(evidence_clear) struct evidence evidence = { 0 };
	CLEANUP(stage_clear) struct stage stage = { .merge = GRAPH_NONE };

	if (casefile_history(&session->casefile, &history, err) < 0)
		return -1;
	stage_init_mainline(&stage, session->casefile.graph);
	evidence_init(&evidence, &stage, history, &session->casefile.options);
	*ret = is_bad ? TEST_LIKE_BAD : TEST_LIKE_GOOD;
	if (is_untestable(&evidence, is_bad ? stage.chain.n : 0))
		*ret = TEST_UNTESTABLE;
	return 0;
}

static int look_until_done(struct session *session, uint32_t node, enum test_verdict *ret,
			   double *ret_probability, struct error *err)
{
	CLEANUP(stage_clear) struct stage stage = { .merge = GRAPH_NONE };
	bool is_done = false;

	stage_init_test(&stage, session->casefile.graph, node);
	for (unsigned i = 0; i < TEST_BOOTS_MAX; i++) {
		if (look_or_step(session, &stage, &is_done, ret, ret_probability, err) < 0)
			return -1;
		if (is_done)
			return 0;
	}
	*ret = TEST_UNTESTABLE;
	return 0;
}

int session_test(struct session *session, const char *revision, enum test_verdict *ret,
		 double *ret_probability, struct error *err)
{
	uint32_t node = GRAPH_NONE;
	struct error later = { 0 };
	int status;

	if (find_node(session, revision, &node, err) < 0)
		return -1;
	*ret_probability = NAN;
	if (node == session->casefile.graph->bad || node == session->casefile.graph->good)
		return judge_end(session, node == session->casefile.graph->bad, ret, err);
	status = look_until_done(session, node, ret, ret_probability, err);
	if (session_let_go(session, &later) < 0 && status == 0) {
		*err = later; /* else the first error says more */
		return -1;
	}
	return status;
}
