/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Archives of others, read into ours. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/pack_private.h"

#define READ_BYTES 65536
#define FOLDER_MODE 0755

/* An archive on its way into a pack. */
struct source {
	struct archive *archive;
	const char *path;
	struct strlist links; /* names of symbolic links so far */
};

static void source_clear(struct source *source)
{
	if (source->archive)
		(void)archive_read_free(source->archive); /* nothing was written through it */
	strlist_clear(&source->links);
}

static int MUST_CHECK error_source(const struct source *source, struct error *err)
{
	const char *text = archive_error_string(source->archive);

	return error_set(err, ERROR_CONFIG, "cannot read the archive '%s': %s", source->path,
			 text ? text : "libarchive gives no reason");
}

static int MUST_CHECK source_open(struct source *source, const char *path, struct error *err)
{
	source->path = path;
	source->archive = archive_read_new();
	if (!source->archive)
		abort(); /* out of memory, as in mem.c */
	if (archive_read_support_filter_all(source->archive) < ARCHIVE_WARN ||
	    archive_read_support_format_tar(source->archive) != ARCHIVE_OK ||
	    archive_read_support_format_cpio(source->archive) != ARCHIVE_OK ||
	    archive_read_open_filename(source->archive, path, READ_BYTES) != ARCHIVE_OK)
		return error_source(source, err);
	return 0;
}

/* "./usr/bin/" and "/usr/bin" are "usr/bin"; "" is the top. The caller frees it. */
static char *plain_name(const char *name)
{
	size_t n;

	for (;;) {
		if (name[0] == '/')
			name++;
		else if (name[0] == '.' && (name[1] == '/' || name[1] == '\0'))
			name++;
		else
			break;
	}
	n = strlen(name);
	while (n > 0 && name[n - 1] == '/')
		n--;
	return mem_dup(name, n);
}

/* The folders above a name that the archive itself has not had. */
static int MUST_CHECK add_parents(struct pack *pack, const struct source *source, const char *name,
				  struct error *err)
{
	for (const char *slash = strchr(name, '/'); slash; slash = strchr(slash + 1, '/')) {
		CLEANUP(mem_freep) char *parent = mem_dup(name, (size_t)(slash - name));

		if (pack_has_folder(pack, parent, strlen(parent)))
			continue;
		if (strlist_has(&source->links, parent))
			return error_set(err, ERROR_CONFIG,
					 "'%s' in the archive '%s' lies below a symbolic link",
					 name, source->path);
		if (pack_add_dir(pack, parent, FOLDER_MODE, err) < 0)
			return -1;
	}
	return 0;
}

static int MUST_CHECK copy_data(struct pack *pack, const struct source *source, const char *name,
				int64_t left, struct error *err)
{
	CLEANUP(mem_freep) char *bytes = mem_array(READ_BYTES, 1);
	la_ssize_t n;

	while ((n = archive_read_data(source->archive, bytes, READ_BYTES)) > 0) {
		if (n > left)
			break;
		if (pack_add_data(pack, name, bytes, (size_t)n, err) < 0)
			return -1;
		left -= n;
	}
	if (n < 0)
		return error_source(source, err);
	return left == 0 ? 0
			 : error_set(err, ERROR_CONFIG, "'%s' in the archive '%s' has not its size",
				     name, source->path);
}

/* Who owns it, and who may do what. */
static struct archive_entry *entry_like(const char *name, mode_t type, struct archive_entry *from)
{
	struct archive_entry *entry = pack_new_entry(name, type, archive_entry_perm(from));

	archive_entry_set_uid(entry, archive_entry_uid(from));
	archive_entry_set_gid(entry, archive_entry_gid(from));
	return entry;
}

static int MUST_CHECK add_link(struct pack *pack, struct source *source, const char *name,
			       const char *target, struct error *err)
{
	strlist_add(&source->links, name);
	return pack_add_symlink(pack, name, target, err);
}

static int MUST_CHECK add_file(struct pack *pack, const struct source *source, const char *name,
			       struct archive_entry *from, struct error *err)
{
	CLEANUP(pack_entry_freep)
	struct archive_entry *entry = entry_like(name, AE_IFREG, from);

	archive_entry_set_size(entry, archive_entry_size(from));
	if (pack_add_header(pack, entry, err) < 0)
		return -1;
	return copy_data(pack, source, name, archive_entry_size(from), err);
}

static int MUST_CHECK add_folder(struct pack *pack, const char *name, struct archive_entry *from,
				 struct error *err)
{
	CLEANUP(pack_entry_freep)
	struct archive_entry *entry = entry_like(name, AE_IFDIR, from);

	if (pack_has_folder(pack, name, strlen(name)))
		return 0;
	if (pack_add_header(pack, entry, err) < 0)
		return -1;
	strlist_add(&pack->folders, name);
	return 0;
}

static int MUST_CHECK add_entry(struct pack *pack, struct source *source, const char *name,
				struct archive_entry *from, struct error *err)
{
	const char *hard = archive_entry_hardlink(from);

	if (hard) {
		CLEANUP(mem_freep) char *target = plain_name(hard);
		CLEANUP(mem_freep) char *absolute = mem_printf("/%s", target);

		return add_link(pack, source, name, absolute, err);
	}
	switch (archive_entry_filetype(from)) {
	case AE_IFREG:
		return add_file(pack, source, name, from, err);
	case AE_IFDIR:
		return add_folder(pack, name, from, err);
	case AE_IFLNK:
		return add_link(pack, source, name, archive_entry_symlink(from), err);
	default: /* PID 1 mounts a file system with the devices that are there */
		return 0;
	}
}

static int MUST_CHECK take_entry(struct pack *pack, struct source *source,
				 struct archive_entry *from, bool (*wants)(const char *name),
				 struct error *err)
{
	const char *given = archive_entry_pathname(from);
	CLEANUP(mem_freep) char *name = NULL;

	if (!given)
		return error_set(err, ERROR_CONFIG, "a name in the archive '%s' cannot be read",
				 source->path);
	name = plain_name(given);
	if (name[0] == '\0')
		return 0;
	if (!pack_is_safe_name(name))
		return error_set(err, ERROR_CONFIG, "'%s' in the archive '%s' leads out of it",
				 given, source->path);
	if (wants && !wants(name))
		return 0;
	if (add_parents(pack, source, name, err) < 0)
		return -1;
	return add_entry(pack, source, name, from, err);
}

int pack_add_archive(struct pack *pack, const char *host_path, bool (*wants)(const char *name),
		     struct error *err)
{
	CLEANUP(source_clear) struct source source = { 0 };
	struct archive_entry *entry;
	int status;

	if (source_open(&source, host_path, err) < 0)
		return -1;
	while ((status = archive_read_next_header(source.archive, &entry)) >= ARCHIVE_WARN &&
	       status != ARCHIVE_EOF)
		if (take_entry(pack, &source, entry, wants, err) < 0)
			return -1;
	return status == ARCHIVE_EOF ? 0 : error_source(&source, err);
}
