/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <math.h>

#include "base/defs.h"
#include "results/stats.h"
#include "tests/support/near.h"

/* TCP_RR transactions/s of two kernels as people once published them. */
static const double fast[] = { 94643.23, 94754.37, 94909.77, 95457.41 };
static const double slow[] = { 84225.59, 83362.65, 84060.73, 83462.72 };
/* … and of one with an outlier. */
static const double outlier[] = { 111272.55, 104689.58, 110733, 110748 };

static void a_mean_comes_with_its_interval(void **state)
{
	struct stats_estimate estimate;

	(void)state;
	stats_estimate(fast, 4, 0.95, &estimate);
	assert_int_equal(estimate.n, 4);
	assert_true(estimate.has_spread);
	assert_near(estimate.mean, 94941.195, 1e-6);
	assert_near(estimate.sd, 361.08732955708814, 1e-8);
	assert_near(estimate.low, 94366.62448108316, 1e-5);
	assert_near(estimate.high, 95515.76551891686, 1e-5);
}

static void one_value_has_no_spread_and_says_so(void **state)
{
	struct stats_estimate estimate;

	(void)state;
	stats_estimate(fast, 1, 0.95, &estimate);
	assert_near(estimate.mean, fast[0], 0);
	assert_false(estimate.has_spread);
	assert_true(isnan(estimate.sd));
	assert_true(isnan(estimate.low));
	assert_true(isnan(estimate.high));
	assert_true(isnan(stats_sd(fast, 1)));
}

static void a_median_does_not_disturb_its_values(void **state)
{
	double values[] = { 3, 1, 2, 10 };

	(void)state;
	assert_near(stats_median(values, 4), 2.5, 0);
	assert_near(stats_median(values, 3), 2, 0);
	assert_near(values[0], 3, 0);
	assert_near(values[3], 10, 0);
}

static void neighbours_tell_the_spread(void **state)
{
	const struct stats_series series[] = { { outlier, 4 }, { fast, 1 } };

	(void)state;
	assert_near(stats_successive_sd(series, 2), 6335.5719252163135, 1e-8);
	assert_near(stats_successive_sd(series + 1, 1), 0, 0);
	assert_near(stats_successive_sd(NULL, 0), 0, 0);
}

static void drift_does_not_widen_the_spread(void **state)
{
	const double drifting[] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 };
	const struct stats_series series = { drifting, ARRAY_LENGTH(drifting) };

	(void)state;
	assert_near(stats_successive_sd(&series, 1), 1 / (0.6745 * M_SQRT2), 1e-12);
	assert_true(stats_sd(drifting, ARRAY_LENGTH(drifting)) > 4);
}

static void one_outlier_hardly_moves_the_huber_mean(void **state)
{
	(void)state;
	assert_near(stats_huber_mean(outlier, 4, 400), 110652.57890625, 1e-6);
	assert_near(stats_mean(outlier, 4), 109360.7825, 1e-6);
}

static void without_a_spread_the_huber_mean_is_the_median(void **state)
{
	(void)state;
	assert_near(stats_huber_mean(outlier, 4, 0), 110740.5, 1e-9);
	assert_near(stats_huber_mean(outlier, 1, 400), outlier[0], 0);
	assert_near(stats_huber_mean(fast, 2, 1), (fast[0] + fast[1]) / 2, 1e-9);
}

static void quantiles_are_those_of_the_tables(void **state)
{
	(void)state;
	assert_near(stats_normal_quantile(0.975), 1.9599639845400536, 1e-12);
	assert_near(stats_t_quantile(0.975, 3), 3.1824463052836975, 1e-9);
	assert_near(stats_t_quantile(0.975, 5.830099806759169), 2.4643014051858874, 1e-9);
	assert_near(stats_chi2_upper(5, 2), 0.0820849986238988, 1e-14);
	assert_near(stats_chi2_upper(9.5, 4), 0.049747247417943646, 1e-14);
	assert_near(stats_chi2_upper(0, 3), 1, 0);
}

static void two_sets_are_compared_as_welch_did(void **state)
{
	const struct stats_series a = { fast, 4 };
	const struct stats_series b = { slow, 4 };
	struct stats_comparison comparison;

	(void)state;
	assert_true(stats_compare(&a, &b, 0.95, &comparison));
	assert_near(comparison.difference, -11163.2725, 1e-6);
	assert_near(comparison.t, -39.81507067222556, 1e-9);
	assert_near(comparison.freedom, 5.830099806759169, 1e-9);
	assert_near(comparison.low, -11854.208561239082, 1e-4);
	assert_near(comparison.high, -10472.33643876093, 1e-4);
	assert_near(comparison.p, 2.5122364731331044e-08, 1e-15);
}

static void a_set_of_one_is_not_compared(void **state)
{
	const struct stats_series a = { fast, 4 };
	const struct stats_series b = { slow, 1 };
	struct stats_comparison comparison = { .t = 7 };

	(void)state;
	assert_false(stats_compare(&a, &b, 0.95, &comparison));
	assert_false(stats_compare(&b, &a, 0.95, &comparison));
	assert_near(comparison.t, 7, 0);
}

static void sets_that_do_not_vary_differ_for_certain_or_not_at_all(void **state)
{
	const double ones[] = { 1, 1, 1 }, twos[] = { 2, 2 };
	const struct stats_series a = { ones, 3 };
	const struct stats_series b = { twos, 2 };
	struct stats_comparison comparison;

	(void)state;
	assert_true(stats_compare(&a, &b, 0.95, &comparison));
	assert_near(comparison.low, 1, 0);
	assert_near(comparison.high, 1, 0);
	assert_near(comparison.p, 0, 0);
	assert_true(isinf(comparison.t) && comparison.t > 0);
	assert_true(stats_compare(&a, &a, 0.95, &comparison));
	assert_near(comparison.p, 1, 0);
	assert_near(comparison.t, 0, 0);
}

/* Clopper and Pearson's 81 of 263, as R's binom.test() has it; all and none by the rule of three. */
static void a_share_comes_with_an_interval_that_covers(void **state)
{
	double low, high;

	(void)state;
	stats_share_interval(81, 263, 0.95, &low, &high);
	assert_near(low, 0.2527, 1e-4);
	assert_near(high, 0.3676, 1e-4);
	stats_share_interval(400, 400, 0.95, &low, &high);
	assert_near(low, pow(0.025, 1 / 400.0), 1e-9);
	assert_near(high, 1, 0);
	stats_share_interval(0, 10, 0.95, &low, &high);
	assert_near(low, 0, 0);
	assert_near(high, 1 - pow(0.025, 1 / 10.0), 1e-9);
	/* where the library's inverse of the distribution does not converge */
	stats_share_interval(1, 94, 0.998, &low, &high);
	assert_near(low, 1 - pow(0.999, 1 / 94.0), 1e-9);
}

static void hits_are_held_against_a_share(void **state)
{
	(void)state;
	assert_near(stats_share_upper(0, 20, 0.1), 1, 0);
	assert_near(stats_share_upper(1, 20, 0.1), 1 - pow(0.9, 20), 1e-12);
	assert_near(stats_share_upper(20, 20, 0.1), 1e-20, 1e-26);
	assert_near(stats_share_upper(2, 3, 0.1), 3 * 0.01 * 0.9 + 0.001, 1e-12);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_mean_comes_with_its_interval),
		cmocka_unit_test(one_value_has_no_spread_and_says_so),
		cmocka_unit_test(a_median_does_not_disturb_its_values),
		cmocka_unit_test(neighbours_tell_the_spread),
		cmocka_unit_test(drift_does_not_widen_the_spread),
		cmocka_unit_test(one_outlier_hardly_moves_the_huber_mean),
		cmocka_unit_test(without_a_spread_the_huber_mean_is_the_median),
		cmocka_unit_test(quantiles_are_those_of_the_tables),
		cmocka_unit_test(a_share_comes_with_an_interval_that_covers),
		cmocka_unit_test(hits_are_held_against_a_share),
		cmocka_unit_test(two_sets_are_compared_as_welch_did),
		cmocka_unit_test(a_set_of_one_is_not_compared),
		cmocka_unit_test(sets_that_do_not_vary_differ_for_certain_or_not_at_all),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
