/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "vm/follow.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"

struct follow {
	char *path;
	int fd;
};

int follow_open(const char *path, struct follow **ret, struct error *err)
{
	const int fd = open(path, O_RDONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
	struct follow *follow;

	if (fd < 0)
		return error_errno(err, errno, "cannot make '%s'", path);
	follow = mem_zalloc(sizeof(*follow));
	follow->path = mem_strdup(path);
	follow->fd = fd;
	*ret = follow;
	return 0;
}

void follow_close(struct follow *follow)
{
	if (!follow)
		return;
	(void)close(follow->fd); /* was only read */
	free(follow->path);
	free(follow);
}

void follow_closep(struct follow **follow)
{
	follow_close(*follow);
	*follow = NULL;
}

static int read_some(struct follow *follow, char *bytes, size_t size, size_t *ret_n,
		     struct error *err)
{
	ssize_t n;

	do
		n = read(follow->fd, bytes, size);
	while (n < 0 && errno == EINTR);
	if (n < 0)
		return error_errno(err, errno, "cannot read '%s'", follow->path);
	*ret_n = (size_t)n;
	return 0;
}

/* True when another file now has our path; then *ret_fd reads it. */
static bool open_successor(const struct follow *follow, int *ret_fd)
{
	const int fd = open(follow->path, O_RDONLY | O_CLOEXEC);
	struct stat ours, theirs;

	if (fd < 0)
		return false; /* between the old one and the new */
	if (fstat(follow->fd, &ours) == 0 && fstat(fd, &theirs) == 0 &&
	    (ours.st_ino != theirs.st_ino || ours.st_dev != theirs.st_dev)) {
		*ret_fd = fd;
		return true;
	}
	(void)close(fd); /* was not used */
	return false;
}

int follow_read(struct follow *follow, char *bytes, size_t size, size_t *ret_n, struct error *err)
{
	int successor;
	size_t n;

	if (read_some(follow, bytes, size, &n, err) < 0)
		return -1;
	if (n == 0 && open_successor(follow, &successor)) {
		/* what was written between our last read and the change of files */
		if (read_some(follow, bytes, size, &n, err) < 0) {
			(void)close(successor); /* was not read */
			return -1;
		}
		if (n) {
			(void)close(successor); /* comes again when the old one is used up */
		} else {
			(void)close(follow->fd); /* was only read */
			follow->fd = successor;
			if (read_some(follow, bytes, size, &n, err) < 0)
				return -1;
		}
	}
	*ret_n = n;
	return 0;
}
