/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/guest_root.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/mem.h"
#include "base/pack.h"
#include "base/process.h"
#include "bisect/digest.h"
#include "vm/initramfs.h"

#define READ_BYTES 65536
#define MMDEBSTRAP_TIMEOUT_S 3600.0
#define MMDEBSTRAP_TAIL_BYTES 4096

void guest_root_clear(struct guest_root *root)
{
	mem_freep(&root->image);
	root->key[0] = '\0';
}

/* What the packages' archive is called by: what was asked for. */
static void make_name(const struct guest_settings *guest, char ret[GUEST_ROOT_KEY_SIZE])
{
	struct digest digest;

	digest_init(&digest);
	digest_add_text(&digest, "perfsect packages 1");
	digest_add_text(&digest, guest->suite);
	digest_add_text(&digest, guest->variant);
	digest_add_text(&digest, guest->mirror);
	for (size_t i = 0; i < guest->packages.n; i++)
		digest_add_text(&digest, guest->packages.items[i]);
	digest_finish_hex40(&digest, ret);
}

static char *join(const struct strlist *words)
{
	struct str text = { 0 };

	for (size_t i = 0; i < words->n; i++)
		str_appendf(&text, "%s%s", i > 0 ? "," : "", words->items[i]);
	return str_steal(&text);
}

/* Gets the packages into a tar, reproducibly as far as the mirror has not moved on. */
static int get_packages(const struct guest_settings *guest, const char *path, struct cancel *cancel,
			struct error *err)
{
	static const char *const env[] = { "LC_ALL=C", "SOURCE_DATE_EPOCH=0", NULL };
	CLEANUP(mem_freep) char *draft = mem_printf("%s.tmp.tar", path);
	CLEANUP(mem_freep) char *names = join(&guest->packages);
	CLEANUP(mem_freep) char *include = mem_printf("--include=%s", names);
	CLEANUP(mem_freep) char *variant = mem_printf("--variant=%s", guest->variant);
	CLEANUP(mem_freep) char *ignored = NULL;
	const char *argv[] = { "mmdebstrap", "--quiet", variant,       include,
			       guest->suite, draft,     guest->mirror, NULL };
	const struct process_opts opts = {
		.argv = argv,
		.env = env,
		.capture_bytes = MMDEBSTRAP_TAIL_BYTES,
		.deadline = deadline_in(MMDEBSTRAP_TIMEOUT_S),
		.cancel = cancel,
	};

	if (!process_is_available("mmdebstrap"))
		return error_set(
			err, ERROR_HOST,
			"'mmdebstrap' is missing on this host (Debian package mmdebstrap)");
	if (process_read(&opts, &ignored, err) < 0) {
		(void)unlink(draft); /* often not there yet */
		return error_wrap(err, "cannot get the guest's packages '%s' of %s", names,
				  guest->suite);
	}
	if (rename(draft, path) < 0)
		return error_errno(err, errno, "cannot write '%s'", path);
	return 0;
}

static int hash_file(const char *path, char ret[GUEST_ROOT_KEY_SIZE], struct error *err)
{
	CLEANUP(fs_closep) int fd = open(path, O_RDONLY | O_CLOEXEC);
	CLEANUP(mem_freep) char *bytes = mem_array(READ_BYTES, 1);
	struct digest digest;
	ssize_t n;

	if (fd < 0)
		return error_errno(err, errno, "cannot open '%s'", path);
	digest_init(&digest);
	digest_add_text(&digest,
			"perfsect root 1"); /* to be counted up with what is left out of it */
	while ((n = read(fd, bytes, READ_BYTES)) != 0) {
		if (n > 0)
			digest_add(&digest, bytes, (size_t)n);
		else if (errno != EINTR)
			return error_errno(err, errno, "cannot read '%s'", path);
	}
	digest_finish_hex40(&digest, ret);
	return 0;
}

static int make_image(const char *archive, const char *path, struct error *err)
{
	CLEANUP(pack_freep) struct pack *pack = NULL;

	if (fs_exists(path))
		return 0;
	if (pack_new(path, PACK_PLAIN, &pack, err) < 0 ||
	    pack_add_archive(pack, archive, initramfs_wants, err) < 0)
		return -1;
	return pack_finish(pack, err);
}

/* The archive that the image is made of: the user's, or the one of the packages. */
static int find_archive(const struct workspace *workspace, struct cancel *cancel, char **ret,
			struct error *err)
{
	const struct guest_settings *guest = &workspace->settings->guest;
	CLEANUP(mem_freep) char *path = NULL;
	char name[GUEST_ROOT_KEY_SIZE];

	if (guest->root) {
		*ret = mem_strdup(guest->root);
		return 0;
	}
	make_name(guest, name);
	path = workspace_path(workspace, "roots/%s.tar", name);
	if (!fs_exists(path) && get_packages(guest, path, cancel, err) < 0)
		return -1;
	*ret = path;
	path = NULL;
	return 0;
}

int guest_root_make(const struct workspace *workspace, struct cancel *cancel,
		    struct guest_root *ret, struct error *err)
{
	const struct guest_settings *guest = &workspace->settings->guest;
	CLEANUP(guest_root_clear) struct guest_root root = { 0 };
	CLEANUP(mem_freep) char *roots = workspace_path(workspace, "roots");
	CLEANUP(mem_freep) char *archive = NULL;

	if (guest->root || guest->packages.n > 0) {
		if (fs_make_dirs(roots, err) < 0 ||
		    find_archive(workspace, cancel, &archive, err) < 0 ||
		    hash_file(archive, root.key, err) < 0)
			return -1;
		root.image = mem_printf("%s/%s.cpio", roots, root.key);
		if (make_image(archive, root.image, err) < 0)
			return error_wrap(err, "cannot make the guest's root");
	}
	*ret = root;
	root.image = NULL;
	return 0;
}
