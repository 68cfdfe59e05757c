/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/report_kcidb.h"

#include <ctype.h>
#include <math.h>
#include <string.h>
#include <time.h>

#include "base/json.h"
#include "base/mem.h"
#include "results/report_checks.h"
#include "results/report_input.h"

#define ORIGIN "perfsect"
#define MAJOR 5
#define MINOR 3
#define EXCERPT_MAX 8000 /* bytes; 16384 characters are allowed */

struct kcidb {
	const struct report_input *input;
	struct json *checkouts, *builds, *tests, *issues, *incidents;
	char *prefix; /* of all ids: no other case, here or elsewhere, has it */
	char *path;   /* of what is measured */
};

/* Without control bytes and bidirectional marks, and not too long. */
static void set_text(struct json *object, const char *key, const char *text)
{
	CLEANUP(str_clear) struct str safe = { 0 };

	if (!text || !text[0])
		return; /* nothing may be null, and "" says nothing */
	str_append_printable(&safe, text, strnlen(text, EXCERPT_MAX), true);
	json_set_string(object, key, str_text(&safe));
}

static void set_time(struct json *object, const char *key, int64_t unix_seconds)
{
	const time_t seconds = (time_t)unix_seconds;
	struct tm tm = { 0 };
	char text[40];

	if (unix_seconds > 0 && gmtime_r(&seconds, &tm) &&
	    strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%S+00:00", &tm) > 0 &&
	    tm.tm_year + 1900 <= 9999)
		json_set_string(object, key, text);
}

static void set_real(struct json *object, const char *key, double value)
{
	if (isfinite(value))
		json_set_real(object, key, value);
}

static struct json *new_object(const struct kcidb *kcidb, const char *id)
{
	struct json *object = json_new_object();
	CLEANUP(mem_freep) char *whole = mem_printf("%s%s", kcidb->prefix, id);

	json_set_string(object, "id", whole);
	json_set_string(object, "origin", ORIGIN);
	return object;
}

static void set_id(const struct kcidb *kcidb, struct json *object, const char *key, const char *id)
{
	CLEANUP(mem_freep) char *whole = mem_printf("%s%s", kcidb->prefix, id);

	json_set_string(object, key, whole);
}

/* Letters, digits, '_' and '-'; all else becomes '_'. */
static void append_segment(struct str *path, const char *text)
{
	if (text[0] == '\0')
		return;
	if (path->length)
		str_append_char(path, '.');
	for (; *text; text++)
		str_append_char(path, isalnum((unsigned char)*text) || *text == '-' ? *text : '_');
}

static const char *status_of(enum outcome outcome)
{
	switch (outcome) {
	case OUTCOME_BUILT:
	case OUTCOME_BOOTED:
		return "PASS";
	case OUTCOME_MEASURED:
		return "DONE";
	case OUTCOME_NOT_BUILDABLE:
	case OUTCOME_PANICKED:
	case OUTCOME_HUNG:
	case OUTCOME_REBOOTED:
		return "FAIL";
	case OUTCOME_WORKLOAD_FAILED:
	case OUTCOME_TIMED_OUT:
	case OUTCOME_NOT_MERGEABLE:
		return "ERROR";
	default:
		return "MISS"; /* it happened to the host */
	}
}

static void add_checkout(struct kcidb *kcidb, const struct history_kernel *kernel, const char *id)
{
	struct json *checkout = new_object(kcidb, id);

	/* what was merged or laid out in the workspace is no commit that others have */
	if (kernel->onto[0] == '\0' && kernel->variant == 0)
		json_set_string(checkout, "git_commit_hash", kernel->commit);
	if (strcmp(kernel->commit, kcidb->input->record->good) == 0)
		set_text(checkout, "git_commit_name", kcidb->input->record->good_name);
	else if (strcmp(kernel->commit, kcidb->input->record->bad) == 0)
		set_text(checkout, "git_commit_name", kcidb->input->record->bad_name);
	json_set_string(checkout, "patchset_hash", "");
	json_set_bool(checkout, "valid", true);
	set_text(checkout, "comment", kernel->subject);
	json_push(kcidb->checkouts, checkout);
}

static void add_kernel(struct kcidb *kcidb, size_t i)
{
	const struct history_kernel *kernel = &kcidb->input->history->kernels[i];
	CLEANUP(mem_freep) char *id = mem_printf("kernel-%lld", (long long)kernel->id);
	struct json *build = new_object(kcidb, id), *misc = json_new_object();

	add_checkout(kcidb, kernel, id);
	set_id(kcidb, build, "checkout_id", id);
	json_set_string(build, "status", status_of(kernel->outcome));
	if (kernel->build_s > 0)
		set_real(build, "duration", kernel->build_s);
	set_text(build, "log_excerpt", kernel->detail);
	json_set_string(misc, "commit", kernel->commit);
	if (kernel->onto[0])
		json_set_string(misc, "onto", kernel->onto);
	json_set_integer(misc, "layout", kernel->variant);
	json_set_string(misc, "outcome", outcome_name(kernel->outcome));
	json_set(build, "misc", misc);
	json_push(kcidb->builds, build);
}

/* A test of a boot; the caller adds what came of it and pushes it. */
static struct json *new_test(const struct kcidb *kcidb, const struct history_boot *boot,
			     const char *id)
{
	const struct history_kernel *kernel = &kcidb->input->history->kernels[boot->kernel];
	CLEANUP(mem_freep) char *build = mem_printf("kernel-%lld", (long long)kernel->id);
	struct json *test = new_object(kcidb, id), *environment = json_new_object();

	set_id(kcidb, test, "build_id", build);
	set_text(environment, "comment", boot->machine);
	json_set(test, "environment", environment);
	set_time(test, "start_time", boot->started);
	json_set_string(test, "status", status_of(boot->outcome));
	return test;
}

static void add_sample(struct kcidb *kcidb, const struct history_boot *boot, size_t i)
{
	CLEANUP(mem_freep) char *id = mem_printf("boot-%lld-%zu", (long long)boot->id, i + 1);
	struct json *test = new_test(kcidb, boot, id), *number = json_new_object();

	json_set_real(number, "value", boot->values[i]);
	set_text(number, "unit", kcidb->input->record->unit);
	json_set_string(number, "prefix", "metric");
	json_set_string(test, "path", kcidb->path);
	json_set(test, "number", number);
	json_push(kcidb->tests, test);
}

static void add_boot(struct kcidb *kcidb, const struct history_boot *boot)
{
	CLEANUP(mem_freep) char *id = mem_printf("boot-%lld", (long long)boot->id);
	struct json *test;

	for (size_t i = 0; i < boot->n; i++)
		if (isfinite(boot->values[i]))
			add_sample(kcidb, boot, i);
	if (boot->outcome == OUTCOME_MEASURED)
		return;
	test = new_test(kcidb, boot, id);
	json_set_string(test, "path", "boot");
	set_real(test, "duration", boot->total_s);
	set_text(test, "log_excerpt", boot->detail);
	json_push(kcidb->tests, test);
}

/* The kernel that is the commit as it is; n_kernels when there is none. */
static size_t find_kernel(const struct history *history, const char *commit)
{
	size_t i = 0;

	while (i < history->n_kernels &&
	       (history->kernels[i].onto[0] || history->kernels[i].variant ||
		strcmp(history->kernels[i].commit, commit) != 0))
		i++;
	return i;
}

static void add_verdict(struct kcidb *kcidb, const struct finding_change *change, size_t kernel,
			const char *id)
{
	const struct history *history = kcidb->input->history;
	CLEANUP(mem_freep)
	char *build = mem_printf("kernel-%lld", (long long)history->kernels[kernel].id);
	struct json *test = new_object(kcidb, id), *misc = json_new_object();

	set_id(kcidb, test, "build_id", build);
	json_set_string(test, "path", kcidb->path);
	json_set_string(test, "status", change->effect_percent < 0 ? "FAIL" : "PASS");
	set_real(misc, "effect_percent", change->effect_percent);
	set_real(misc, "effect_low", change->effect_low);
	set_real(misc, "effect_high", change->effect_high);
	set_real(misc, "probability", change->probability);
	json_set_string(misc, "verdict", finding_verdict_name(change->comparison.verdict));
	json_set(test, "misc", misc);
	json_push(kcidb->tests, test);
}

static void add_issue(struct kcidb *kcidb, const struct finding_change *change, const char *id)
{
	const struct finding_commit *commit = &change->commits[0];
	struct json *issue = new_object(kcidb, id), *culprit = json_new_object();
	CLEANUP(mem_freep)
	char *subject = mem_printf("%.12s (\"%.300s\") changes %s by %+.2f %%", commit->hex,
				   commit->subject ? commit->subject : "", kcidb->path,
				   change->effect_percent);
	CLEANUP(str_clear) struct str checks = { 0 };

	json_set_integer(issue, "version", 1);
	json_set_bool(culprit, "code", true);
	json_set_bool(culprit, "tool", false);
	json_set_bool(culprit, "harness", false);
	json_set(issue, "culprit", culprit);
	set_text(issue, "report_subject", subject);
	report_checks_comparison(change, &checks);
	set_text(issue, "comment", str_text(&checks));
	json_push(kcidb->issues, issue);
}

static void add_change(struct kcidb *kcidb, const struct finding_change *change)
{
	const struct history *history = kcidb->input->history;
	const size_t kernel = find_kernel(history, change->commits[0].hex);
	CLEANUP(mem_freep) char *issue_id = mem_printf("issue-%s", change->commits[0].hex);
	CLEANUP(mem_freep) char *test_id = mem_printf("verdict-%s", change->commits[0].hex);
	CLEANUP(mem_freep) char *incident_id = mem_printf("incident-%s", change->commits[0].hex);
	struct json *incident;

	if (change->n_commits != 1 || !change->is_resolved || kernel == history->n_kernels ||
	    change->comparison.verdict == FINDING_REFUTED)
		return;
	add_verdict(kcidb, change, kernel, test_id);
	if (!(change->effect_percent < 0))
		return; /* who is faster has no issue */
	add_issue(kcidb, change, issue_id);
	incident = new_object(kcidb, incident_id);
	set_id(kcidb, incident, "issue_id", issue_id);
	json_set_integer(incident, "issue_version", 1);
	set_id(kcidb, incident, "test_id", test_id);
	json_set_bool(incident, "present", true);
	json_push(kcidb->incidents, incident);
}

static void kcidb_init(struct kcidb *kcidb, const struct report_input *input)
{
	const struct case_record *record = input->record;
	CLEANUP(str_clear) struct str path = { 0 };

	append_segment(&path, record->workload);
	append_segment(&path, record->metric);
	append_segment(&path, record->cell);
	*kcidb = (struct kcidb){
		.input = input,
		.checkouts = json_new_array(),
		.builds = json_new_array(),
		.tests = json_new_array(),
		.issues = json_new_array(),
		.incidents = json_new_array(),
		.prefix = mem_printf(ORIGIN ":%lld-%lld-%.12s-%.12s-", (long long)record->created,
				     (long long)record->id, record->good, record->bad),
		.path = str_steal(&path),
	};
}

/* Hands all lists over. */
static struct json *whole(struct kcidb *kcidb)
{
	struct json *json = json_new_object(), *version = json_new_object();

	json_set_integer(version, "major", MAJOR);
	json_set_integer(version, "minor", MINOR);
	json_set(json, "version", version);
	json_set(json, "checkouts", kcidb->checkouts);
	json_set(json, "builds", kcidb->builds);
	json_set(json, "tests", kcidb->tests);
	json_set(json, "issues", kcidb->issues);
	json_set(json, "incidents", kcidb->incidents);
	mem_freep(&kcidb->prefix);
	mem_freep(&kcidb->path);
	return json;
}

void report_kcidb_append(const struct report_input *input, struct str *out)
{
	const struct history *history = input->history;
	CLEANUP(json_freep) struct json *json = NULL;
	CLEANUP(mem_freep) char *text = NULL;
	struct kcidb kcidb;

	kcidb_init(&kcidb, input);
	for (size_t i = 0; i < history->n_kernels; i++)
		add_kernel(&kcidb, i);
	for (size_t i = 0; i < history->n_boots; i++)
		add_boot(&kcidb, &history->boots[i]);
	for (size_t i = 0; input->finding && i < input->finding->n_changes; i++)
		add_change(&kcidb, &input->finding->changes[i]);
	json = whole(&kcidb);
	text = json_dump(json, false);
	str_append(out, text);
	str_append_char(out, '\n');
}
