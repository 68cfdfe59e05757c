/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/finding.h"

#include <stdarg.h>
#include <stdlib.h>

#include "base/mem.h"

static void commit_clear(struct finding_commit *commit)
{
	free(commit->subject);
	free(commit->author);
}

void finding_free(struct finding *finding)
{
	if (!finding)
		return;
	for (size_t i = 0; i < finding->n_changes; i++) {
		for (size_t j = 0; j < finding->changes[i].n_commits; j++)
			commit_clear(&finding->changes[i].commits[j]);
		free(finding->changes[i].commits);
	}
	for (size_t i = 0; i < finding->n_untestable; i++) {
		commit_clear(&finding->untestable[i].commit);
		free(finding->untestable[i].detail);
	}
	free(finding->changes);
	free(finding->untestable);
	free(finding->state);
	strlist_clear(&finding->notes);
	free(finding);
}

void finding_freep(struct finding **finding)
{
	finding_free(*finding);
	*finding = NULL;
}

void finding_add_note(struct finding *finding, const char *format, ...)
{
	CLEANUP(str_clear) struct str note = { 0 };
	va_list args;

	va_start(args, format);
	str_appendfv(&note, format, args);
	va_end(args);
	strlist_add(&finding->notes, str_text(&note));
}
