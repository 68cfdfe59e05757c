/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/finding.h"

#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

static const char *const verdict_names[] = {
	[FINDING_UNCHECKED] = "unchecked", [FINDING_CHECKING] = "checking",
	[FINDING_CONFIRMED] = "confirmed", [FINDING_REFUTED] = "refuted",
	[FINDING_UNDECIDED] = "undecided",
};

const char *finding_verdict_name(enum finding_verdict verdict)
{
	assert((size_t)verdict < ARRAY_LENGTH(verdict_names));
	return verdict_names[verdict];
}

bool finding_verdict_from_name(const char *name, enum finding_verdict *ret)
{
	for (size_t i = 0; i < ARRAY_LENGTH(verdict_names); i++) {
		if (strcmp(verdict_names[i], name) == 0) {
			*ret = (enum finding_verdict)i;
			return true;
		}
	}
	return false;
}

static const char *const method_names[] = {
	[FINDING_NO_METHOD] = "none",
	[FINDING_REVERT] = "revert",
	[FINDING_TRANSPLANT] = "transplant",
};

const char *finding_method_name(enum finding_method method)
{
	assert((size_t)method < ARRAY_LENGTH(method_names));
	return method_names[method];
}

bool finding_method_from_name(const char *name, enum finding_method *ret)
{
	for (size_t i = 0; i < ARRAY_LENGTH(method_names); i++) {
		if (strcmp(method_names[i], name) == 0) {
			*ret = (enum finding_method)i;
			return true;
		}
	}
	return false;
}

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
		free(finding->changes[i].explanation.detail);
	}
	for (size_t i = 0; i < finding->n_untestable; i++) {
		commit_clear(&finding->untestable[i].commit);
		free(finding->untestable[i].detail);
	}
	free(finding->changes);
	free(finding->untestable);
	free(finding->state);
	free(finding->obstacle);
	survey_clear(&finding->survey);
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
