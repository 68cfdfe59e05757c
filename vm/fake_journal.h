/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a fake machine remembers over restarts of the program: a line for each boot there was, and one
 * for each time that a boot which was held gave more; and a file beside it while a boot lives.
 */
#ifndef VM_FAKE_JOURNAL_H
#define VM_FAKE_JOURNAL_H

#include "base/defs.h"
#include "base/error.h"
#include "base/str.h"

#include <stdbool.h>

struct fake_journal {
	char *path, *running_path; /* NULL: nothing is written */
	struct strlist labels;     /* of the boots there were, in order */
};

/* Reads what is there. `path` is copied; NULL: remembers only while it lives. */
int fake_journal_open(struct fake_journal *journal, const char *path, struct error *err) MUST_CHECK;
void fake_journal_clear(struct fake_journal *journal);

struct fake_entry {
	unsigned nth, number; /* of the machine's boots, and of the kernel's */
	const char *label;
	bool is_more; /* of a boot that has its entry */
	const char *outcome;
	const char *values; /* each behind a blank */
};
int fake_journal_add(struct fake_journal *journal, const struct fake_entry *entry,
		     struct error *err) MUST_CHECK;

int fake_journal_begin_boot(struct fake_journal *journal, struct error *err) MUST_CHECK;
/* True when one was living. */
bool fake_journal_end_boot(struct fake_journal *journal);

#endif
