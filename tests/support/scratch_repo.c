/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include "tests/support/scratch_repo.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "base/mem.h"
#include "base/process.h"
#include "tests/bench/history.h"

#define FIRST_DATE 1700000000u
#define GIT_TIMEOUT_S 120.0
#define ARGS_MAX 32

static char *run(struct scratch_repo *repo, const char *const *argv)
{
	char date[2][64];
	const char *env[] = { "GIT_CONFIG_GLOBAL=/dev/null",
			      "GIT_CONFIG_NOSYSTEM=1",
			      "GIT_AUTHOR_NAME=A Developer",
			      "GIT_AUTHOR_EMAIL=a@example.org",
			      "GIT_COMMITTER_NAME=A Maintainer",
			      "GIT_COMMITTER_EMAIL=m@example.org",
			      date[0],
			      date[1],
			      NULL };
	struct error err = { 0 };
	char *output = NULL;
	size_t n;

	(void)snprintf(date[0], sizeof(date[0]), "GIT_AUTHOR_DATE=%u +0000",
		       FIRST_DATE + 60 * repo->n_commits);
	(void)snprintf(date[1], sizeof(date[1]), "GIT_COMMITTER_DATE=%u +0000",
		       FIRST_DATE + 60 * repo->n_commits);
	if (process_read(&(struct process_opts){ .argv = argv,
						 .env = env,
						 .cwd = repo->path,
						 .capture_bytes = 1 << 20,
						 .deadline = deadline_in(GIT_TIMEOUT_S) },
			 &output, &err) < 0)
		fail_msg("%s", err.text);
	n = strlen(output);
	if (n > 0 && output[n - 1] == '\n')
		output[n - 1] = '\0';
	return output;
}

void scratch_repo_import(struct scratch_repo *repo, uint32_t n, uint64_t seed)
{
	CLEANUP(mem_freep) char *path = mem_printf("%s/stream", repo->dir);
	const char *const argv[] = { "sh", "-c", "exec git fast-import --quiet <\"$1\"",
				     "sh", path, NULL };
	FILE *stream = fopen(path, "w");

	assert_non_null(stream);
	history_write(stream, &(struct history_options){ .n = n, .seed = seed });
	assert_int_equal(fclose(stream), 0);
	free(run(repo, argv));
}

char *scratch_repo_git(struct scratch_repo *repo, const char *first, ...)
{
	const char *argv[ARGS_MAX] = { "git", first };
	va_list args;
	size_t n = 2;

	va_start(args, first);
	while (n < ARGS_MAX - 1 && (argv[n] = va_arg(args, const char *)))
		n++;
	va_end(args);
	return run(repo, argv);
}

void scratch_repo_init(struct scratch_repo *repo)
{
	const char *base = getenv("TMPDIR");
	struct error err = { 0 };

	*repo = (struct scratch_repo){ .dir = mem_printf("%s/perfsect-XXXXXX",
							 base ? base : "/tmp") };
	assert_non_null(mkdtemp(repo->dir));
	repo->path = mem_printf("%s/repo", repo->dir);
	assert_int_equal(fs_make_dirs(repo->path, &err), 0);
	scratch_repo_do(repo, "init", "-q", "-b", "main", ".");
}

void scratch_repo_clear(struct scratch_repo *repo)
{
	struct error err = { 0 };

	assert_int_equal(fs_remove_tree(repo->dir, &err), 0);
	free(repo->dir);
	free(repo->path);
}

void scratch_repo_write(struct scratch_repo *repo, const char *path, const char *text)
{
	CLEANUP(mem_freep) char *file = mem_printf("%s/%s", repo->path, path);
	char *slash = strrchr(file, '/');
	FILE *stream;
	struct error err = { 0 };

	*slash = '\0';
	assert_int_equal(fs_make_dirs(file, &err), 0);
	*slash = '/';
	stream = fopen(file, "w");
	assert_non_null(stream);
	assert_int_equal(fwrite(text, 1, strlen(text), stream), strlen(text));
	assert_int_equal(fclose(stream), 0);
}

void scratch_repo_commit(struct scratch_repo *repo, const char *path, const char *text,
			 const char *subject)
{
	scratch_repo_write(repo, path, text);
	repo->n_commits++;
	scratch_repo_do(repo, "add", "-A");
	scratch_repo_do(repo, "commit", "-q", "-m", subject);
	scratch_repo_do(repo, "tag", subject);
}
