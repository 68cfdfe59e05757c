/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/pack.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/mem.h"
#include "base/pack_private.h"

#define CHUNK_BYTES 65536
/* Archives behind each other begin at multiples of this. */
#define ARCHIVE_BORDER 512
#define IMAGE_MODE 0644 /* QEMU may run as another user */

/* Copies libarchive's text. */
static int MUST_CHECK error_archive(struct pack *pack, const char *task, const char *name,
				    struct error *err)
{
	int cause = archive_errno(pack->archive);
	const char *text = archive_error_string(pack->archive);
	bool is_full = cause == ENOSPC || cause == EDQUOT;

	return error_set(err, is_full ? ERROR_DISK_FULL : ERROR_HOST, "cannot %s '%s': %s", task,
			 name, text ? text : "libarchive gives no reason");
}

void pack_entry_freep(struct archive_entry **entry)
{
	archive_entry_free(*entry);
}

/* gzip would put the time of day into its header. */
static int set_filter(struct archive *archive, enum pack_filter filter)
{
	switch (filter) {
	case PACK_PLAIN:
		return ARCHIVE_OK;
	case PACK_GZIP:
		if (archive_write_add_filter_gzip(archive) != ARCHIVE_OK)
			return ARCHIVE_FATAL;
		return archive_write_set_filter_option(archive, "gzip", "timestamp", NULL);
	case PACK_ZSTD:
		return archive_write_add_filter_zstd(archive);
	}
	return ARCHIVE_FATAL;
}

/* The bytes of another image, up to a border at which the kernel looks for a further archive. */
static int MUST_CHECK copy_base(const struct pack *pack, const char *base, struct error *err)
{
	static const char zeros[ARCHIVE_BORDER];
	CLEANUP(fs_closep) int fd = open(base, O_RDONLY | O_CLOEXEC);
	off_t end;
	struct stat info;

	if (fd < 0 || fstat(fd, &info) < 0)
		return error_errno(err, errno, "cannot open '%s'", base);
	for (off_t left = info.st_size; left > 0;) {
		ssize_t n = sendfile(pack->draft.fd, fd, NULL, (size_t)left);

		if (n <= 0)
			return error_errno(err, n < 0 ? errno : EIO, "cannot copy '%s'", base);
		left -= n;
	}
	end = info.st_size % ARCHIVE_BORDER;
	if (end > 0 &&
	    write(pack->draft.fd, zeros, (size_t)(ARCHIVE_BORDER - end)) != ARCHIVE_BORDER - end)
		return error_errno(err, errno, "cannot write '%s'", pack->path);
	return 0;
}

int pack_new(const char *path, enum pack_filter filter, struct pack **ret, struct error *err)
{
	return pack_new_behind(path, NULL, filter, ret, err);
}

int pack_new_behind(const char *path, const char *base, enum pack_filter filter, struct pack **ret,
		    struct error *err)
{
	CLEANUP(pack_freep) struct pack *pack = mem_zalloc(sizeof(*pack));

	pack->draft.fd = -1;
	pack->path = mem_strdup(path);
	pack->archive = archive_write_new();
	if (!pack->archive)
		return error_errno(err, ENOMEM, "cannot write '%s'", path);
	if (draft_open(&pack->draft, path, err) < 0 || (base && copy_base(pack, base, err) < 0))
		return -1;
	if (archive_write_set_format_cpio_newc(pack->archive) != ARCHIVE_OK ||
	    set_filter(pack->archive, filter) != ARCHIVE_OK ||
	    archive_write_set_bytes_in_last_block(pack->archive, 1) != ARCHIVE_OK ||
	    archive_write_open_fd(pack->archive, pack->draft.fd) != ARCHIVE_OK)
		return error_archive(pack, "write", path, err);
	*ret = pack;
	pack = NULL;
	return 0;
}

void pack_free(struct pack *pack)
{
	if (!pack)
		return;
	/* Writes the end of an archive that is given up, because libarchive leaks when told not to. */
	if (pack->archive)
		(void)archive_write_free(pack->archive);
	draft_clear(&pack->draft);
	strlist_clear(&pack->folders);
	free(pack->path);
	free(pack);
}

void pack_freep(struct pack **pack)
{
	pack_free(*pack);
	*pack = NULL;
}

bool pack_is_safe_name(const char *name)
{
	for (;;) {
		size_t n = strcspn(name, "/");

		if (n == 0 || (n == 1 && name[0] == '.') || (n == 2 && memcmp(name, "..", 2) == 0))
			return false;
		if (name[n] == '\0')
			return true;
		name += n + 1;
	}
}

bool pack_has_folder(const struct pack *pack, const char *name, size_t n)
{
	for (size_t i = 0; i < pack->folders.n; i++) {
		const char *folder = pack->folders.items[i];

		if (strlen(folder) == n && memcmp(folder, name, n) == 0)
			return true;
	}
	return false;
}

/* The kernel passes silently over what has no folder to be in. */
static int MUST_CHECK check_name(const struct pack *pack, const char *name, struct error *err)
{
	const char *slash = strrchr(name, '/');
	int n = slash ? (int)(slash - name) : 0;

	if (!pack_is_safe_name(name))
		return error_set(err, ERROR_HOST,
				 "cannot pack '%s': its name is not a plain path below the root",
				 name);
	if (slash && !pack_has_folder(pack, name, (size_t)n))
		return error_set(err, ERROR_HOST,
				 "cannot pack '%s': the folder '%.*s' is not packed", name, n,
				 name);
	return 0;
}

/* Everything but the name, the type and what only some types have is the same in every image. */
struct archive_entry *pack_new_entry(const char *name, mode_t type, mode_t mode)
{
	struct archive_entry *entry = archive_entry_new();

	if (!entry)
		abort(); /* out of memory, as in mem.c */
	archive_entry_set_pathname(entry, name);
	archive_entry_set_filetype(entry, type);
	archive_entry_set_perm(entry, mode & 07777);
	archive_entry_set_nlink(entry, 1);
	archive_entry_set_mtime(entry, 0, 0);
	archive_entry_set_uid(entry, 0);
	archive_entry_set_gid(entry, 0);
	archive_entry_set_size(entry, 0);
	return entry;
}

int pack_add_header(struct pack *pack, struct archive_entry *entry, struct error *err)
{
	const char *name = archive_entry_pathname(entry);

	if (check_name(pack, name, err) < 0)
		return -1;
	if (archive_write_header(pack->archive, entry) != ARCHIVE_OK)
		return error_archive(pack, "pack", name, err);
	return 0;
}

int pack_add_data(struct pack *pack, const char *name, const void *bytes, size_t n,
		  struct error *err)
{
	la_ssize_t written = n ? archive_write_data(pack->archive, bytes, n) : 0;

	if (written < 0 || (size_t)written != n)
		return error_archive(pack, "pack", name, err);
	return 0;
}

int pack_add_dir(struct pack *pack, const char *name, mode_t mode, struct error *err)
{
	CLEANUP(pack_entry_freep)
	struct archive_entry *entry = pack_new_entry(name, AE_IFDIR, mode);

	if (pack_add_header(pack, entry, err) < 0)
		return -1;
	strlist_add(&pack->folders, name);
	return 0;
}

int pack_add_bytes(struct pack *pack, const char *name, mode_t mode, const void *bytes, size_t n,
		   struct error *err)
{
	CLEANUP(pack_entry_freep)
	struct archive_entry *entry = pack_new_entry(name, AE_IFREG, mode);

	archive_entry_set_size(entry, (la_int64_t)n);
	if (pack_add_header(pack, entry, err) < 0)
		return -1;
	return pack_add_data(pack, name, bytes, n, err);
}

/* The header has told the size already, so exactly that many bytes must come. */
static int MUST_CHECK copy_file(struct pack *pack, const char *name, int fd, int64_t left,
				const char *host_path, struct error *err)
{
	CLEANUP(mem_freep) char *chunk = mem_array(CHUNK_BYTES, 1);

	while (left > 0) {
		size_t wanted = left < CHUNK_BYTES ? (size_t)left : CHUNK_BYTES;
		ssize_t n = read(fd, chunk, wanted);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return error_errno(err, errno, "cannot read '%s'", host_path);
		if (n == 0)
			return error_set(err, ERROR_HOST, "cannot pack '%s': it shrank meanwhile",
					 host_path);
		if (pack_add_data(pack, name, chunk, (size_t)n, err) < 0)
			return -1;
		left -= n;
	}
	return 0;
}

int pack_add_file(struct pack *pack, const char *name, const char *host_path, struct error *err)
{
	CLEANUP(fs_closep) int fd = open(host_path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	CLEANUP(pack_entry_freep) struct archive_entry *entry = NULL;
	struct stat info;

	if (fd < 0 || fstat(fd, &info) < 0)
		return error_errno(err, errno, "cannot open '%s'", host_path);
	if (!S_ISREG(info.st_mode))
		return error_set(err, ERROR_HOST, "cannot pack '%s': it is not a regular file",
				 host_path);
	entry = pack_new_entry(name, AE_IFREG, info.st_mode);
	archive_entry_set_size(entry, info.st_size);
	if (pack_add_header(pack, entry, err) < 0)
		return -1;
	return copy_file(pack, name, fd, info.st_size, host_path, err);
}

int pack_add_symlink(struct pack *pack, const char *name, const char *target, struct error *err)
{
	CLEANUP(pack_entry_freep)
	struct archive_entry *entry = pack_new_entry(name, AE_IFLNK, 0777);

	archive_entry_set_symlink(entry, target);
	return pack_add_header(pack, entry, err);
}

int pack_add_char_device(struct pack *pack, const char *name, mode_t mode, unsigned major,
			 unsigned minor, struct error *err)
{
	CLEANUP(pack_entry_freep)
	struct archive_entry *entry = pack_new_entry(name, AE_IFCHR, mode);

	archive_entry_set_rdevmajor(entry, major);
	archive_entry_set_rdevminor(entry, minor);
	return pack_add_header(pack, entry, err);
}

int pack_finish(struct pack *pack, struct error *err)
{
	if (archive_write_close(pack->archive) != ARCHIVE_OK)
		return error_archive(pack, "write", pack->path, err);
	if (fchmod(pack->draft.fd, IMAGE_MODE) < 0 || draft_place(&pack->draft, pack->path) < 0)
		return error_errno(err, errno, "cannot write '%s'", pack->path);
	return 0;
}
