/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/half_built.h"

#include <errno.h>
#include <fts.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/mem.h"
#include "base/str.h"

#define TRIAL_PREFIX ".tmp_"

static bool is_since(const struct timespec *time, const struct timespec *start)
{
	return time->tv_sec != start->tv_sec ? time->tv_sec > start->tv_sec
					     : time->tv_nsec >= start->tv_nsec;
}

static int remove_since(FTS *walk, const struct stat *start, struct error *err)
{
	FTSENT *entry;

	while ((entry = fts_read(walk))) {
		const struct stat *info = entry->fts_statp;

		switch (entry->fts_info) {
		case FTS_ERR:
		case FTS_DNR:
		case FTS_NS:
			return error_errno(err, entry->fts_errno, "cannot look into '%s'",
					   entry->fts_path);
		case FTS_F:
		case FTS_SL:
		case FTS_SLNONE:
		case FTS_DEFAULT:
			break;
		default: /* folders: their times say nothing about the files */
			continue;
		}
		if (info->st_ino == start->st_ino || !is_since(&info->st_mtim, &start->st_mtim))
			continue;
		if (unlink(entry->fts_path) < 0)
			return error_errno(err, errno, "cannot remove '%s'", entry->fts_path);
	}
	return errno ? error_errno(err, errno, "cannot look through the build's folder") : 0;
}

int half_built_remove(const char *dir, const char *marker, struct error *err)
{
	char *roots[] = { strdupa(dir), NULL };
	struct stat start;
	FTS *walk;
	int result;

	if (stat(marker, &start) < 0)
		return error_errno(err, errno, "cannot look at '%s'", marker);
	walk = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
	if (!walk)
		return error_errno(err, errno, "cannot look into '%s'", dir);
	errno = 0;
	result = remove_since(walk, &start, err);
	(void)fts_close(walk); /* nothing was written through it */
	return result;
}

static bool is_trial(const char *name)
{
	const char *number = name + strlen(TRIAL_PREFIX);

	return str_starts_with(name, TRIAL_PREFIX) && number[0] != '\0' &&
	       number[strspn(number, "0123456789")] == '\0';
}

int half_built_remove_trials(const char *dir, struct error *err)
{
	CLEANUP(strlist_clear) struct strlist names = { 0 };

	if (fs_list_dir(dir, &names, err) < 0)
		return -1;
	for (size_t i = 0; i < names.n; i++) {
		CLEANUP(mem_freep) char *path = mem_printf("%s/%s", dir, names.items[i]);

		if (is_trial(names.items[i]) && fs_remove_tree(path, err) < 0)
			return -1;
	}
	return 0;
}
