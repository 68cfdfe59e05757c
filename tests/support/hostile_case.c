/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include "tests/support/hostile_case.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

static const char attacks[] = "</title></pre></script><script>alert(1)</script><img src=x "
			      "onerror=alert(1)>\" onclick=\"x' <!-- ]]> &amp; \x1b[2J\x1b]0;t\x07"
			      "\x9b"
			      "31m \xff\xfe \xc0\x80 \xe2\x80\xae\xe2\x81\xa6 \xe2\x80\x8f "
			      "\r\n=cmd|x!A1,\"q\"\nFrom: x\n.\n";

char *hostile_text(size_t n)
{
	char *text = mem_array(n + 1, 1);

	for (size_t i = 0; i < n; i++)
		text[i] = attacks[i % (sizeof(attacks) - 1)];
	return text;
}

static void replace(char **field, const char *text)
{
	free(*field);
	*field = mem_strdup(text);
}

static void spoil_record(struct case_record *record, const char *text)
{
	replace(&record->good_name, text);
	replace(&record->bad_name, text);
	replace(&record->repo, text);
	replace(&record->machine, text);
	replace(&record->workload, text);
	replace(&record->cell, text);
	replace(&record->metric, text);
	replace(&record->unit, text);
}

static void spoil_history(struct history *history, const char *text)
{
	CLEANUP(json_freep) struct json *facts = json_new_object();
	CLEANUP(mem_freep) char *dump = NULL;

	json_set_string(facts, text, text);
	dump = json_dump(facts, true);
	for (size_t i = 0; i < history->n_kernels; i++) {
		replace(&history->kernels[i].detail, text);
		replace(&history->kernels[i].subject, text);
		replace(&history->kernels[i].release, text);
		replace(&history->kernels[i].log, text);
		replace(&history->kernels[i].build_id, text);
	}
	for (size_t i = 0; i < history->n_boots; i++) {
		replace(&history->boots[i].machine, text);
		replace(&history->boots[i].cell, text);
		replace(&history->boots[i].detail, text);
		replace(&history->boots[i].dir, text);
		replace(&history->boots[i].facts, i == 0 ? dump : i == 1 ? text : "{\"a\":1}");
	}
}

static void spoil_finding(struct finding *finding, const char *text)
{
	for (size_t i = 0; i < finding->n_changes; i++) {
		for (size_t j = 0; j < finding->changes[i].n_commits; j++) {
			replace(&finding->changes[i].commits[j].subject, text);
			replace(&finding->changes[i].commits[j].author, text);
		}
		replace(&finding->changes[i].explanation.detail, text);
	}
	for (size_t i = 0; i < finding->n_untestable; i++) {
		replace(&finding->untestable[i].commit.subject, text);
		replace(&finding->untestable[i].detail, text);
	}
	finding_add_note(finding, "%s", text);
}

void hostile_case_init(struct case_fixture *fixture, const char *text)
{
	const size_t n_boots = fixture->history->n_boots;
	struct report_commit *commit = mem_array(1, sizeof(*commit));
	struct report_console *consoles = mem_array(n_boots, sizeof(*consoles));

	spoil_record(&fixture->record, text);
	spoil_history(fixture->history, text);
	spoil_finding(fixture->finding, text);
	for (size_t i = 0; i < 2; i++) {
		replace(&fixture->steps[i].why, text);
		replace(&fixture->steps[i].kind, text);
		replace(&fixture->steps[i].thought, text);
	}
	memcpy(commit->hex, fixture->hex[5], sizeof(commit->hex));
	commit->author = mem_strdup(text);
	commit->message = mem_strdup(text);
	commit->diff = mem_strdup(text);
	commit->diff_bytes = strlen(text);
	for (size_t i = 0; i < n_boots; i++) {
		consoles[i].n = strlen(text) + 1; /* with its NUL */
		consoles[i].tail = mem_dup(text, consoles[i].n);
		consoles[i].size_bytes = (int64_t)consoles[i].n;
	}
	fixture->input.commits = commit;
	fixture->input.n_commits = 1;
	fixture->input.consoles = consoles;
}

void hostile_case_clear(struct case_fixture *fixture)
{
	struct report_commit *commits = (struct report_commit *)(uintptr_t)fixture->input.commits;
	struct report_console *consoles =
		(struct report_console *)(uintptr_t)fixture->input.consoles;

	for (size_t i = 0; i < fixture->history->n_boots; i++)
		report_console_clear(&consoles[i]);
	report_commit_clear(commits);
	free(commits);
	free(consoles);
	fixture->input.commits = NULL;
	fixture->input.consoles = NULL;
}
