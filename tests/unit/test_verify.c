/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <math.h>

#include "base/rng.h"
#include "bisect/verify.h"
#include "tests/support/near.h"

#define SEED 20081001

static struct verify_comparison compare(size_t n, double mean, double var, double claim)
{
	const struct verify_pairs pairs = { n, (double)n / var, mean, 0 };
	const struct verify_claim what = { .effect = claim };
	struct verify_comparison comparison;

	verify_compare(&pairs, &what, &comparison);
	return comparison;
}

/* The numbers are those of the formulas in another program. */
static void the_interval_is_that_of_the_formula(void **state)
{
	struct verify_comparison comparison = compare(4, 2.9, 2.5, 3);

	(void)state;
	assert_near(comparison.low, 2.9 - 2.825575326843906, 1e-12);
	assert_near(comparison.high, 2.9 + 2.825575326843906, 1e-12);
	comparison = compare(10, 0.2, 2.5, 1);
	assert_near(comparison.high, 0.2 + 1.8387987148892109, 1e-12);
	assert_int_equal(comparison.verdict, FINDING_CHECKING);
	comparison = compare(1, 3, 2.5, 3);
	assert_near(comparison.high, 3 + 5.856348923459982, 1e-12);
	assert_int_equal(comparison.verdict, FINDING_CHECKING);
	assert_true(isinf(compare(0, 0, 2.5, 3).low));
}

/* ln Λ is 4.9239 at 2.9, and crosses ln 100 = 4.6052 at a mean of 2.8256. */
static void it_confirms_where_the_ratio_crosses_its_threshold(void **state)
{
	(void)state;
	assert_int_equal(compare(4, 2.9, 2.5, 3).verdict, FINDING_CONFIRMED);
	assert_int_equal(compare(4, 2.8256, 2.5, 3).verdict, FINDING_CONFIRMED);
	assert_int_equal(compare(4, 2.8255, 2.5, 3).verdict, FINDING_CHECKING);
}

static void losses_and_gains_are_mirror_images(void **state)
{
	(void)state;
	for (double mean = -4; mean <= 4; mean += 0.25) {
		struct verify_comparison gain = compare(5, mean, 1.5, 2);
		struct verify_comparison loss = compare(5, -mean, 1.5, -2);

		assert_int_equal(gain.verdict, loss.verdict);
		assert_near(gain.low, -loss.high, 1e-12);
	}
}

static void without_noise_one_pair_confirms_and_two_refute(void **state)
{
	(void)state;
	assert_int_equal(compare(1, -3, 1e-6, -3).verdict, FINDING_CONFIRMED);
	assert_int_equal(compare(1, 0, 1e-6, -3).verdict, FINDING_CHECKING);
	assert_int_equal(compare(2, 0, 1e-6, -3).verdict, FINDING_REFUTED);
	assert_int_equal(compare(2, 3, 1e-6, -3).verdict, FINDING_REFUTED);  /* the other way */
	assert_int_equal(compare(2, -1, 1e-6, -3).verdict, FINDING_REFUTED); /* a third of it */
	assert_int_equal(compare(2, -2, 1e-6, -3).verdict, FINDING_CONFIRMED);
}

static void what_noise_hides_stays_undecided(void **state)
{
	(void)state;
	assert_int_equal(compare(VERIFY_PAIRS_MAX - 1, 0.3, 20, 1).verdict, FINDING_CHECKING);
	assert_int_equal(compare(VERIFY_PAIRS_MAX, 0.3, 20, 1).verdict, FINDING_UNDECIDED);
}

/* Two pairs of 0 and −4 have the variance 8, where the model says 0.04. */
static void pairs_that_contradict_each_other_count_by_their_own_variance(void **state)
{
	const struct verify_claim claim = { .effect = -4 };
	struct verify_pairs pairs = { 0 };
	struct verify_comparison comparison;

	(void)state;
	verify_add_pair(&pairs, 0, 0.04);
	verify_add_pair(&pairs, -4, 0.04);
	assert_near(pairs.mean, -2, 1e-12);
	assert_near(pairs.chi2, 8 / 0.04, 1e-9);
	verify_compare(&pairs, &claim, &comparison);
	assert_int_equal(comparison.verdict, FINDING_CHECKING);
	assert_near(comparison.high - comparison.low, 2 * 7.3551948595568435, 1e-12);
	pairs.chi2 = 10; /* with one degree of freedom it is still believed: p 0.0016 */
	verify_compare(&pairs, &claim, &comparison);
	assert_int_equal(comparison.verdict, FINDING_CONFIRMED);
}

/* A pair in which a boot is doubtful has the variance of that, and moves the mean little. */
static void a_pair_counts_by_its_own_precision(void **state)
{
	struct verify_pairs pairs = { 0 };

	(void)state;
	verify_add_pair(&pairs, -3, 0.5);
	verify_add_pair(&pairs, -30, 100);
	verify_add_pair(&pairs, -2, 0.5);
	assert_near(pairs.precision, 4.01, 1e-12);
	assert_near(pairs.mean, -10.3 / 4.01, 1e-12);
	assert_near(pairs.chi2, (9 + 4) / 0.5 + 900 / 100.0 - 10.3 * 10.3 / 4.01, 1e-9);
}

static struct verify_comparison compare_claim(size_t n, double mean,
					      const struct verify_claim *claim)
{
	const struct verify_pairs pairs = { n, (double)n / 0.5, mean, 0 };
	struct verify_comparison comparison;

	verify_compare(&pairs, claim, &comparison);
	return comparison;
}

/* Slower, but by ten times what the search saw: that is no confirmation of what it says. */
static void a_change_of_another_size_is_not_confirmed(void **state)
{
	const struct verify_claim sure = { .effect = -2.7, .sd = 0.3 };
	const struct verify_claim unsure = { .effect = -2.7, .sd = 10 };

	(void)state;
	assert_int_equal(compare_claim(1, -28, &sure).verdict, FINDING_CHECKING);
	assert_int_equal(compare_claim(8, -28, &sure).verdict, FINDING_UNDECIDED);
	assert_int_equal(compare_claim(8, -28, &unsure).verdict, FINDING_CONFIRMED);
	assert_int_equal(compare_claim(8, -3.9, &sure).verdict, FINDING_CONFIRMED);
}

static void where_a_boot_may_be_off_one_pair_confirms_nothing(void **state)
{
	const struct verify_claim claim = { .effect = -4, .sd = 0.3, .pairs_least = 2 };

	(void)state;
	assert_int_equal(compare_claim(1, -4, &claim).verdict, FINDING_CHECKING);
	assert_int_equal(compare_claim(2, -4, &claim).verdict, FINDING_CONFIRMED);
}

struct tally {
	double confirmed, refuted; /* shares */
	double pairs;              /* mean */
};

/* Comparisons to their end of sides that differ by `effect`, with normal noise. */
static struct tally simulate(double effect, double claim, double var, unsigned runs)
{
	struct tally tally = { 0 };
	struct rng rng;

	rng_init(&rng, SEED);
	for (unsigned i = 0; i < runs; i++) {
		struct verify_comparison comparison = { .verdict = FINDING_CHECKING };
		const struct verify_claim what = { .effect = claim };
		struct verify_pairs pairs = { 0 };

		while (comparison.verdict == FINDING_CHECKING) {
			verify_add_pair(&pairs, effect + sqrt(var) * rng_normal(&rng), var);
			verify_compare(&pairs, &what, &comparison);
		}
		tally.confirmed += comparison.verdict == FINDING_CONFIRMED;
		tally.refuted += comparison.verdict == FINDING_REFUTED;
		tally.pairs += (double)comparison.n_pairs;
	}
	tally.confirmed /= runs;
	tally.refuted /= runs;
	tally.pairs /= runs;
	return tally;
}

static void a_change_that_is_none_is_hardly_ever_confirmed(void **state)
{
	(void)state;
	for (double claim = 0.5; claim <= 8; claim *= 2) {
		struct tally tally = simulate(0, claim, 2.5, 20000);

		if (tally.confirmed > VERIFY_ALPHA / 2) /* only one direction is confirmed */
			fail_msg("%g confirmed at a claim of %g, seed %d", tally.confirmed, claim,
				 SEED);
	}
}

/* d = 3 and 2 in units of the noise within a boot, half of that between boots, one sample a boot. */
static void a_change_is_confirmed_in_as_many_pairs_as_expected(void **state)
{
	struct tally three = simulate(3, 3, 2 * (1 + 0.25), 4000);
	struct tally two = simulate(-2, -2, 2 * (1 + 0.25), 4000);

	(void)state;
	assert_true(three.confirmed > 0.999);
	assert_near(three.pairs, 4.2, 0.15);
	assert_true(two.confirmed > 0.99);
	assert_near(two.pairs, 8.6, 0.3);
}

static void a_change_that_is_none_is_refuted_where_the_noise_lets_it(void **state)
{
	struct tally tally = simulate(0, 3, 2.5, 4000);

	(void)state;
	assert_true(tally.refuted > 0.94);
	assert_true(simulate(3, 3, 2.5, 4000).refuted < 0.005);
}

static void assert_share(struct verify_ratio ratio, double share, double low, double high)
{
	struct verify_share found;

	assert_true(verify_share(&ratio, &found));
	assert_near(found.share, share, 1e-12);
	assert_near(found.low, low, 1e-12);
	assert_near(found.high, high, 1e-12);
}

/* Against the roots of (N − R·D)² = 1.96²·(V_N − 2·R·C + R²·V_D), by another program. */
static void a_share_has_fiellers_interval(void **state)
{
	(void)state;
	assert_share((struct verify_ratio){ 2.8, 0.04, 3, 0.05, 0.02 }, 2.8 / 3, 0.8025027452579682,
		     1.0874254103111105);
	assert_share((struct verify_ratio){ -1.5, 0.01, 3, 0.09, 0 }, -0.5, -0.6417361005604836,
		     -0.39821464737209433);
	assert_share((struct verify_ratio){ 3.2, 0.02, -1.1, 0.01, -0.004 }, -3.2 / 1.1,
		     -3.5143657622076647, -2.4683612125547083);
	assert_share((struct verify_ratio){ 2, 0.01, 2, 0, 0 }, 1, 0.902, 1.098);
}

static void a_share_of_what_may_be_nothing_is_unknown(void **state)
{
	struct verify_share share;

	(void)state;
	assert_false(verify_share(&(struct verify_ratio){ 1, 0.1, 1.5, 1, 0 }, &share));
	assert_false(verify_share(&(struct verify_ratio){ 1, 0.1, 0, 0, 0 }, &share));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_interval_is_that_of_the_formula),
		cmocka_unit_test(it_confirms_where_the_ratio_crosses_its_threshold),
		cmocka_unit_test(losses_and_gains_are_mirror_images),
		cmocka_unit_test(without_noise_one_pair_confirms_and_two_refute),
		cmocka_unit_test(what_noise_hides_stays_undecided),
		cmocka_unit_test(pairs_that_contradict_each_other_count_by_their_own_variance),
		cmocka_unit_test(a_pair_counts_by_its_own_precision),
		cmocka_unit_test(a_change_of_another_size_is_not_confirmed),
		cmocka_unit_test(where_a_boot_may_be_off_one_pair_confirms_nothing),
		cmocka_unit_test(a_change_that_is_none_is_hardly_ever_confirmed),
		cmocka_unit_test(a_change_is_confirmed_in_as_many_pairs_as_expected),
		cmocka_unit_test(a_change_that_is_none_is_refuted_where_the_noise_lets_it),
		cmocka_unit_test(a_share_has_fiellers_interval),
		cmocka_unit_test(a_share_of_what_may_be_nothing_is_unknown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
