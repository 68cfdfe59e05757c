/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/maintainers.h"

#include <string.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/log.h"
#include "base/mem.h"
#include "base/process.h"
#include "bisect/sandbox.h"
#include "results/mime.h"

#define FILES_MAX 200
#define SECONDS 60.0
#define OUTPUT_MAX 65536
#define SCRIPT "scripts/get_maintainer.pl"
#define LINE_MAX_BYTES 500

void maintainers_read(const char *output, struct strlist *mailboxes)
{
	while (*output) {
		const size_t n = strcspn(output, "\r\n");

		if (n > 0 && n <= LINE_MAX_BYTES) {
			CLEANUP(mem_freep) char *line = mem_dup(output, n);
			char *role = strstr(line, " (");

			if (role && !strchr(role, '<'))
				*role = '\0';
			mime_add_mailbox(mailboxes, line);
		}
		output += n + (output[n] != '\0');
	}
}

/* The heads of a patch, which are all that the script reads of it. */
struct patch {
	struct str text;
	unsigned n;
};

static int add_difference(void *context, const struct repo_difference *difference,
			  struct error *err)
{
	struct patch *patch = context;

	for (const char *byte = difference->path; *byte; byte++)
		if ((unsigned char)*byte <= ' ' || *byte == 0x7f)
			return 0; /* no file of the kernel's has such a name */
	if (patch->n++ >= FILES_MAX)
		return error_set(err, ERROR_CONFIG, "the commit changes more than %d files",
				 FILES_MAX);
	str_appendf(&patch->text, "diff --git a/%s b/%s\n--- a/%s\n+++ b/%s\n@@ -1 +1 @@\n-\n+\n",
		    difference->path, difference->path, difference->path, difference->path);
	return 0;
}

static int make_patch(struct repo *repo, const struct repo_commit *commit, const char *dir,
		      struct error *err)
{
	CLEANUP(repo_commit_clear) struct repo_commit parent = { 0 };
	CLEANUP(mem_freep) char *path = mem_printf("%s/change.patch", dir);
	struct patch patch = { 0 };
	int result = -1;

	if (!commit->first_parent[0])
		return error_set(err, ERROR_CONFIG, "it has no parent");
	if (repo_read_commit(repo, commit->first_parent, &parent, err) == 0 &&
	    repo_each_difference(repo, parent.tree, commit->tree, NULL, add_difference, &patch,
				 err) == 0)
		result = fs_write_atomic(path, str_text(&patch.text), patch.text.length, 0644, err);
	str_clear(&patch.text);
	return result;
}

static int write_blob(struct repo *repo, const char *tree, const char *name, const char *dir,
		      struct error *err)
{
	CLEANUP(mem_freep) char *path = mem_printf("%s/%s", dir, name);
	CLEANUP(mem_freep) char *bytes = NULL;
	bool is_found = false;
	size_t n = 0;

	if (repo_read_path(repo, tree, name, &bytes, &n, &is_found, err) < 0)
		return -1;
	if (!is_found)
		return error_set(err, ERROR_CONFIG, "the tree has no %s", name);
	return fs_write_atomic(path, bytes, n, 0644, err);
}

static int run_script(const char *dir, struct cancel *cancel, char **ret, struct error *err)
{
	static const char *const words[] = {
		"perl",           SCRIPT,       "--no-tree",   "--no-git", "--no-git-fallback",
		"--no-rolestats", "--no-roles", "change.patch"
	};
	CLEANUP(strlist_clear) struct strlist argv = { 0 };
	CLEANUP(strlist_clear) struct strlist writable = { 0 };
	CLEANUP(mem_freep) char *home = mem_printf("HOME=%s", dir);
	const char *const env[] = { home, "LC_ALL=C", NULL };
	struct process_opts opts = {
		.env = env,
		.cwd = dir,
		.capture_bytes = OUTPUT_MAX,
		.separate_stderr = true,
		.deadline = deadline_in(SECONDS),
		.cancel = cancel,
	};

	strlist_add(&writable, dir);
	sandbox_append(&argv, &writable, NULL, dir);
	for (size_t i = 0; i < ARRAY_LENGTH(words); i++)
		strlist_add(&argv, words[i]);
	opts.argv = (const char *const *)argv.items;
	return process_read(&opts, ret, err);
}

static int ask(struct repo *repo, const struct repo_commit *commit, const char *dir,
	       struct cancel *cancel, struct strlist *mailboxes, struct error *err)
{
	CLEANUP(mem_freep) char *scripts = mem_printf("%s/scripts", dir);
	CLEANUP(mem_freep) char *output = NULL;

	if (!sandbox_is_usable(cancel))
		return error_set(err, ERROR_HOST,
				 "there is no sandbox to run the tree's script in");
	if (fs_make_dirs(scripts, err) < 0 ||
	    write_blob(repo, commit->tree, SCRIPT, dir, err) < 0 ||
	    write_blob(repo, commit->tree, "MAINTAINERS", dir, err) < 0 ||
	    make_patch(repo, commit, dir, err) < 0 || run_script(dir, cancel, &output, err) < 0)
		return -1;
	maintainers_read(output, mailboxes);
	return 0;
}

void maintainers_add(const struct workspace *workspace, struct repo *repo,
		     const struct repo_commit *commit, struct strlist *mailboxes,
		     struct cancel *cancel, char **ret_why)
{
	CLEANUP(mem_freep) char *dir = workspace_path(workspace, "mail-%d", (int)getpid());
	struct error err = { 0 }, ignored = { 0 };

	*ret_why = NULL;
	if (ask(repo, commit, dir, cancel, mailboxes, &err) < 0)
		*ret_why = mem_strdup(err.text);
	if (fs_remove_tree(dir, &ignored) < 0)
		log_debug("cannot remove %s: %s", dir, ignored.text);
}
