/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <string.h>

#include "base/fs.h"
#include "base/mem.h"
#include "base/process.h"
#include "tests/session/history.h"

#define GIT_TIMEOUT_S 60
#define FIRST_DATE 1700000000U

static const char *const tree_files[] = {
	"Makefile",
	"Kconfig",
	"effects/none",
	"layout.awk",
	"kernel/clock.c",
	"kernel/panic.c",
	"kernel/task.c",
	"mm/heap.c",
	"mm/map.c",
	"mm/swap.c",
	"scripts/kconfig/merge_config.sh",
};

static void put_file(struct history_builder *builder, const char *path, const char *text)
{
	if (!text) {
		str_appendf(&builder->stream, "D %s\n", path);
		return;
	}
	str_appendf(&builder->stream, "M 100644 inline %s\ndata %zu\n%s\n", path, strlen(text),
		    text);
}

/* Up to the parents. */
static unsigned begin_root(struct history_builder *builder, const char *name)
{
	const unsigned i = builder->n++;

	assert_true(i < HISTORY_COMMITS_MAX);
	str_appendf(&builder->stream,
		    "commit refs/tags/%s\nmark :%u\ncommitter A. Author <author@example.org> %u "
		    "+0000\ndata %zu\n%s\n",
		    name, i + 1, FIRST_DATE + 60 * i, strlen(name), name);
	builder->items[i] = (struct history_item){ .parent = i, .branch = i };
	return i;
}

/* Up to the list of files, or to more parents. */
static unsigned begin_commit(struct history_builder *builder, const char *name, unsigned parent,
			     unsigned branch)
{
	const unsigned i = begin_root(builder, name);

	str_appendf(&builder->stream, "from :%u\n", parent + 1);
	if (branch != parent)
		str_appendf(&builder->stream, "merge :%u\n", branch + 1);
	builder->items[i] = (struct history_item){ .parent = parent, .branch = branch };
	return i;
}

static void put_own(struct history_builder *builder, unsigned i, const char *path, const char *text)
{
	if (!path)
		return;
	put_file(builder, path, text);
	builder->items[i].path = path;
	builder->items[i].text = text;
}

void history_begin(struct history_builder *builder)
{
	*builder = (struct history_builder){ 0 };
	begin_root(builder, "root");
	for (size_t i = 0; i < ARRAY_LENGTH(tree_files); i++) {
		CLEANUP(mem_freep) char *path = mem_printf("%s/%s", TREE_DIR, tree_files[i]);
		CLEANUP(mem_freep) char *text = NULL;
		struct error err = { 0 };

		if (fs_read_file(path, 1 << 20, &text, NULL, &err) < 0)
			fail_msg("%s", err.text);
		put_file(builder, tree_files[i], text);
	}
}

unsigned history_commit(struct history_builder *builder, const char *name, unsigned parent,
			const char *path, const char *text)
{
	const unsigned i = begin_commit(builder, name, parent, parent);

	put_own(builder, i, path, text);
	return i;
}

static bool is_on_line(const struct history_builder *builder, unsigned tip, unsigned i)
{
	while (tip > i && builder->items[tip].parent != tip)
		tip = builder->items[tip].parent;
	return tip == i;
}

/* What the branch, and those merged into it, did since it left the line of `parent`, oldest first. */
static void put_branch(struct history_builder *builder, unsigned parent, unsigned tip)
{
	const struct history_item *item = &builder->items[tip];

	if (is_on_line(builder, parent, tip))
		return;
	if (item->parent != tip)
		put_branch(builder, parent, item->parent);
	if (item->branch != item->parent)
		put_branch(builder, parent, item->branch);
	if (item->path)
		put_file(builder, item->path, item->text);
}

unsigned history_merge(struct history_builder *builder, const char *name, unsigned parent,
		       unsigned branch, const char *path, const char *text)
{
	const unsigned i = begin_commit(builder, name, parent, branch);

	put_branch(builder, parent, branch);
	put_own(builder, i, path, text);
	return i;
}

unsigned history_octopus(struct history_builder *builder, const char *name, unsigned parent,
			 const unsigned *branches, unsigned n)
{
	const unsigned i = begin_commit(builder, name, parent, branches[0]);

	for (unsigned k = 1; k < n; k++)
		str_appendf(&builder->stream, "merge :%u\n", branches[k] + 1);
	for (unsigned k = 0; k < n; k++)
		put_branch(builder, parent, branches[k]);
	return i;
}

unsigned history_foreign_root(struct history_builder *builder, const char *name, const char *path,
			      const char *text)
{
	const unsigned i = begin_root(builder, name);

	put_own(builder, i, path, text);
	return i;
}

unsigned history_merge_elsewhere(struct history_builder *builder, const char *name, unsigned parent,
				 unsigned branch, const char *path, const char *text)
{
	const unsigned i = begin_commit(builder, name, parent, branch);

	put_own(builder, i, path, text);
	return i;
}

void history_finish(struct history_builder *builder, const char *repo)
{
	static const char script[] = "git init -q -b main \"$1\" && cd \"$1\" && "
				     "git fast-import --quiet <\"$2\" && rm \"$2\"";
	CLEANUP(mem_freep) char *path = mem_printf("%s.stream", repo);
	const char *const argv[] = { "sh", "-c", script, "sh", repo, path, NULL };
	/* Without the pad git's heap grows and shrinks with each object, 15 000 commits take minutes. */
	static const char *const env[] = { "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_NOSYSTEM=1",
					   "MALLOC_TOP_PAD_=33554432", NULL };
	CLEANUP(mem_freep) char *output = NULL;
	struct error err = { 0 };

	str_appendf(&builder->stream, "done\n");
	if (fs_write_atomic(path, str_text(&builder->stream), builder->stream.length, 0644, &err) <
		    0 ||
	    process_read(&(struct process_opts){ .argv = argv,
						 .env = env,
						 .deadline = deadline_in(GIT_TIMEOUT_S) },
			 &output, &err) < 0)
		fail_msg("%s", err.text);
	str_clear(&builder->stream);
}
