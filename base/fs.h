/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files and folders: bounded reads, atomic writes, locks. Every descriptor is close-on-exec. */
#ifndef BASE_FS_H
#define BASE_FS_H

#include "base/defs.h"
#include "base/error.h"
#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/*
 * Replaces `path` with the bytes, or leaves it as it was: writes a temporary file beside it, fsyncs
 * it, renames it and fsyncs the folder. The file gets exactly these mode bits. A leftover
 * "<path>.tmp-*" can only come from a power cut or kill -9.
 */
int fs_write_atomic(const char *path, const void *bytes, size_t n, mode_t mode,
		    struct error *err) MUST_CHECK;
/*
 * Writes what a user asked for, where a user asked for it: a new file has mode 0644; a file that is there is
 * replaced as above, at the end of its links, and keeps its mode; into a device or a pipe it is written, which
 * may block.
 */
int fs_write_named(const char *path, const void *bytes, size_t n, struct error *err) MUST_CHECK;
/*
 * The whole file, NUL-terminated; refuses one larger than max_bytes. The caller frees *ret; ret_n
 * may be NULL. A FIFO is not waited for.
 */
int fs_read_file(const char *path, size_t max_bytes, char **ret, size_t *ret_n,
		 struct error *err) MUST_CHECK;
/* The last max_bytes bytes of a file (all of it when smaller), NUL-terminated. */
int fs_read_tail(const char *path, size_t max_bytes, char **ret, size_t *ret_n,
		 struct error *err) MUST_CHECK;
/* As mkdir -p, with mode 0777 & ~umask. */
int fs_make_dirs(const char *path, struct error *err) MUST_CHECK;
/* Removes a file or a whole tree without following links; a missing one is no error. */
int fs_remove_tree(const char *path, struct error *err) MUST_CHECK;
/* Copies bytes and permission bits, atomically (as fs_write_atomic, without the fsyncs). */
int fs_copy_file(const char *from, const char *to, struct error *err) MUST_CHECK;
/*
 * Adds the names in a folder to the list, without "." and "..", in no order; a missing folder has none.
 */
int fs_list_dir(const char *path, struct strlist *names, struct error *err) MUST_CHECK;
bool fs_exists(const char *path);
bool fs_is_dir(const char *path);
/* -1 for what cannot be asked. */
int64_t fs_size_bytes(const char *path);
/* Sum of the allocated bytes of a tree; 0 for a missing one. */
int64_t fs_tree_size_bytes(const char *path);
/* Bytes an ordinary user may still write on the file system of `path`. */
int fs_free_bytes(const char *path, int64_t *ret, struct error *err) MUST_CHECK;

/*
 * An exclusive advisory lock on `path` (created when missing), which the kernel drops when the
 * process ends. Fails at once, naming the holder's pid, when another process has it.
 */
int fs_lock(const char *path, int *ret_fd, struct error *err) MUST_CHECK;

/*
 * Under such a lock a process can say what it is at work on, a number ≥ 1, until it says otherwise or ends;
 * others ask without taking anything. Where the file system has no such locks, nothing is said.
 */
void fs_lock_say(int fd, int64_t number);
void fs_lock_unsay(int fd, int64_t number);
bool fs_lock_says(const char *path, int64_t number);

/* For CLEANUP(fs_closep): closes a descriptor that is not -1. */
void fs_closep(int *fd);

#endif
