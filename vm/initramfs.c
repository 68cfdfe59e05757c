/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "vm/initramfs.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/pack.h"
#include "base/str.h"

#define MODE_DIR 0755
#define MODE_JOBS 0644
#define JOBS_NAME "perfsect/jobs"

/* What every guest has; PID 1 mounts over most of it. */
static const char *const folders[] = { "dev", "perfsect", "proc", "run", "sys", "tmp" };

/* Enough for PID 1 to have standard streams on a kernel without devtmpfs. */
static const struct {
	const char *name;
	mode_t mode;
	unsigned major, minor;
} devices[] = {
	{ "dev/console", 0600, 5, 1 },
	{ "dev/null", 0666, 1, 3 },
};

/* The image being written, and the names that are taken. */
struct image {
	struct pack *pack;
	struct strlist dirs;
	struct strlist files;
};

static void image_clear(struct image *image)
{
	pack_free(image->pack);
	strlist_clear(&image->dirs);
	strlist_clear(&image->files);
}

static int add_dir(struct image *image, const char *name, struct error *err)
{
	if (strlist_has(&image->dirs, name))
		return 0;
	if (strlist_has(&image->files, name))
		return error_set(err, ERROR_CONFIG, "'/%s' is a file and a folder", name);
	strlist_add(&image->dirs, name);
	return pack_add_dir(image->pack, name, MODE_DIR, err);
}

/* The folders above a name, the topmost first. */
static int add_parents(struct image *image, const char *name, struct error *err)
{
	for (const char *slash = strchr(name, '/'); slash; slash = strchr(slash + 1, '/')) {
		CLEANUP(mem_freep) char *parent = mem_dup(name, (size_t)(slash - name));

		if (add_dir(image, parent, err) < 0)
			return -1;
	}
	return 0;
}

/* Reserves a name for a file, with the folders above it. */
static int add_name(struct image *image, const char *name, struct error *err)
{
	if (strlist_has(&image->files, name))
		return error_set(err, ERROR_CONFIG, "there are two files '/%s'", name);
	if (strlist_has(&image->dirs, name))
		return error_set(err, ERROR_CONFIG, "'/%s' is a file and a folder", name);
	if (add_parents(image, name, err) < 0)
		return -1;
	strlist_add(&image->files, name);
	return 0;
}

static int add_base(struct image *image, struct error *err)
{
	for (size_t i = 0; i < ARRAY_LENGTH(folders); i++)
		if (add_dir(image, folders[i], err) < 0)
			return -1;
	for (size_t i = 0; i < ARRAY_LENGTH(devices); i++)
		if (add_name(image, devices[i].name, err) < 0 ||
		    pack_add_char_device(image->pack, devices[i].name, devices[i].mode,
					 devices[i].major, devices[i].minor, err) < 0)
			return -1;
	return 0;
}

/* A folder of these is mounted over in the guest, and the file would be gone. */
static bool is_hidden_in_guest(const char *name)
{
	static const char *const mounted[] = { "dev/", "proc/", "run/", "sys/", "tmp/" };

	for (size_t i = 0; i < ARRAY_LENGTH(mounted); i++)
		if (str_starts_with(name, mounted[i]))
			return true;
	return false;
}

bool initramfs_wants(const char *name)
{
	for (size_t i = 0; i < ARRAY_LENGTH(folders); i++) {
		size_t n = strlen(folders[i]);

		if (strncmp(name, folders[i], n) == 0 && (name[n] == '/' || name[n] == '\0'))
			return false;
	}
	return strcmp(name, "init") != 0;
}

/* Absolute, and each component a real name: "/a//b", "/a/./b", "/a/../b" and "/a/" are refused. */
static bool guest_path_is_plain(const char *path)
{
	const char *at = path;

	if (*at != '/')
		return false;
	while (*at == '/') {
		const size_t n = strcspn(++at, "/");

		if (n == 0 || (n == 1 && at[0] == '.') || (n == 2 && at[0] == '.' && at[1] == '.'))
			return false;
		at += n;
	}
	return true;
}

static int add_file(struct image *image, const struct guest_file *file, struct error *err)
{
	const char *name = file->guest_path + 1;

	if (!guest_path_is_plain(file->guest_path))
		return error_set(err, ERROR_CONFIG, "'%s' is no plain absolute path of the guest",
				 file->guest_path);
	if (is_hidden_in_guest(name))
		return error_set(err, ERROR_CONFIG,
				 "'%s' would be hidden by a file system of the guest",
				 file->guest_path);
	if (add_name(image, name, err) < 0)
		return -1;
	return pack_add_file(image->pack, name, file->host_path, err);
}

static int add_jobs(struct image *image, const struct job_list *jobs, struct error *err)
{
	CLEANUP(mem_freep) char *text = job_encode(jobs);

	if (!text)
		return error_set(err, ERROR_CONFIG,
				 "the guest cannot be given these jobs (%zu; at most %d of "
				 "together %d bytes)",
				 jobs->n, JOBS_MAX, JOB_TEXT_MAX);
	if (add_name(image, JOBS_NAME, err) < 0)
		return -1;
	return pack_add_bytes(image->pack, JOBS_NAME, MODE_JOBS, text, strlen(text), err);
}

/* Not compressed: a kernel under test need not know any compression, and unpacks it faster. */
static int write_image(const char *path, const char *root, const char *init_path,
		       const struct guest_file *files, size_t n_files, const struct job_list *jobs,
		       struct error *err)
{
	const struct guest_file init = { .host_path = init_path, .guest_path = "/init" };
	CLEANUP(image_clear) struct image image = { 0 };

	if (pack_new_behind(path, root, PACK_PLAIN, &image.pack, err) < 0 ||
	    add_base(&image, err) < 0 || add_file(&image, &init, err) < 0 ||
	    add_jobs(&image, jobs, err) < 0)
		return -1;
	for (size_t i = 0; i < n_files; i++)
		if (add_file(&image, &files[i], err) < 0)
			return -1;
	return pack_finish(image.pack, err);
}

int initramfs_write(const char *path, const char *root, const char *init_path,
		    const struct guest_file *files, size_t n_files, const struct job_list *jobs,
		    struct error *err)
{
	if (write_image(path, root, init_path, files, n_files, jobs, err) < 0)
		return error_wrap(err, "cannot make the initramfs '%s'", path);
	return 0;
}
