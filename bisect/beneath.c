/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/beneath.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/mem.h"

#define FOLDER_FLAGS (O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
#define NEW_FILE_FLAGS (O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC)

/* A folder that is open, and all those above it with it. */
struct level {
	char *name; /* NULL for the top */
	int fd;
	bool was_removed_from;
};

struct beneath {
	char *dir;
	struct level *levels;
	size_t n_levels; /* ≥ 1 once open */
	size_t capacity;
};

static struct level *last_level(struct beneath *beneath)
{
	return &beneath->levels[beneath->n_levels - 1];
}

static void push(struct beneath *beneath, char *name, int fd)
{
	mem_grow(&beneath->levels, &beneath->capacity, beneath->n_levels, sizeof(*beneath->levels));
	beneath->levels[beneath->n_levels++] = (struct level){ .name = name, .fd = fd };
}

/* Leaves the deepest folder, and removes it when a removal left it empty. */
static void pop(struct beneath *beneath)
{
	struct level level = *last_level(beneath);

	beneath->n_levels--;
	(void)close(level.fd); /* a folder: nothing is lost */
	if (level.name && level.was_removed_from &&
	    unlinkat(last_level(beneath)->fd, level.name, AT_REMOVEDIR) == 0)
		last_level(beneath)->was_removed_from = true;
	free(level.name);
}

int beneath_open(const char *dir, struct beneath **ret, struct error *err)
{
	CLEANUP(beneath_closep) struct beneath *beneath = NULL;
	int fd;

	if (fs_make_dirs(dir, err) < 0)
		return -1;
	fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		return error_errno(err, errno, "cannot open folder '%s'", dir);
	beneath = mem_zalloc(sizeof(*beneath));
	beneath->dir = mem_strdup(dir);
	push(beneath, NULL, fd);
	*ret = beneath;
	beneath = NULL;
	return 0;
}

void beneath_close(struct beneath *beneath)
{
	if (!beneath)
		return;
	while (beneath->n_levels > 0)
		pop(beneath);
	free(beneath->levels);
	free(beneath->dir);
	free(beneath);
}

void beneath_closep(struct beneath **beneath)
{
	beneath_close(*beneath);
	*beneath = NULL;
}

/* Removes what is in the way, whatever it is; the folder it is in is the deepest level. */
static int clear_way(struct beneath *beneath, const char *path, size_t n_path, const char *name,
		     struct error *err)
{
	CLEANUP(mem_freep) char *full = NULL;

	if (unlinkat(last_level(beneath)->fd, name, 0) == 0 || errno == ENOENT)
		return 0;
	full = mem_printf("%s/%.*s", beneath->dir, (int)n_path, path);
	if (errno != EISDIR)
		return error_errno(err, errno, "cannot remove '%s'", full);
	/* the levels above were opened without following links, and only we write here */
	return fs_remove_tree(full, err);
}

/* No file can have a name that is too long: there is nothing to remove. */
static bool is_absence(int errno_value)
{
	return errno_value == ENOENT || errno_value == ENAMETOOLONG;
}

/* Opens, and when asked to makes, a folder in the deepest one. A missing one is *ret_fd = -1. */
static int open_folder(struct beneath *beneath, const char *path, size_t n_path, const char *name,
		       bool make, int *ret_fd, struct error *err)
{
	int parent = last_level(beneath)->fd;
	int fd = openat(parent, name, FOLDER_FLAGS);
	bool is_missing = fd < 0 && (is_absence(errno) || errno == ENOTDIR || errno == ELOOP);

	if (is_missing && make) {
		if (errno != ENOENT && clear_way(beneath, path, n_path, name, err) < 0)
			return -1;
		if (mkdirat(parent, name, 0777) == 0)
			fd = openat(parent, name, FOLDER_FLAGS);
		is_missing = false;
	}
	if (fd < 0 && !is_missing)
		return error_errno(err, errno, "cannot enter folder '%s/%.*s'", beneath->dir,
				   (int)n_path, path);
	*ret_fd = fd;
	return 0;
}

static bool is_level_named(const struct level *level, const char *name, size_t n)
{
	return strncmp(level->name, name, n) == 0 && level->name[n] == '\0';
}

/* Leaves folders until all open ones lead to `path`; the part of it that is below them. */
static const char *leave(struct beneath *beneath, const char *path)
{
	size_t n_common = 1;
	const char *rest = path;
	const char *slash;

	while (n_common < beneath->n_levels && (slash = strchr(rest, '/')) &&
	       is_level_named(&beneath->levels[n_common], rest, (size_t)(slash - rest))) {
		rest = slash + 1;
		n_common++;
	}
	while (beneath->n_levels > n_common)
		pop(beneath);
	return rest;
}

/*
 * Makes the folder of `path` the deepest level. *ret_name is the file's name in it, or NULL when the
 * folder is not there and was not to be made.
 */
static int enter(struct beneath *beneath, const char *path, bool make, const char **ret_name,
		 struct error *err)
{
	const char *rest = leave(beneath, path);
	const char *slash;

	*ret_name = NULL;
	while ((slash = strchr(rest, '/'))) {
		CLEANUP(mem_freep) char *name = mem_dup(rest, (size_t)(slash - rest));
		int fd = -1;

		if (open_folder(beneath, path, (size_t)(slash - path), name, make, &fd, err) < 0)
			return -1;
		if (fd < 0)
			return 0;
		push(beneath, name, fd);
		name = NULL;
		rest = slash + 1;
	}
	*ret_name = rest;
	return 0;
}

static int write_bytes(int fd, const char *bytes, size_t n)
{
	size_t done = 0;

	while (done < n) {
		ssize_t written = write(fd, bytes + done, n - done);

		if (written < 0 && errno != EINTR)
			return -1;
		done += written < 0 ? 0 : (size_t)written;
	}
	return 0;
}

static int write_new(int folder, const char *name, mode_t mode, const char *bytes, size_t n)
{
	int fd, result, cause;

	if (S_ISLNK(mode))
		return symlinkat(bytes, folder, name);
	fd = openat(folder, name, NEW_FILE_FLAGS, mode & 0111 ? 0777 : 0666);
	if (fd < 0)
		return -1;
	result = write_bytes(fd, bytes, n);
	cause = errno;
	if (close(fd) < 0 && result == 0)
		return -1;
	errno = cause;
	return result;
}

int beneath_write(struct beneath *beneath, const char *path, mode_t mode, const char *bytes,
		  size_t n, struct error *err)
{
	const char *name;

	if (enter(beneath, path, true, &name, err) < 0)
		return -1;
	if (clear_way(beneath, path, strlen(path), name, err) < 0)
		return -1;
	if (write_new(last_level(beneath)->fd, name, mode, bytes, n) < 0)
		return error_errno(err, errno, "cannot write '%s/%s'", beneath->dir, path);
	return 0;
}

int beneath_remove(struct beneath *beneath, const char *path, struct error *err)
{
	const char *name;

	if (enter(beneath, path, false, &name, err) < 0)
		return -1;
	if (!name)
		return 0;
	if (unlinkat(last_level(beneath)->fd, name, 0) < 0 && !is_absence(errno) && errno != EISDIR)
		return error_errno(err, errno, "cannot remove '%s/%s'", beneath->dir, path);
	last_level(beneath)->was_removed_from = true;
	return 0;
}
