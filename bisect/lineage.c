/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/lineage.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

void lineage_clear(struct lineage *lineage)
{
	for (size_t i = 0; i < lineage->n; i++)
		free(lineage->answers[i].question);
	free(lineage->answers);
	*lineage = (struct lineage){ 0 };
}

static bool find(const struct lineage *lineage, const char *question, struct outlook_state *ret)
{
	for (size_t i = 0; i < lineage->n; i++) {
		if (strcmp(lineage->answers[i].question, question) == 0) {
			*ret = lineage->answers[i].state;
			return true;
		}
	}
	return false;
}

static void keep(struct lineage *lineage, const char *question, const struct outlook_state *state)
{
	mem_grow(&lineage->answers, &lineage->capacity, lineage->n, sizeof(*lineage->answers));
	lineage->answers[lineage->n++] = (struct lineage_answer){ mem_strdup(question), *state };
}

static int make_state(struct repo *repo, const struct candidate *candidate,
		      struct outlook_state *ret, struct error *err)
{
	CLEANUP(repo_commit_clear) struct repo_commit commit = { 0 };
	bool is_conflict = false;

	*ret = (struct outlook_state){ 0 };
	if (candidate->onto[0] == '\0')
		strcpy(ret->commit, candidate->commit);
	else if (repo_join(repo, candidate->onto, candidate->commit, ret->commit, &is_conflict,
			   err) < 0)
		return -1;
	if (is_conflict)
		return 0;
	if (repo_read_commit(repo, ret->commit, &commit, err) < 0)
		return -1;
	strcpy(ret->tree, commit.tree);
	return 0;
}

static int join(void *context, const struct candidate *candidate, struct outlook_state *ret,
		struct error *err)
{
	struct lineage *lineage = context;
	CLEANUP(mem_freep)
	char *question = mem_printf("%s onto '%s'", candidate->commit, candidate->onto);

	if (find(lineage, question, ret))
		return 0;
	if (make_state(lineage->repo, candidate, ret, err) < 0)
		return error_wrap(err, "cannot look into a merge");
	keep(lineage, question, ret);
	return 0;
}

static int merge_base(void *context, const char *one, const char *other, char ret[HISTORY_OID_SIZE],
		      struct error *err)
{
	struct lineage *lineage = context;
	CLEANUP(mem_freep) char *question = mem_printf("base of %s and %s", one, other);
	struct outlook_state base = { 0 };

	if (!find(lineage, question, &base)) {
		if (repo_merge_base(lineage->repo, one, other, base.commit, err) < 0)
			return -1;
		keep(lineage, question, &base);
	}
	strcpy(ret, base.commit);
	return 0;
}

static int descends(void *context, const char *commit, const char *ancestor, bool *ret,
		    struct error *err)
{
	struct lineage *lineage = context;
	CLEANUP(mem_freep) char *question = mem_printf("is %s from %s", commit, ancestor);
	struct outlook_state answer = { 0 };

	if (!find(lineage, question, &answer)) {
		if (repo_descends(lineage->repo, commit, ancestor, ret, err) < 0)
			return -1;
		strcpy(answer.commit, *ret ? ancestor : "");
		keep(lineage, question, &answer);
	}
	*ret = answer.commit[0] != '\0';
	return 0;
}

const struct outlook_questions lineage_questions = {
	.join = join,
	.merge_base = merge_base,
	.descends = descends,
};
