/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The record beside the folder says, in one line, "at TREE BOOT" or "switching FROM TO BOOT". A switch
 * that did not end is taken back: FROM was complete once, so its files can be written; TO may be what
 * could not be. BOOT is the kernel's boot id: the files are not forced to the disk, so after a power
 * cut (or any restart of the host) the record is worth nothing and everything is written again.
 */
#include "bisect/tree.h"

#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "base/mem.h"
#include "bisect/beneath.h"

#define STATE_BYTES_MAX 4096
#define BOOT_ID_PATH "/proc/sys/kernel/random/boot_id"
#define BOOT_ID_BYTES 64
#define CANCEL_EVERY 64
#define HEX_DIGITS (REPO_HEX_SIZE - 1)
#define NOTHING "-" /* in place of a tree */

struct tree {
	struct repo *repo;
	char *dir;
	char *state_path;
	char boot[BOOT_ID_BYTES];
	char at[REPO_HEX_SIZE];   /* "" when nothing, or not known */
	char from[REPO_HEX_SIZE]; /* of a switch that did not end */
	char to[REPO_HEX_SIZE];
};

static bool is_hex(const char *text)
{
	return strspn(text, "0123456789abcdef") == HEX_DIGITS && text[HEX_DIGITS] == '\0';
}

static int read_boot_id(struct tree *tree, struct error *err)
{
	CLEANUP(mem_freep) char *text = NULL;
	size_t n;

	if (fs_read_file(BOOT_ID_PATH, BOOT_ID_BYTES - 1, &text, &n, err) < 0)
		return -1;
	text[strcspn(text, "\n")] = '\0';
	memcpy(tree->boot, text, strlen(text) + 1);
	return 0;
}

/* Takes the next word of a line, or "". */
static const char *next_word(char **rest)
{
	char *word = *rest + strspn(*rest, " ");
	size_t n = strcspn(word, " \n");

	*rest = word[n] == '\0' ? word + n : word + n + 1;
	word[n] = '\0';
	return word;
}

/* What cannot be understood, or is of another boot, is as if it was not there. */
static void parse_state(struct tree *tree, char *line)
{
	const char *verb = next_word(&line);
	const char *first = next_word(&line);
	const char *second = next_word(&line);
	const char *third = next_word(&line);

	if (strcmp(verb, "at") == 0 && is_hex(first) && strcmp(second, tree->boot) == 0)
		memcpy(tree->at, first, REPO_HEX_SIZE);
	if (strcmp(verb, "switching") == 0 && is_hex(first) && is_hex(second) &&
	    strcmp(third, tree->boot) == 0) {
		memcpy(tree->from, first, REPO_HEX_SIZE);
		memcpy(tree->to, second, REPO_HEX_SIZE);
	}
}

static int read_state(struct tree *tree, struct error *err)
{
	CLEANUP(mem_freep) char *text = NULL;
	size_t n;

	if (!fs_exists(tree->state_path))
		return 0;
	if (fs_read_file(tree->state_path, STATE_BYTES_MAX, &text, &n, err) < 0)
		return -1;
	parse_state(tree, text);
	return 0;
}

/* The record is written before the folder is made. */
static int make_parent(const char *dir, struct error *err)
{
	CLEANUP(mem_freep) char *parent = mem_strdup(dir);
	char *slash = strrchr(parent, '/');

	if (!slash || slash == parent)
		return 0;
	*slash = '\0';
	return fs_make_dirs(parent, err);
}

int tree_open(struct repo *repo, const char *dir, struct tree **ret, struct error *err)
{
	CLEANUP(tree_closep) struct tree *tree = mem_zalloc(sizeof(*tree));

	tree->repo = repo;
	tree->dir = mem_strdup(dir);
	tree->state_path = mem_printf("%s.state", dir);
	if (make_parent(dir, err) < 0 || read_boot_id(tree, err) < 0 || read_state(tree, err) < 0)
		return error_wrap(err, "cannot open work tree '%s'", dir);
	*ret = tree;
	tree = NULL;
	return 0;
}

void tree_close(struct tree *tree)
{
	if (!tree)
		return;
	free(tree->dir);
	free(tree->state_path);
	free(tree);
}

void tree_closep(struct tree **tree)
{
	tree_close(*tree);
	*tree = NULL;
}

const char *tree_dir(const struct tree *tree)
{
	return tree->dir;
}

const char *tree_current(const struct tree *tree)
{
	return tree->at;
}

static int record(struct tree *tree, const char *line, struct error *err)
{
	return fs_write_atomic(tree->state_path, line, strlen(line), 0666, err);
}

static int record_switching(struct tree *tree, const char *from, const char *to, struct error *err)
{
	CLEANUP(mem_freep)
	char *line = mem_printf("switching %s %s %s\n", from[0] ? from : NOTHING, to, tree->boot);

	tree->at[0] = '\0';
	return record(tree, line, err);
}

static int record_at(struct tree *tree, const char *hex, struct error *err)
{
	CLEANUP(mem_freep) char *line = mem_printf("at %s %s\n", hex, tree->boot);

	if (record(tree, line, err) < 0)
		return -1;
	memmove(tree->at, hex, REPO_HEX_SIZE);
	tree->from[0] = tree->to[0] = '\0';
	return 0;
}

struct change {
	struct tree *tree;
	struct beneath *files;
	struct cancel *cancel;
	size_t n;
};

static int apply(void *context, const struct repo_difference *difference, struct error *err)
{
	struct change *change = context;
	CLEANUP(mem_freep) char *bytes = NULL;
	size_t n;

	if (change->n++ % CANCEL_EVERY == 0 && cancel_check(change->cancel, err) < 0)
		return -1;
	if (difference->is_removed)
		return beneath_remove(change->files, difference->path, err);
	if (repo_read_blob(change->tree->repo, difference->blob, &bytes, &n, err) < 0)
		return error_wrap(err, "cannot check out '%s'", difference->path);
	return beneath_write(change->files, difference->path, difference->mode, bytes, n, err);
}

/* Changes the files from one tree ("" for an empty folder) to another, and counts them. */
static int change_files(struct tree *tree, const char *from, const char *to, struct cancel *cancel,
			size_t *count, struct error *err)
{
	CLEANUP(beneath_closep) struct beneath *files = NULL;
	struct change change = { .tree = tree, .cancel = cancel };

	if (beneath_open(tree->dir, &files, err) < 0)
		return -1;
	change.files = files;
	if (repo_each_difference(tree->repo, from, to, NULL, apply, &change, err) < 0)
		return -1;
	*count += change.n;
	return 0;
}

/* Brings the folder to a state that is known: a tree that is complete, or nothing. */
static int settle(struct tree *tree, struct cancel *cancel, size_t *count, struct error *err)
{
	bool is_there = fs_is_dir(tree->dir);

	if (is_there && tree->at[0] && repo_has(tree->repo, tree->at))
		return 0;
	if (is_there && tree->from[0] && repo_has(tree->repo, tree->from) &&
	    repo_has(tree->repo, tree->to)) {
		if (change_files(tree, tree->to, tree->from, cancel, count, err) < 0)
			return -1;
		return record_at(tree, tree->from, err);
	}
	tree->at[0] = tree->from[0] = tree->to[0] = '\0';
	return fs_remove_tree(tree->dir, err);
}

int tree_switch(struct tree *tree, const char *tree_hex, struct cancel *cancel, size_t *ret_changed,
		struct error *err)
{
	char from[REPO_HEX_SIZE], to[REPO_HEX_SIZE];
	size_t count = 0;

	if (!is_hex(tree_hex))
		return error_set(err, ERROR_USAGE, "'%s' is not the id of a tree", tree_hex);
	if (!repo_has(tree->repo, tree_hex))
		return error_set(err, ERROR_HOST, "there is no tree %s", tree_hex);
	memcpy(to, tree_hex, sizeof(to)); /* may be ours, from tree_current() */
	if (settle(tree, cancel, &count, err) < 0)
		return error_wrap(err, "cannot repair work tree '%s'", tree->dir);
	if (strcmp(tree->at, to) != 0) {
		memcpy(from, tree->at, sizeof(from));
		if (record_switching(tree, from, to, err) < 0)
			return -1;
		memcpy(tree->from, from, sizeof(from));
		memcpy(tree->to, to, sizeof(to));
		if (change_files(tree, from, to, cancel, &count, err) < 0 ||
		    record_at(tree, to, err) < 0)
			return error_wrap(err, "cannot switch work tree '%s' to %s", tree->dir, to);
	}
	*ret_changed = count;
	return 0;
}
