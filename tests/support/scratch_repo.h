/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Repositories made by the real git in a temporary folder, for tests. Any failure fails the test. */
#ifndef TESTS_SUPPORT_SCRATCH_REPO_H
#define TESTS_SUPPORT_SCRATCH_REPO_H

#include "base/defs.h"

#include <stdint.h>

struct scratch_repo {
	char *dir;          /* temporary, holds everything */
	char *path;         /* dir/repo, the work tree */
	unsigned n_commits; /* the next one's date */
};

/* An empty repository with branch main. Configuration of the user and the system has no effect. */
void scratch_repo_init(struct scratch_repo *repo);
void scratch_repo_clear(struct scratch_repo *repo);

/* Runs git in the work tree with a NULL-terminated argument list; the caller frees the trimmed output. */
char *scratch_repo_git(struct scratch_repo *repo, const char *first, ...) __attribute__((sentinel));
/* As scratch_repo_git() for those who do not want the output. */
#define scratch_repo_do(...) free(scratch_repo_git(__VA_ARGS__, NULL))

/* Writes a file of the work tree, making its folders. */
void scratch_repo_write(struct scratch_repo *repo, const char *path, const char *text);
/* Writes `path`, commits everything with the subject, tags it with the subject; one minute apart. */
void scratch_repo_commit(struct scratch_repo *repo, const char *path, const char *text,
			 const char *subject);
/* Imports a synthetic history (tests/bench/history.h), with its tags good and bad. */
void scratch_repo_import(struct scratch_repo *repo, uint32_t n, uint64_t seed);

#endif
