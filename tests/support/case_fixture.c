/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include "tests/support/case_fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "base/mem.h"

#define GOLDEN_MAX 1000000
#define STARTED 1700000000

static void init_record(struct case_record *record, const char *good, const char *bad)
{
	record->id = 3;
	record->state = CASE_FOUND;
	record->created = STARTED;
	record->ended = STARTED + 7200;
	memcpy(record->good, good, HISTORY_OID_SIZE);
	memcpy(record->bad, bad, HISTORY_OID_SIZE);
	record->good_name = mem_strdup("v1");
	record->bad_name = mem_strdup("v8");
	record->repo = mem_strdup("/srv/linux");
	record->machine = mem_strdup("vm0");
	record->workload = mem_strdup("tbench");
	record->cell = mem_strdup("clients=4");
	record->metric = mem_strdup("throughput");
	record->unit = mem_strdup("MB/s");
	record->better = HIGHER_IS_BETTER;
	record->options = mem_strdup("{}");
	record->settings = mem_strdup("{}");
	record->finding = mem_strdup("");
}

size_t case_fixture_kernel(struct case_fixture *fixture, const char *hex, enum outcome outcome,
			   const char *subject, const char *detail)
{
	struct history *history = fixture->history;
	size_t i = history->n_kernels++;
	struct history_kernel *kernel;

	history->kernels =
		mem_resize(history->kernels, history->n_kernels, sizeof(*history->kernels));
	kernel = &history->kernels[i];
	memset(kernel, 0, sizeof(*kernel));
	kernel->id = (int64_t)i + 1;
	memcpy(kernel->commit, hex, HISTORY_OID_SIZE);
	kernel->key = mem_printf("key%zu", i);
	kernel->outcome = outcome;
	kernel->detail = mem_strdup(detail);
	kernel->subject = mem_strdup(subject);
	kernel->dir = mem_printf(".perfsect/kernels/key%zu", i);
	kernel->log = mem_printf(".perfsect/logs/key%zu.log", i);
	kernel->release = mem_strdup(outcome == OUTCOME_BUILT ? "6.1.0" : "");
	kernel->build_id = mem_strdup(outcome == OUTCOME_BUILT ? "0123456789abcdef" : "");
	kernel->build_s = 300.5;
	return i;
}

void case_fixture_boot(struct case_fixture *fixture, size_t kernel, double value)
{
	struct history *history = fixture->history;
	size_t i = history->n_boots++;
	struct history_boot *boot;

	history->boots = mem_resize(history->boots, history->n_boots, sizeof(*history->boots));
	boot = &history->boots[i];
	memset(boot, 0, sizeof(*boot));
	boot->id = (int64_t)i + 1;
	boot->kernel = kernel;
	boot->machine = mem_strdup("vm0");
	boot->cell = mem_strdup("clients=4");
	boot->outcome = OUTCOME_MEASURED;
	boot->detail = mem_strdup("");
	boot->dir = mem_printf(".perfsect/logs/boot-%zu", i + 1);
	boot->facts = mem_strdup("{\"cpus\":4}");
	boot->boot_s = 0.5;
	boot->ready_s = 5.25;
	boot->total_s = 65.25;
	boot->started = STARTED + 100 * (int64_t)i;
	boot->n = 3;
	boot->values = mem_array(3, sizeof(*boot->values));
	boot->values[0] = value;
	boot->values[1] = value + 1;
	boot->values[2] = value - 0.5;
}

static void set_commit(struct finding_commit *commit, const char *hex, const char *subject)
{
	memcpy(commit->hex, hex, HISTORY_OID_SIZE);
	commit->subject = mem_strdup(subject);
	commit->author = mem_strdup("A. Author <author@example.org>");
}

static void init_finding(struct finding *finding, const char (*hex)[HISTORY_OID_SIZE])
{
	finding->state = mem_strdup("found");
	finding->changes = mem_array(1, sizeof(*finding->changes));
	finding->n_changes = 1;
	finding->changes[0].commits = mem_array(1, sizeof(*finding->changes[0].commits));
	finding->changes[0].n_commits = 1;
	set_commit(&finding->changes[0].commits[0], hex[5], "sched: be slow");
	finding->changes[0].effect_percent = -3.12;
	finding->changes[0].effect_low = -3.41;
	finding->changes[0].effect_high = -2.83;
	finding->changes[0].probability = 0.9968;
	finding->changes[0].is_resolved = true;
	finding->untestable = mem_array(1, sizeof(*finding->untestable));
	finding->n_untestable = 1;
	set_commit(&finding->untestable[0].commit, hex[6], "mm: do not build");
	finding->untestable[0].outcome = OUTCOME_NOT_BUILDABLE;
	finding->untestable[0].detail = mem_strdup("mm/slub.c:12:3: error: unknown type");
	finding->difference_percent = -3.05;
	finding->difference_low = -3.3;
	finding->difference_high = -2.8;
	finding->confidence = 0.99;
	finding->sample_sd_percent = 0.41;
	finding->boot_sd_percent = 0.2;
	finding->build_sd_percent = 0.3;
	finding->fit_p = 0.4;
	finding->n_commits = 8;
	finding->builds = 6;
	finding->boots = 8;
	finding->samples = 24;
	finding->wall_s = 7130;
}

void case_fixture_verify(struct case_fixture *fixture)
{
	struct finding_change *change = &fixture->finding->changes[0];

	change->comparison = (struct finding_comparison){
		.verdict = FINDING_CONFIRMED,
		.pairs = 4,
		.difference_percent = -3.2,
		.difference_low = -3.9,
		.difference_high = -2.5,
	};
	change->explanation = (struct finding_explanation){
		.method = FINDING_REVERT,
		.outcome = OUTCOME_MEASURED,
		.effect_percent = 2.9,
		.effect_low = 2.6,
		.effect_high = 3.2,
		.share = 0.92,
		.share_low = 0.84,
		.share_high = 1,
	};
	memcpy(change->explanation.commit, fixture->hex[3], HISTORY_OID_SIZE);
}

static void init_history(struct case_fixture *fixture)
{
	size_t good, bad, before, culprit;

	good = case_fixture_kernel(fixture, fixture->hex[0], OUTCOME_BUILT, "change 0", "");
	bad = case_fixture_kernel(fixture, fixture->hex[8], OUTCOME_BUILT, "change 8", "");
	before = case_fixture_kernel(fixture, fixture->hex[4], OUTCOME_BUILT, "net: be quick", "");
	(void)case_fixture_kernel(fixture, fixture->hex[6], OUTCOME_NOT_BUILDABLE,
				  "mm: do not build", "mm/slub.c:12:3: error: unknown type");
	culprit =
		case_fixture_kernel(fixture, fixture->hex[5], OUTCOME_BUILT, "sched: be slow", "");
	case_fixture_boot(fixture, good, 352.9);
	case_fixture_boot(fixture, bad, 342.1);
	case_fixture_boot(fixture, good, 353.6);
	case_fixture_boot(fixture, bad, 341.7);
	case_fixture_boot(fixture, before, 353.2);
	case_fixture_boot(fixture, culprit, 342.3);
	case_fixture_boot(fixture, before, 352.4);
	case_fixture_boot(fixture, culprit, 341.9);
}

static void init_step(struct step_record *step, const char *kind, const char *hex, double wall_s)
{
	step->case_id = 3;
	step->kind = mem_strdup(kind);
	step->commit = mem_strdup(hex);
	step->why = mem_strdup("halves the probability");
	step->thought = mem_strdup("{\"best\":0.5}");
	step->started = STARTED + 1000;
	step->wall_s = wall_s;
}

void case_fixture_init(struct case_fixture *fixture, const char (*hex)[HISTORY_OID_SIZE])
{
	memset(fixture, 0, sizeof(*fixture));
	for (size_t i = 0; i < CASE_FIXTURE_COMMITS; i++) {
		if (hex)
			memcpy(fixture->hex[i], hex[i], HISTORY_OID_SIZE);
		else
			memset(fixture->hex[i], '0' + (int)i, HISTORY_OID_SIZE - 1);
	}
	fixture->history = mem_zalloc(sizeof(*fixture->history));
	fixture->finding = mem_zalloc(sizeof(*fixture->finding));
	init_record(&fixture->record, fixture->hex[0], fixture->hex[8]);
	init_history(fixture);
	init_finding(fixture->finding, (const char(*)[HISTORY_OID_SIZE])fixture->hex);
	init_step(&fixture->steps[0], "build", fixture->hex[5], 300.5);
	init_step(&fixture->steps[1], "boot", fixture->hex[5], 65.25);
	fixture->input = (struct report_input){
		.record = &fixture->record,
		.history = fixture->history,
		.finding = fixture->finding,
		.steps = fixture->steps,
		.n_steps = 2,
		.width = 80,
	};
}

void case_fixture_clear(struct case_fixture *fixture)
{
	case_record_clear(&fixture->record);
	history_freep(&fixture->history);
	finding_freep(&fixture->finding);
	step_record_clear(&fixture->steps[0]);
	step_record_clear(&fixture->steps[1]);
}

void assert_golden(const char *name, const struct str *text)
{
	CLEANUP(mem_freep) char *path = mem_printf("%s/%s", GOLDEN_DIR, name);
	CLEANUP(mem_freep) char *expected = NULL;
	struct error err = { 0 };
	size_t n = 0;

	if (fs_read_file(path, GOLDEN_MAX, &expected, &n, &err) == 0 &&
	    strcmp(expected, str_text(text)) == 0)
		return;
	/* not by cmocka, which cuts a message at 1024 bytes */
	(void)fprintf(stderr, "--- %s should be:\n%s+++ but it is:\n%s===\n", name,
		      expected ? expected : "", str_text(text));
	fail_msg("%s", expected ? "the text differs" : err.text);
}
