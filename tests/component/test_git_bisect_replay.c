/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The git-bisect report is replayed by the real git, on a repository made for the test. */
#include "tests/support/test.h"

#include <stdlib.h>
#include <string.h>

#include "base/deadline.h"
#include "base/fs.h"
#include "base/mem.h"
#include "base/process.h"
#include "results/report_git_bisect.h"
#include "tests/support/case_fixture.h"
#include "tests/support/tempdir.h"

#define ARGS_MAX 10
#define HOSTILE "evil\ngit bisect bad main\n\x1b[2J"

/* A repository of nine commits in a row, made once for all tests. */
struct repository {
	char *path;
	char hex[CASE_FIXTURE_COMMITS][HISTORY_OID_SIZE];
};

/* Output of git in the test's folder, whatever the user's git is set up like. */
static char *git(void **state, const char *const *args)
{
	static const char *const env[] = {
		"GIT_CONFIG_GLOBAL=/dev/null",
		"GIT_CONFIG_SYSTEM=/dev/null",
		"GIT_AUTHOR_NAME=A",
		"GIT_AUTHOR_EMAIL=a@example.org",
		"GIT_COMMITTER_NAME=A",
		"GIT_COMMITTER_EMAIL=a@example.org",
		NULL,
	};
	const struct repository *repository = *state;
	const char *argv[ARGS_MAX + 2] = { "git" };
	struct process_opts opts = { .argv = argv,
				     .env = env,
				     .cwd = repository->path,
				     .capture_bytes = 65536,
				     .deadline = deadline_in(60) };
	struct error err = { 0 };
	char *output = NULL;

	for (size_t i = 0; args[i]; i++) {
		assert_true(i < ARGS_MAX);
		argv[i + 1] = args[i];
	}
	if (process_read(&opts, &output, &err) < 0)
		fail_msg("%s", err.text);
	return output;
}

static void git_quiet(void **state, const char *const *args)
{
	free(git(state, args));
}

/* The object a revision names. */
static void resolve(void **state, const char *revision, char *ret_hex)
{
	CLEANUP(mem_freep)
	char *output = git(state, (const char *const[]){ "rev-parse", revision, NULL });

	assert_true(strlen(output) >= HISTORY_OID_SIZE - 1);
	memcpy(ret_hex, output, HISTORY_OID_SIZE - 1);
	ret_hex[HISTORY_OID_SIZE - 1] = '\0';
}

static int set_up(void **state)
{
	struct repository *repository = mem_zalloc(sizeof(*repository));
	CLEANUP(mem_freep) char *list = NULL;
	void *path = NULL;

	if (tempdir_setup(&path) != 0)
		return -1;
	repository->path = path;
	*state = repository;
	git_quiet(state, (const char *const[]){ "init", "--quiet", "-b", "main", ".", NULL });
	for (size_t i = 0; i < CASE_FIXTURE_COMMITS; i++) {
		CLEANUP(mem_freep) char *message = mem_printf("change %zu", i);

		git_quiet(state, (const char *const[]){ "commit", "--quiet", "--allow-empty", "-m",
							message, NULL });
	}
	list = git(state, (const char *const[]){ "rev-list", "--reverse", "HEAD", NULL });
	for (size_t i = 0; i < CASE_FIXTURE_COMMITS; i++)
		memcpy(repository->hex[i], list + i * HISTORY_OID_SIZE, HISTORY_OID_SIZE - 1);
	return 0;
}

static int tear_down(void **state)
{
	struct repository *repository = *state;
	void *path = repository->path;

	free(repository);
	return tempdir_teardown(&path);
}

/* Writes the report and replays it; the output of git is the caller's. */
static char *replay(void **state, const struct report_input *input)
{
	const struct repository *repository = *state;
	CLEANUP(mem_freep) char *path = mem_printf("%s/bisect.log", repository->path);
	CLEANUP(str_clear) struct str log = { 0 };
	struct error err = { 0 };

	report_git_bisect_append(input, &log);
	if (fs_write_atomic(path, str_text(&log), log.length, 0644, &err) < 0)
		fail_msg("%s", err.text);
	git_quiet(state, (const char *const[]){ "bisect", "reset", NULL }); /* of the last test */
	return git(state, (const char *const[]){ "bisect", "replay", "bisect.log", NULL });
}

static void assert_ref(void **state, const char *ref, const char *hex)
{
	char found[HISTORY_OID_SIZE];

	resolve(state, ref, found);
	assert_string_equal(found, hex);
}

static void git_comes_to_the_same_culprit(void **state)
{
	CLEANUP(case_fixture_clear) struct case_fixture fixture;
	CLEANUP(mem_freep) char *output = NULL;
	CLEANUP(mem_freep) char *expected = NULL;
	const struct repository *repository = *state;
	const char(*hex)[HISTORY_OID_SIZE] = repository->hex;

	case_fixture_init(&fixture, hex);
	output = replay(state, &fixture.input);
	expected = mem_printf("%s is the first bad commit", hex[5]);
	assert_non_null(strstr(output, expected));
	assert_ref(state, "refs/bisect/bad", hex[5]);
}

static void a_bad_kernel_tried_after_the_culprit_does_not_lead_git_away(void **state)
{
	CLEANUP(case_fixture_clear) struct case_fixture fixture;
	CLEANUP(mem_freep) char *output = NULL;
	const struct repository *repository = *state;
	const char(*hex)[HISTORY_OID_SIZE] = repository->hex;
	size_t late;

	case_fixture_init(&fixture, hex);
	late = case_fixture_kernel(&fixture, hex[7], OUTCOME_BUILT, "late", "");
	case_fixture_boot(&fixture, late, 342.0);
	output = replay(state, &fixture.input);
	assert_ref(state, "refs/bisect/bad", hex[5]);
}

static void untestable_commits_are_skipped(void **state)
{
	CLEANUP(case_fixture_clear) struct case_fixture fixture;
	CLEANUP(mem_freep) char *output = NULL;
	CLEANUP(mem_freep) char *skip = NULL;
	const struct repository *repository = *state;
	const char(*hex)[HISTORY_OID_SIZE] = repository->hex;

	case_fixture_init(&fixture, hex);
	output = replay(state, &fixture.input);
	skip = mem_printf("refs/bisect/skip-%s", hex[6]);
	assert_ref(state, skip, hex[6]);
}

/* With terms of one's own, and a commit that was skipped among them. */
static void terms_of_ones_own_are_gits(void **state)
{
	CLEANUP(case_fixture_clear) struct case_fixture fixture;
	CLEANUP(mem_freep) char *output = NULL;
	CLEANUP(mem_freep) char *expected = NULL;
	CLEANUP(mem_freep) char *skip = NULL;
	const struct repository *repository = *state;
	const char(*hex)[HISTORY_OID_SIZE] = repository->hex;

	case_fixture_init(&fixture, hex);
	fixture.input.term_old = "fast";
	fixture.input.term_new = "slow";
	output = replay(state, &fixture.input);
	expected = mem_printf("%s is the first slow commit", hex[5]);
	assert_non_null(strstr(output, expected));
	assert_ref(state, "refs/bisect/slow", hex[5]);
	skip = mem_printf("refs/bisect/skip-%s", hex[6]);
	assert_ref(state, skip, hex[6]);
}

static void a_subject_cannot_become_a_command(void **state)
{
	CLEANUP(case_fixture_clear) struct case_fixture fixture;
	CLEANUP(mem_freep) char *output = NULL;
	const struct repository *repository = *state;
	const char(*hex)[HISTORY_OID_SIZE] = repository->hex;

	case_fixture_init(&fixture, hex);
	for (size_t i = 0; i < fixture.history->n_kernels; i++) {
		free(fixture.history->kernels[i].subject);
		free(fixture.history->kernels[i].detail);
		fixture.history->kernels[i].subject = mem_strdup(HOSTILE);
		fixture.history->kernels[i].detail = mem_strdup(HOSTILE);
	}
	free(fixture.finding->changes[0].commits[0].subject);
	fixture.finding->changes[0].commits[0].subject = mem_strdup(HOSTILE);
	free(fixture.record.unit);
	fixture.record.unit = mem_strdup(HOSTILE);
	output = replay(state, &fixture.input);
	assert_ref(state, "refs/bisect/bad", hex[5]);
}

static void a_case_without_a_finding_only_names_its_ends(void **state)
{
	CLEANUP(case_fixture_clear) struct case_fixture fixture;
	CLEANUP(mem_freep) char *output = NULL;
	const struct repository *repository = *state;
	const char(*hex)[HISTORY_OID_SIZE] = repository->hex;

	case_fixture_init(&fixture, hex);
	fixture.input.finding = NULL;
	output = replay(state, &fixture.input);
	assert_ref(state, "refs/bisect/bad", hex[8]);
}

/* A gain at commit 2 and the loss at commit 5, each of which git finds in its own section. */
static void several_changes_have_a_bisection_each(void **state)
{
	CLEANUP(case_fixture_clear) struct case_fixture fixture;
	CLEANUP(mem_freep) char *output = NULL;
	CLEANUP(str_clear) struct str log = { 0 };
	struct finding_change both[2], *own;
	const struct repository *repository = *state;
	const char(*hex)[HISTORY_OID_SIZE] = repository->hex;
	struct finding_commit gain = { .subject = "gain", .author = "" };
	struct history_kernel *kernels;
	struct history_kernel first;

	case_fixture_init(&fixture, hex);
	/* In the order of the commits: the ends, 4, 6 and 5 were tried. */
	kernels = fixture.history->kernels;
	memcpy(gain.hex, hex[4], HISTORY_OID_SIZE);
	own = fixture.finding->changes;
	both[0] = both[1] = own[0];
	both[0].commits = &gain;
	both[0].effect_percent = 2;
	first = kernels[1]; /* the bad end, to its place */
	kernels[1] = kernels[2];
	kernels[2] = kernels[4];
	kernels[4] = first;
	for (size_t i = 0; i < fixture.history->n_boots; i++) {
		static const size_t moved[] = { 0, 4, 1, 3, 2 };

		fixture.history->boots[i].kernel = moved[fixture.history->boots[i].kernel];
	}
	fixture.finding->changes = both;
	fixture.finding->n_changes = 2;
	fixture.input.is_sorted = true;
	report_git_bisect_append(&fixture.input, &log);
	output = replay(state, &fixture.input);
	fixture.finding->changes = own;
	fixture.finding->n_changes = 1;
	assert_non_null(strstr(str_text(&log), "# change 1 of 2: +2"));
	assert_non_null(strstr(str_text(&log), "a gain; here, \"bad\" is with it"));
	assert_non_null(strstr(str_text(&log), "the regression; here, \"bad\" is with it"));
	assert_ref(state, "refs/bisect/bad", hex[5]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(git_comes_to_the_same_culprit),
		cmocka_unit_test(a_bad_kernel_tried_after_the_culprit_does_not_lead_git_away),
		cmocka_unit_test(untestable_commits_are_skipped),
		cmocka_unit_test(terms_of_ones_own_are_gits),
		cmocka_unit_test(a_subject_cannot_become_a_command),
		cmocka_unit_test(several_changes_have_a_bisection_each),
		cmocka_unit_test(a_case_without_a_finding_only_names_its_ends),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
