/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whole trees, walked by descriptors, so that a renamed folder or a link cannot lead astray. */
#include "base/fs.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"

#define DEPTH_MAX 200 /* a folder being walked holds a descriptor; kernel trees have 12 levels */

/* Called for each entry, a folder after what is in it. 0, or -1 with errno. */
typedef int visit_fn(int parent_fd, const char *name, bool is_dir, void *data);

static void closedirp(DIR **dir)
{
	if (*dir)
		(void)closedir(*dir); /* was only read */
}

static bool is_dots(const char *name)
{
	return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

static int walk(int parent_fd, const char *name, int depth, visit_fn *visit, void *data);

static int walk_inside(int fd, int depth, visit_fn *visit, void *data)
{
	CLEANUP(closedirp) DIR *dir = fdopendir(fd);
	const struct dirent *entry;

	if (!dir) {
		int saved = errno;

		(void)close(fd);
		errno = saved;
		return -1;
	}
	while (errno = 0, (entry = readdir(dir))) {
		if (!is_dots(entry->d_name) &&
		    walk(dirfd(dir), entry->d_name, depth + 1, visit, data) < 0)
			return -1;
	}
	return errno ? -1 : 0;
}

/* A missing entry is none: somebody else was faster. */
static int walk(int parent_fd, const char *name, int depth, visit_fn *visit, void *data)
{
	int fd;

	if (depth > DEPTH_MAX) {
		errno = ENAMETOOLONG;
		return -1;
	}
	fd = openat(parent_fd, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0 && errno == ENOENT)
		return 0;
	if (fd < 0 && errno != ENOTDIR && errno != ELOOP)
		return -1;
	if (fd >= 0 && walk_inside(fd, depth, visit, data) < 0)
		return -1;
	if (visit(parent_fd, name, fd >= 0, data) < 0 && errno != ENOENT)
		return -1;
	return 0;
}

static int remove_entry(int parent_fd, const char *name, bool is_dir, void *data)
{
	(void)data;
	return unlinkat(parent_fd, name, is_dir ? AT_REMOVEDIR : 0);
}

int fs_remove_tree(const char *path, struct error *err)
{
	if (walk(AT_FDCWD, path, 0, remove_entry, NULL) < 0)
		return error_errno(err, errno, "cannot remove '%s'", path);
	return 0;
}

int fs_list_dir(const char *path, struct strlist *names, struct error *err)
{
	CLEANUP(closedirp) DIR *dir = opendir(path);
	const struct dirent *entry;

	if (!dir)
		return errno == ENOENT ? 0 : error_errno(err, errno, "cannot list '%s'", path);
	while (errno = 0, (entry = readdir(dir))) {
		if (!is_dots(entry->d_name))
			strlist_add(names, entry->d_name);
	}
	return errno ? error_errno(err, errno, "cannot list '%s'", path) : 0;
}

static int add_size(int parent_fd, const char *name, bool is_dir, void *data)
{
	int64_t *sum_bytes = data;
	struct stat info;

	(void)is_dir;
	if (fstatat(parent_fd, name, &info, AT_SYMLINK_NOFOLLOW) < 0)
		return -1;
	*sum_bytes +=
		(int64_t)info.st_blocks * 512; /* the unit of st_blocks, on every file system */
	return 0;
}

int64_t fs_tree_size_bytes(const char *path)
{
	int64_t sum_bytes = 0;

	(void)walk(AT_FDCWD, path, 0, add_size,
		   &sum_bytes); /* what cannot be read is not counted */
	return sum_bytes;
}

static int make_dir(const char *path, struct error *err)
{
	const int cause =
		mkdir(path, 0777) == 0 ? 0 : errno; /* looking for the folder changes it */

	if (cause == 0 || fs_is_dir(path))
		return 0;
	return error_errno(err, cause == EEXIST ? ENOTDIR : cause, "cannot make folder '%s'", path);
}

int fs_make_dirs(const char *path, struct error *err)
{
	CLEANUP(mem_freep) char *prefix = mem_strdup(path);

	for (char *at = prefix + strspn(prefix, "/"); *at != '\0';) {
		at += strcspn(at, "/");
		if (*at == '\0')
			break;
		*at = '\0';
		if (make_dir(prefix, err) < 0)
			return -1;
		*at = '/';
		at += strspn(at, "/");
	}
	return make_dir(path, err);
}
