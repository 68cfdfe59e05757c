/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/carry.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

void carry_clear(struct carry *carry)
{
	for (size_t i = 0; i < carry->n; i++)
		free(carry->answers[i].question);
	free(carry->answers);
	*carry = (struct carry){ 0 };
}

/* The tree of one of the change's sides, which was built before. */
static int side_tree(struct repo *repo, const struct candidate *side, char ret[REPO_HEX_SIZE],
		     struct error *err)
{
	CLEANUP(repo_commit_clear) struct repo_commit commit = { 0 };
	bool is_conflict = false;

	if (side->onto[0] != '\0') {
		if (repo_transplant(repo, side->onto, side->commit, ret, &is_conflict, err) < 0)
			return -1;
		return is_conflict ? error_set(err, ERROR_HOST,
					       "%.12s was merged onto %.12s, and now conflicts",
					       side->commit, side->onto)
				   : 0;
	}
	if (repo_read_commit(repo, side->commit, &commit, err) < 0)
		return -1;
	memcpy(ret, commit.tree, REPO_HEX_SIZE);
	return 0;
}

/* What people read of the commit that is made. */
static char *describe(const struct verification_patch *patch, const char *subject)
{
	if (patch->method == FINDING_TRANSPLANT)
		return mem_printf("With '%s' alone", subject);
	if (patch->n_commits > 1)
		return mem_printf("Without the %u commits up to '%s'", patch->n_commits, subject);
	return mem_printf("Without '%s'", subject);
}

static int make_commit(struct repo *repo, const struct verification_patch *patch,
		       char ret[REPO_HEX_SIZE], struct error *err)
{
	CLEANUP(repo_commit_clear) struct repo_commit commit = { 0 };
	CLEANUP(mem_freep) char *subject = NULL;
	char from[REPO_HEX_SIZE], to[REPO_HEX_SIZE];
	bool is_conflict = false;

	if (repo_read_commit(repo, patch->commit, &commit, err) < 0 ||
	    side_tree(repo, patch->from, from, err) < 0 || side_tree(repo, patch->to, to, err) < 0)
		return -1;
	subject = describe(patch, commit.subject);
	if (repo_apply(repo,
		       &(struct repo_patch){ .from_tree = from,
					     .to_tree = to,
					     .onto = patch->onto,
					     .subject = subject },
		       ret, &is_conflict, err) < 0)
		return -1;
	if (is_conflict)
		ret[0] = '\0';
	return 0;
}

int carry_patch(void *context, const struct verification_patch *patch, char ret[HISTORY_OID_SIZE],
		struct error *err)
{
	struct carry *carry = context;
	CLEANUP(mem_freep)
	char *question = mem_printf("%s %s to %s %s on %s", patch->from->commit, patch->from->onto,
				    patch->to->commit, patch->to->onto, patch->onto);

	for (size_t i = 0; i < carry->n; i++) {
		if (strcmp(carry->answers[i].question, question) == 0) {
			memcpy(ret, carry->answers[i].commit, HISTORY_OID_SIZE);
			return 0;
		}
	}
	if (make_commit(carry->repo, patch, ret, err) < 0)
		return error_wrap(err, "cannot carry commit %.12s to %.12s", patch->commit,
				  patch->onto);
	mem_grow(&carry->answers, &carry->capacity, carry->n, sizeof(*carry->answers));
	carry->answers[carry->n].question = mem_strdup(question);
	memcpy(carry->answers[carry->n++].commit, ret, HISTORY_OID_SIZE);
	return 0;
}
