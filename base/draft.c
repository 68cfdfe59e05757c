/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/draft.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/mem.h"

void draft_clear(struct draft *draft)
{
	fs_closep(&draft->fd);
	if (draft->name)
		(void)unlink(draft->name); /* the first error has been told already */
	mem_freep(&draft->name);
}

int draft_open(struct draft *draft, const char *path, struct error *err)
{
	CLEANUP(mem_freep) char *name = mem_printf("%s.tmp-XXXXXX", path);

	draft->fd = mkostemp(name, O_CLOEXEC);
	if (draft->fd < 0)
		return error_errno(err, errno, "cannot write beside '%s'", path);
	draft->name = name;
	name = NULL;
	return 0;
}

/* Closes, which may be the first to tell of a full disk, and renames. */
int draft_place(struct draft *draft, const char *path)
{
	int fd = draft->fd;

	draft->fd = -1;
	if (close(fd) < 0 || rename(draft->name, path) < 0)
		return -1;
	mem_freep(&draft->name);
	return 0;
}
