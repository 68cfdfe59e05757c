/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/fs.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/mem.h"

#define CHUNK_BYTES 65536

void fs_closep(int *fd)
{
	if (*fd >= 0)
		(void)close(*fd); /* writers that care have called fsync or close themselves */
	*fd = -1;
}

/* Reads until n bytes or the end. The number of bytes, or -1 with errno. */
static ssize_t read_up_to(int fd, char *bytes, size_t n)
{
	size_t done = 0;

	while (done < n) {
		ssize_t got = read(fd, bytes + done, n - done);

		if (got == 0)
			break;
		if (got > 0)
			done += (size_t)got;
		else if (errno != EINTR)
			return -1;
	}
	return (ssize_t)done;
}

/* A reader must not wait for the other end of a FIFO, nor get a terminal. */
static int open_to_read(const char *path)
{
	return open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
}

int fs_read_file(const char *path, size_t max_bytes, char **ret, size_t *ret_n, struct error *err)
{
	CLEANUP(fs_closep) int fd = open_to_read(path);
	CLEANUP(mem_freep) char *bytes = NULL;
	size_t capacity = 0;
	size_t n = 0;

	if (fd < 0)
		return error_errno(err, errno, "cannot open '%s'", path);
	while (n == capacity) {
		ssize_t got;

		if (n > max_bytes)
			return error_set(err, ERROR_HOST,
					 "cannot read '%s': it has more than %zu bytes", path,
					 max_bytes);
		/* Not by the size that stat() tells: files of /proc and /sys have none. */
		capacity = n ? 2 * n : CHUNK_BYTES;
		if (capacity > max_bytes)
			capacity = max_bytes + 1;
		bytes = mem_resize(bytes, capacity + 1, 1);
		got = read_up_to(fd, bytes + n, capacity - n);
		if (got < 0)
			return error_errno(err, errno, "cannot read '%s'", path);
		n += (size_t)got;
	}
	bytes[n] = '\0';
	*ret = bytes;
	bytes = NULL;
	if (ret_n)
		*ret_n = n;
	return 0;
}

int fs_read_tail(const char *path, size_t max_bytes, char **ret, size_t *ret_n, struct error *err)
{
	CLEANUP(fs_closep) int fd = open_to_read(path);
	CLEANUP(mem_freep) char *bytes = NULL;
	struct stat info;
	off_t start = 0;
	ssize_t got;

	if (fd < 0 || fstat(fd, &info) < 0)
		return error_errno(err, errno, "cannot open '%s'", path);
	if ((uint64_t)info.st_size > max_bytes)
		start = info.st_size - (off_t)max_bytes;
	else
		max_bytes = (size_t)info.st_size;
	bytes = mem_array(max_bytes + 1, 1);
	got = lseek(fd, start, SEEK_SET) < 0 ? -1 : read_up_to(fd, bytes, max_bytes);
	if (got < 0)
		return error_errno(err, errno, "cannot read '%s'", path);
	bytes[got] = '\0';
	*ret = bytes;
	bytes = NULL;
	if (ret_n)
		*ret_n = (size_t)got;
	return 0;
}

bool fs_exists(const char *path)
{
	struct stat info;

	return stat(path, &info) == 0;
}

bool fs_is_dir(const char *path)
{
	struct stat info;

	return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

int64_t fs_size_bytes(const char *path)
{
	struct stat info;

	return stat(path, &info) == 0 ? info.st_size : -1;
}

int fs_free_bytes(const char *path, int64_t *ret, struct error *err)
{
	struct statvfs info;
	int64_t bytes;

	if (statvfs(path, &info) < 0)
		return error_errno(err, errno, "cannot ask for the free space of '%s'", path);
	if (__builtin_mul_overflow(info.f_bavail, info.f_frsize, &bytes))
		bytes = INT64_MAX;
	*ret = bytes;
	return 0;
}
