/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that appear whole: written beside their place, then renamed. */
#include "base/fs.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/draft.h"
#include "base/mem.h"

#define CHUNK_BYTES 65536

static int write_all(int fd, const char *bytes, size_t n)
{
	while (n > 0) {
		ssize_t done = write(fd, bytes, n);

		if (done >= 0) {
			bytes += done;
			n -= (size_t)done;
		} else if (errno != EINTR) {
			return -1;
		}
	}
	return 0;
}

/* Makes a rename in the folder of `path` survive a power cut. */
static int sync_folder_of(const char *path)
{
	CLEANUP(mem_freep) char *folder = mem_strdup(path);
	CLEANUP(fs_closep) int fd = -1;
	char *slash = strrchr(folder, '/');

	if (slash == folder)
		slash[1] = '\0';
	else if (slash)
		*slash = '\0';
	fd = open(slash ? folder : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	/* Some network file systems have nothing to sync in a folder, and say EINVAL. */
	return fd < 0 || (fsync(fd) < 0 && errno != EINVAL) ? -1 : 0;
}

int fs_write_atomic(const char *path, const void *bytes, size_t n, mode_t mode, struct error *err)
{
	CLEANUP(draft_clear) struct draft draft = { .fd = -1 };

	if (draft_open(&draft, path, err) < 0)
		return -1;
	if (write_all(draft.fd, bytes, n) < 0 || fchmod(draft.fd, mode) < 0 ||
	    fsync(draft.fd) < 0 || draft_place(&draft, path) < 0 || sync_folder_of(path) < 0)
		return error_errno(err, errno, "cannot write '%s'", path);
	return 0;
}

/* Into what is there, or where a link points to. */
static int write_into(const char *path, const char *bytes, size_t n, struct error *err)
{
	CLEANUP(fs_closep) int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY, 0644);

	if (fd < 0 || write_all(fd, bytes, n) < 0)
		return error_errno(err, errno, "cannot write '%s'", path);
	return 0;
}

int fs_write_named(const char *path, const void *bytes, size_t n, struct error *err)
{
	CLEANUP(mem_freep) char *target = NULL;
	struct stat info;

	if (stat(path, &info) < 0) {
		bool is_link = lstat(path, &info) == 0;

		return is_link ? write_into(path, bytes, n, err)
			       : fs_write_atomic(path, bytes, n, 0644, err);
	}
	if (!S_ISREG(info.st_mode))
		return write_into(path, bytes, n, err);
	target = realpath(path, NULL);
	if (!target)
		return error_errno(err, errno, "cannot find '%s'", path);
	return fs_write_atomic(target, bytes, n, info.st_mode & 07777, err);
}

/* Lets the kernel share or copy what it can, then reads and writes the rest. */
static int copy_all(int from, int to)
{
	CLEANUP(mem_freep) char *chunk = mem_array(CHUNK_BYTES, 1);
	ssize_t got;

	while (copy_file_range(from, NULL, to, NULL, 1 << 30, 0) > 0)
		;
	for (;;) {
		got = read(from, chunk, CHUNK_BYTES);
		if (got == 0)
			return 0;
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0 || write_all(to, chunk, (size_t)got) < 0)
			return -1;
	}
}

int fs_copy_file(const char *from, const char *to, struct error *err)
{
	CLEANUP(fs_closep) int fd = open(from, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	CLEANUP(draft_clear) struct draft draft = { .fd = -1 };
	struct stat info;

	if (fd < 0 || fstat(fd, &info) < 0)
		return error_errno(err, errno, "cannot open '%s'", from);
	if (!S_ISREG(info.st_mode))
		return error_set(err, ERROR_HOST, "cannot copy '%s': it is not a regular file",
				 from);
	if (draft_open(&draft, to, err) < 0)
		return -1;
	if (copy_all(fd, draft.fd) < 0 || fchmod(draft.fd, info.st_mode & 07777) < 0 ||
	    draft_place(&draft, to) < 0)
		return error_errno(err, errno, "cannot copy '%s' to '%s'", from, to);
	return 0;
}
