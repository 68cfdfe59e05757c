/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "vm/fake_journal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/mem.h"

#define BYTES_MAX (64 * 1024 * 1024)
#define MORE "more"

/* Takes the label, the third word of a line that is a boot's. */
static int read_line(struct fake_journal *journal, const char *line, struct error *err)
{
	CLEANUP(strlist_clear) struct strlist words = { 0 };

	if (strlist_split_words(&words, line, err) < 0)
		return -1;
	if (words.n < 4)
		return error_set(err, ERROR_HOST, "'%s' has a line that is none of ours",
				 journal->path);
	if (strcmp(words.items[3], MORE) != 0)
		strlist_add(&journal->labels, words.items[2]);
	return 0;
}

/* A line without its end was cut by a crash. */
static int read_all(struct fake_journal *journal, struct error *err)
{
	CLEANUP(mem_freep) char *text = NULL;
	size_t n;

	if (!journal->path || !fs_exists(journal->path))
		return 0;
	if (fs_read_file(journal->path, BYTES_MAX, &text, &n, err) < 0)
		return -1;
	for (const char *at = text; strchr(at, '\n'); at = strchr(at, '\n') + 1) {
		CLEANUP(mem_freep) char *line = mem_dup(at, strcspn(at, "\n"));

		if (read_line(journal, line, err) < 0)
			return -1;
	}
	return 0;
}

int fake_journal_open(struct fake_journal *journal, const char *path, struct error *err)
{
	*journal = (struct fake_journal){ 0 };
	if (path) {
		journal->path = mem_strdup(path);
		journal->running_path = mem_printf("%s.running", path);
	}
	return read_all(journal, err);
}

void fake_journal_clear(struct fake_journal *journal)
{
	free(journal->path);
	free(journal->running_path);
	strlist_clear(&journal->labels);
	*journal = (struct fake_journal){ 0 };
}

/* In one write: a crash leaves all of it or, at worst, a line without its end. */
static int append(const struct fake_journal *journal, const struct str *line, struct error *err)
{
	const int flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC;
	CLEANUP(fs_closep) int fd = -1;

	if (!journal->path)
		return 0;
	fd = open(journal->path, flags, 0644);
	if (fd < 0)
		return error_errno(err, errno, "cannot open '%s'", journal->path);
	if (write(fd, line->data, line->length) != (ssize_t)line->length)
		return error_errno(err, errno, "cannot write '%s'", journal->path);
	return 0;
}

int fake_journal_add(struct fake_journal *journal, const struct fake_entry *entry,
		     struct error *err)
{
	CLEANUP(str_clear) struct str line = { 0 };

	if (!entry->is_more)
		strlist_add(&journal->labels, entry->label);
	str_appendf(&line, "%u %u %s %s%s%s\n", entry->nth, entry->number, entry->label,
		    entry->is_more ? MORE " " : "", entry->outcome, entry->values);
	return append(journal, &line, err);
}

int fake_journal_begin_boot(struct fake_journal *journal, struct error *err)
{
	if (!journal->running_path)
		return 0;
	return fs_write_atomic(journal->running_path, "", 0, 0644, err);
}

bool fake_journal_end_boot(struct fake_journal *journal)
{
	return journal->running_path && unlink(journal->running_path) == 0;
}
