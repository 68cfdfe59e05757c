/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/half_built.h"

#include <errno.h>
#include <fts.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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
