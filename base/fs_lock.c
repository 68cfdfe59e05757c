/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lock is the kernel's (flock); the pid in the file is only there to be read by people. */
#include "base/fs.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/str.h"

#define PID_TEXT_MAX 32

static int refuse(int fd, const char *path, struct error *err)
{
	char text[PID_TEXT_MAX] = "";
	ssize_t n = pread(fd, text, sizeof(text) - 1, 0);
	struct error ignored;
	int64_t pid;

	text[n > 0 ? strcspn(text, "\n") : 0] = '\0';
	if (str_parse_i64(text, 1, INT32_MAX, &pid, &ignored) < 0)
		return error_set(err, ERROR_HOST, "'%s' is locked by another process", path);
	return error_set(err, ERROR_HOST, "'%s' is locked by process %d", path, (int)pid);
}

/* Whoever removes lock files may have removed this one between open and flock. */
static bool is_in_place(int fd, const char *path)
{
	struct stat ours;
	struct stat theirs;

	return fstat(fd, &ours) == 0 && stat(path, &theirs) == 0 && ours.st_dev == theirs.st_dev &&
	       ours.st_ino == theirs.st_ino;
}

static int write_pid(int fd)
{
	char text[PID_TEXT_MAX];
	int n = snprintf(text, sizeof(text), "%d\n", (int)getpid());

	return ftruncate(fd, 0) < 0 || pwrite(fd, text, (size_t)n, 0) < 0 ? -1 : 0;
}

int fs_lock(const char *path, int *ret_fd, struct error *err)
{
	CLEANUP(fs_closep) int fd = -1;

	do {
		fs_closep(&fd);
		fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
		if (fd < 0)
			return error_errno(err, errno, "cannot open '%s'", path);
		if (flock(fd, LOCK_EX | LOCK_NB) < 0)
			return errno == EWOULDBLOCK
				       ? refuse(fd, path, err)
				       : error_errno(err, errno, "cannot lock '%s'", path);
	} while (!is_in_place(fd, path));
	if (write_pid(fd) < 0)
		return error_errno(err, errno, "cannot write '%s'", path);
	*ret_fd = fd;
	fd = -1;
	return 0;
}
