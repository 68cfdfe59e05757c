/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A workspace: the folder with perfsect.conf and .perfsect/, where everything of ours lives:
 *
 *     .perfsect/store.db      the journal            .perfsect/kernels/KEY/   built kernels
 *     .perfsect/lock          one writer at a time   .perfsect/trees/N/       work trees, objects
 *     .perfsect/logs/         of the builds          .perfsect/boots/N/       console and records
 *     .perfsect/objects/      git objects of ours    .perfsect/machines/      state of machines
 */
#ifndef BISECT_WORKSPACE_H
#define BISECT_WORKSPACE_H

#include "base/defs.h"
#include "base/error.h"
#include "config/settings.h"
#include "results/store.h"

#include <stdbool.h>

#define WORKSPACE_CONFIG "perfsect.conf"
#define WORKSPACE_STATE ".perfsect"

struct workspace {
	char *dir; /* absolute */
	struct settings *settings;
	struct store *store;
	int lock_fd; /* -1: opened for reading */
};

enum workspace_mode {
	WORKSPACE_READ,  /* look at results; another process may be bisecting */
	WORKSPACE_WRITE, /* measure; takes the lock */
};

/*
 * Writes a commented perfsect.conf and an empty store into `dir`, made when missing. Refuses to
 * overwrite either. `repo` goes into the file; NULL leaves a place to fill in.
 */
int workspace_init(const char *dir, const char *repo, struct error *err) MUST_CHECK;

/* Refuses a folder in which no kernel can be built: kbuild splits paths at spaces and colons. */
int workspace_check_dir(const char *dir, struct error *err) MUST_CHECK;

/*
 * Opens the workspace at `dir`, or the nearest one above it. ERROR_CONFIG for a missing or broken
 * configuration, ERROR_HOST naming the process that has the lock.
 */
int workspace_open(const char *dir, enum workspace_mode mode, struct workspace **ret,
		   struct error *err) MUST_CHECK;
void workspace_close(struct workspace *workspace);
void workspace_closep(struct workspace **workspace);

/* For whoever has the workspace for writing: tells others that it works on that case, or no longer does. */
void workspace_begin_case(const struct workspace *workspace, int64_t id);
void workspace_end_case(const struct workspace *workspace, int64_t id);
/* Does any process work on it now? */
bool workspace_works_on(const struct workspace *workspace, int64_t id);

/* "<dir>/.perfsect/<name>"; the caller frees it. */
char *workspace_path(const struct workspace *workspace, const char *format, ...)
	PRINTF_LIKE(2, 3) MUST_CHECK;
/* The path relative to the workspace, as the store keeps it; borrowed from `path`. */
const char *workspace_relative(const struct workspace *workspace, const char *path);

#endif
