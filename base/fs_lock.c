/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The lock is the kernel's (flock); the pid in the file is only there to be read by people. What its holder
 * says is a second lock, of the byte at that offset: those can be asked for without being taken.
 */
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

/* Of the open file, so that it does not matter which process of a group asks. */
static struct flock byte_lock(int64_t number, short type)
{
	return (struct flock){
		.l_type = type, .l_whence = SEEK_SET, .l_start = (off_t)number, .l_len = 1
	};
}

void fs_lock_say(int fd, int64_t number)
{
	struct flock lock = byte_lock(number, F_WRLCK);

	(void)fcntl(fd, F_OFD_SETLK, &lock); /* only for others to know */
}

void fs_lock_unsay(int fd, int64_t number)
{
	struct flock lock = byte_lock(number, F_UNLCK);

	(void)fcntl(fd, F_OFD_SETLK, &lock); /* as above */
}

bool fs_lock_says(const char *path, int64_t number)
{
	struct flock lock = byte_lock(number, F_WRLCK);
	CLEANUP(fs_closep) int fd = open(path, O_RDWR | O_CLOEXEC);

	return fd >= 0 && fcntl(fd, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
}
