/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A folder of its own for each test: cmocka_unit_test_setup_teardown(f, tempdir_setup,
 * tempdir_teardown); *state is then the folder's path. Include after test.h.
 */
#ifndef TESTS_SUPPORT_TEMPDIR_H
#define TESTS_SUPPORT_TEMPDIR_H

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static inline int tempdir_setup(void **state)
{
	const char *base = getenv("TMPDIR");
	char *path = NULL;

	if (asprintf(&path, "%s/perfsect-test-XXXXXX", base ? base : "/tmp") < 0)
		return -1;
	if (!mkdtemp(path)) {
		free(path);
		return -1;
	}
	*state = path;
	return 0;
}

static inline int tempdir_remove_entry(const char *path, const struct stat *info, int kind,
				       struct FTW *where)
{
	(void)info;
	(void)kind;
	(void)where;
	return remove(path);
}

static inline int tempdir_teardown(void **state)
{
	int status = nftw(*state, tempdir_remove_entry, 16, FTW_DEPTH | FTW_PHYS);

	free(*state);
	return status;
}

/* "<folder>/<name>"; the caller frees it. */
static inline char *tempdir_path(void **state, const char *name)
{
	char *path = NULL;

	return asprintf(&path, "%s/%s", (const char *)*state, name) < 0 ? NULL : path;
}

#endif
