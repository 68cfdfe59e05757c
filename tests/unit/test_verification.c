/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What follows a search that has ended, with comparison and explanation: a change of −3 % at commit c. */
#include "tests/support/test.h"

#include <math.h>
#include <string.h>

#include "bisect/verification.h"
#include "tests/support/drawing.h"
#include "tests/support/near.h"

#define KERNELS_MAX 8
#define BOOTS_MAX 100
#define EFFECT (-3.0)

/* Commits a (good), b, c, d (bad); the kernel numbers of the history. */
enum { A, B, C, D, WITHOUT };

struct site {
	struct drawing drawing;
	struct stage mainline;
	struct outlook outlook;
	struct history history;
	struct history_kernel kernels[KERNELS_MAX];
	struct history_boot boots[BOOTS_MAX];
	double values[BOOTS_MAX];
	struct evidence_options options;
	const char *carried[2]; /* commits that a revert and a transplant give; "": a conflict */
	unsigned n_carried;
	struct verification verification;
};

static int carry(void *context, const struct verification_patch *patch, char ret[HISTORY_OID_SIZE],
		 struct error *err)
{
	struct site *site = context;
	const bool is_revert = patch->method == FINDING_REVERT;

	(void)err;
	assert_int_equal(patch->from->commit[1], is_revert ? '3' : '2'); /* c, else b */
	strcpy(ret, site->carried[!is_revert]);
	site->n_carried++;
	return 0;
}

static void add_kernel(struct site *site, const char *commit)
{
	struct history_kernel *kernel = &site->kernels[site->history.n_kernels++];

	*kernel = (struct history_kernel){ .outcome = OUTCOME_BUILT, .dir = "kernels/x" };
	strcpy(kernel->commit, commit);
}

/* One sample, `level` log-percent above 100. */
static void boot(struct site *site, size_t kernel, enum boot_purpose purpose, double level)
{
	const size_t i = site->history.n_boots++;

	assert_true(i < BOOTS_MAX);
	site->values[i] = 100 * exp(level / 100);
	site->boots[i] = (struct history_boot){ .kernel = kernel,
						.purpose = purpose,
						.outcome = OUTCOME_MEASURED,
						.values = &site->values[i],
						.n = 1 };
}

static void open_site(struct site *site, double sd)
{
	char hex[HISTORY_OID_SIZE];

	*site = (struct site){
		.history = { .kernels = site->kernels, .boots = site->boots },
		.options = { .better = HIGHER_IS_BETTER,
			     .search = { .confidence = 0.99,
					 .smallest_effect = 1,
					 .min_samples = 1,
					 .max_samples = 3 },
			     .guess = { .build = 10, .boot = 1, .sample = 1 } },
		.carried = { "ffffffffffffffffffffffffffffffffffffffff", "" },
	};
	draw(&site->drawing, "a", "a: b:a c:b d:c");
	stage_init_mainline(&site->mainline, site->drawing.graph);
	for (uint32_t i = 0; i <= site->mainline.chain.n; i++) {
		stage_commit(&site->mainline, i, hex);
		add_kernel(site, hex);
		for (int j = -1; j <= 1; j++)
			boot(site, i, BOOT_SEARCH, (i >= C ? EFFECT : 0) + j * sd);
	}
	site->outlook = (struct outlook){
		.mainline = &site->mainline,
		.verdict = { .changes = { { .lo = 1,
					    .hi = 2,
					    .effect = EFFECT,
					    .probability = 1,
					    .is_resolved = true } },
			     .n_changes = 1,
			     .boot_sd = sd },
	};
}

static void close_site(struct site *site)
{
	verification_clear(&site->verification);
	stage_clear(&site->mainline);
	graph_free(site->drawing.graph);
}

/* Thinks once more; the task that follows, if there is one. */
static const struct check *think(struct site *site)
{
	const struct verification_source source = { &site->outlook, &site->history, &site->options,
						    carry, site };
	struct error err = { 0 };

	verification_clear(&site->verification);
	assert_int_equal(verification_init(&site->verification, &source, &err), 0);
	assert_int_equal(site->verification.n, 1);
	return &site->verification.checks[0];
}

/* Does what is asked for as long as it is a comparison; both sides are as given. */
static const struct check *compare(struct site *site, double before, double after, char *order)
{
	const struct check *check = think(site);
	size_t n = 0;

	while (site->verification.has_task && site->verification.task.purpose == BOOT_COMPARE) {
		const bool is_after = strcmp(site->verification.task.candidate.commit,
					     site->kernels[C].commit) == 0;

		order[n++] = is_after ? 'C' : 'B';
		boot(site, is_after ? C : B, BOOT_COMPARE, is_after ? after : before);
		check = think(site);
	}
	order[n] = '\0';
	return check;
}

static void a_quiet_change_is_confirmed_by_one_pair(void **state)
{
	char order[BOOTS_MAX + 1];
	const struct check *check;
	struct site site;

	(void)state;
	open_site(&site, 0.1);
	check = compare(&site, 0, EFFECT, order);
	assert_string_equal(order, "BC");
	assert_int_equal(check->comparison.verdict, FINDING_CONFIRMED);
	assert_near(check->comparison.difference, EFFECT, 1e-9);
	assert_near(check->claim.effect, EFFECT, 0.2);
	close_site(&site);
}

static void the_sides_are_booted_in_turn_before_behind_behind_before(void **state)
{
	char order[BOOTS_MAX + 1];
	struct site site;

	(void)state;
	open_site(&site, 1.5);
	(void)compare(&site, 0, EFFECT, order);
	assert_true(strlen(order) > 8 && strlen(order) % 2 == 0);
	assert_int_equal(strncmp(order, "BCCBBCCB", 8), 0);
	close_site(&site);
}

static void sides_that_are_alike_refute_the_change_and_nothing_is_built(void **state)
{
	char order[BOOTS_MAX + 1];
	const struct check *check;
	struct site site;

	(void)state;
	open_site(&site, 0.3);
	check = compare(&site, 0, 0, order);
	assert_int_equal(check->comparison.verdict, FINDING_REFUTED);
	assert_true(strlen(order) >= 4);
	assert_false(site.verification.has_task);
	assert_int_equal(check->explanation.method, FINDING_NO_METHOD);
	assert_int_equal(site.n_carried, 0);
	close_site(&site);
}

/* A boot between the two of a pair parts them: it counts for nothing but the level. */
static void what_was_booted_between_two_sides_parts_them(void **state)
{
	const struct check *check;
	struct site site;

	(void)state;
	open_site(&site, 0.1);
	boot(&site, B, BOOT_COMPARE, 0);
	boot(&site, D, BOOT_SEARCH, EFFECT);
	boot(&site, C, BOOT_COMPARE, EFFECT);
	check = think(&site);
	assert_int_equal(check->comparison.n_pairs, 0);
	assert_int_equal(check->comparison.verdict, FINDING_CHECKING);
	assert_string_equal(site.verification.task.candidate.commit, site.kernels[B].commit);
	close_site(&site);
}

static void the_bad_end_without_the_change_tells_its_share(void **state)
{
	char order[BOOTS_MAX + 1];
	const struct check *check;
	struct site site;

	(void)state;
	open_site(&site, 0.1);
	(void)compare(&site, 0, EFFECT, order);
	assert_true(site.verification.has_task);
	assert_int_equal(site.verification.task.purpose, BOOT_EXPLAIN);
	assert_string_equal(site.verification.task.candidate.commit, site.carried[0]);
	assert_string_equal(site.verification.task.candidate.onto, site.kernels[D].commit);
	add_kernel(&site, site.carried[0]);
	strcpy(site.kernels[WITHOUT].onto, site.kernels[D].commit);
	boot(&site, WITHOUT, BOOT_EXPLAIN, -0.3);
	check = think(&site);
	assert_false(site.verification.has_task);
	assert_int_equal(check->explanation.method, FINDING_REVERT);
	assert_int_equal(check->explanation.outcome, OUTCOME_MEASURED);
	assert_near(check->explanation.effect, -EFFECT - 0.3, 0.05);
	assert_true(check->explanation.has_share);
	assert_near(check->explanation.share.share, 0.9, 0.02);
	assert_true(check->explanation.share.low < 0.9 && check->explanation.share.high > 0.9);
	assert_true(site.verification.has_total);
	assert_near(site.verification.total.share, check->explanation.share.share, 1e-9);
	close_site(&site);
}

static void where_taking_it_out_conflicts_it_is_put_on_the_good_end(void **state)
{
	char order[BOOTS_MAX + 1];
	const struct check *check;
	struct site site;

	(void)state;
	open_site(&site, 0.1);
	site.carried[0] = "";
	site.carried[1] = "eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee";
	check = compare(&site, 0, EFFECT, order);
	assert_int_equal(check->explanation.method, FINDING_TRANSPLANT);
	assert_string_equal(site.verification.task.candidate.commit, site.carried[1]);
	assert_string_equal(site.verification.task.candidate.onto, site.kernels[A].commit);
	site.carried[1] = "";
	check = think(&site);
	assert_false(site.verification.has_task);
	assert_int_equal(check->explanation.outcome, OUTCOME_NOT_MERGEABLE);
	assert_false(site.verification.has_total);
	close_site(&site);
}

static void what_does_not_build_without_the_change_is_not_verified(void **state)
{
	char order[BOOTS_MAX + 1];
	const struct check *check;
	struct site site;

	(void)state;
	open_site(&site, 0.1);
	(void)compare(&site, 0, EFFECT, order);
	add_kernel(&site, site.carried[0]);
	strcpy(site.kernels[WITHOUT].onto, site.kernels[D].commit);
	site.kernels[WITHOUT].outcome = OUTCOME_NOT_BUILDABLE;
	site.kernels[WITHOUT].detail = "it is broken";
	check = think(&site);
	assert_false(site.verification.has_task);
	assert_int_equal(check->explanation.outcome, OUTCOME_NOT_BUILDABLE);
	assert_string_equal(check->explanation.detail, "it is broken");
	close_site(&site);
}

static void what_is_not_resolved_is_not_checked(void **state)
{
	const struct check *check;
	struct site site;

	(void)state;
	open_site(&site, 0.1);
	site.outlook.verdict.changes[0].is_resolved = false;
	check = think(&site);
	assert_int_equal(check->comparison.verdict, FINDING_UNCHECKED);
	assert_false(site.verification.has_task);
	close_site(&site);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_quiet_change_is_confirmed_by_one_pair),
		cmocka_unit_test(the_sides_are_booted_in_turn_before_behind_behind_before),
		cmocka_unit_test(sides_that_are_alike_refute_the_change_and_nothing_is_built),
		cmocka_unit_test(what_was_booted_between_two_sides_parts_them),
		cmocka_unit_test(the_bad_end_without_the_change_tells_its_share),
		cmocka_unit_test(where_taking_it_out_conflicts_it_is_put_on_the_good_end),
		cmocka_unit_test(what_does_not_build_without_the_change_is_not_verified),
		cmocka_unit_test(what_is_not_resolved_is_not_checked),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
