/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <math.h>

#include "base/defs.h"
#include "bisect/search_noise.h"

static void assert_near(double actual, double expected, double tolerance)
{
	if (!(fabs(actual - expected) <= tolerance))
		fail_msg("%.9g is not within %g of %.9g", actual, tolerance, expected);
}

static const struct search_kernel kernels[] = { { 1000, SEARCH_BUILT, 0 },
						{ 0, SEARCH_BUILT, 0 },
						{ 500, SEARCH_BUILT, 0 } };

static struct search_problem problem_of(const struct search_boot *boots, size_t n,
					unsigned min_samples)
{
	return (struct search_problem){
		.n = 1000,
		.kernels = kernels,
		.n_kernels = ARRAY_LENGTH(kernels),
		.boots = boots,
		.n_boots = n,
		.costs = { .build = 10, .boot = 1, .sample = 1 },
		.options = { .smallest_effect = 1, .min_samples = min_samples, .max_samples = 8 },
	};
}

/* Numbers of an independent implementation of the same formulas. */
static void the_variance_components_agree_with_the_reference(void **state)
{
	const struct search_boot boots[] = {
		{ 1, (double[]){ 1, 2 }, 2, 0 },     { 0, (double[]){ -2, -1 }, 2, 0 },
		{ 1, (double[]){ 1.5, 0.5 }, 2, 0 }, { 0, (double[]){ -3, -2.5 }, 2, 0 },
		{ 2, (double[]){ 0 }, 1, 0 },        { 2, (double[]){ 1 }, 1, 0 },
		{ 1, (double[]){ 2.5, 2 }, 2, 0 },   { 0, (double[]){ -2, -3 }, 2, 0 },
	};
	struct search_problem problem = problem_of(boots, ARRAY_LENGTH(boots), 1);
	struct search_noise noise;
	struct search_chain chain;

	(void)state;
	search_chain_init(&chain, &problem);
	search_noise_fit(&chain, &noise);
	assert_near(noise.sample_var, 0.4923697007862209, 1e-9);
	assert_near(noise.ratio, 0.46945561131263086, 1e-9);
	assert_int_equal(chain.n_points, 3);
	assert_near(chain.points[0].mean, 1.5833333333333335, 1e-12);
	assert_near(chain.points[1].mean, 0.5, 1e-12);
	assert_near(chain.points[2].mean, -2.25, 1e-12);
	assert_near(chain.points[0].precision, 6.284952595019387, 1e-8);
	assert_near(chain.points[1].precision, 2.7642810998252183, 1e-8);
	assert_near(search_noise_look_var(&noise, 4),
		    0.4923697007862209 * (0.46945561131263086 + 0.25), 1e-9);
	search_chain_clear(&chain);
}

static void boots_that_differ_more_than_samples_count_as_boots(void **state)
{
	const struct search_boot boots[] = {
		{ 1, (double[]){ 1, 1 }, 2, 0 },
		{ 1, (double[]){ 3, 3 }, 2, 0 },
		{ 0, (double[]){ 0, 0 }, 2, 0 },
		{ 0, (double[]){ 2, 2.2 }, 2, 0 },
	};
	struct search_problem problem = problem_of(boots, ARRAY_LENGTH(boots), 1);
	struct search_noise noise;
	struct search_chain chain;

	(void)state;
	search_chain_init(&chain, &problem);
	search_noise_fit(&chain, &noise);
	assert_near(noise.sample_var, 0.07433219705934424, 1e-9);
	assert_near(noise.ratio, 117.15850636632686, 1e-6);
	/* So more samples of one boot are worth next to nothing. */
	assert_true(search_noise_look_var(&noise, 8) > 0.98 * search_noise_look_var(&noise, 1));
	assert_int_equal(search_noise_best_samples(&noise, &problem), 1);
	search_chain_clear(&chain);
}

/* Counted instructions repeat exactly within a boot, while boots differ. */
static void boots_that_repeat_their_samples_show_how_boots_differ(void **state)
{
	const struct search_boot boots[] = {
		{ 1, (double[]){ 1, 1, 1 }, 3, 0 },
		{ 1, (double[]){ 3, 3, 3 }, 3, 0 },
		{ 0, (double[]){ 0, 0, 0 }, 3, 0 },
		{ 0, (double[]){ 2, 2, 2 }, 3, 0 },
	};
	struct search_problem problem = problem_of(boots, ARRAY_LENGTH(boots), 1);
	struct search_noise noise;
	struct search_chain chain;

	(void)state;
	search_chain_init(&chain, &problem);
	search_noise_fit(&chain, &noise);
	/* Two pairs that lie 2 apart: the variance of boots is 2. */
	assert_true(search_noise_look_var(&noise, 3) > 1);
	assert_true(search_noise_look_var(&noise, 3) < 8);
	assert_near(noise.sample_var * noise.ratio, 2.1667209818778033, 1e-6);
	search_chain_clear(&chain);
}

static void identical_samples_give_a_small_noise_and_finite_weights(void **state)
{
	const struct search_boot boots[] = {
		{ 1, (double[]){ 5, 5, 5 }, 3, 0 },
		{ 1, (double[]){ 5, 5, 5 }, 3, 0 },
		{ 0, (double[]){ 4, 4, 4 }, 3, 0 },
		{ 0, (double[]){ 4, 4, 4 }, 3, 0 },
	};
	struct search_problem problem = problem_of(boots, ARRAY_LENGTH(boots), 3);
	struct search_noise noise;
	struct search_chain chain;

	(void)state;
	search_chain_init(&chain, &problem);
	search_noise_fit(&chain, &noise);
	assert_true(noise.sample_var > 0 && noise.sample_var < 1e-5);
	assert_true(isfinite(chain.points[0].precision));
	assert_true(chain.points[0].precision > 1e5);
	assert_near(chain.points[0].mean, 5, 1e-12);
	assert_near(chain.points[1].mean, 4, 1e-12);
	search_chain_clear(&chain);
}

static void one_outlier_of_three_moves_the_mean_of_its_boot_little(void **state)
{
	const struct search_boot boots[] = {
		{ 1, (double[]){ 0.1, -0.1, 0.05 }, 3, 0 },
		{ 1, (double[]){ -0.05, -50, 0.08 }, 3, 0 },
		{ 0, (double[]){ 0.02, 0.12, -0.06 }, 3, 0 },
	};
	struct search_problem problem = problem_of(boots, ARRAY_LENGTH(boots), 3);
	struct search_noise noise;
	struct search_chain chain;

	(void)state;
	search_chain_init(&chain, &problem);
	search_noise_fit(&chain, &noise);
	assert_true(fabs(chain.builds[0].looks[1].mean) < 0.4);
	assert_true(noise.sample_var < 0.3);
	search_chain_clear(&chain);
}

/* Two samples off against one, or two against two, say less of the boot than three against one. */
static void a_boot_without_a_clear_majority_weighs_little(void **state)
{
	const struct search_boot boots[] = {
		{ 1, (double[]){ 0.1, -0.1, 0.05, 0 }, 4, 0 },
		{ 1, (double[]){ 0.02, -5, 0.08, -0.02 }, 4, 0 },
		{ 1, (double[]){ -5, -5.05, 0.05 }, 3, 0 },
		{ 0, (double[]){ -5, 0.12, -4.96, 0.03 }, 4, 0 },
		{ 0, (double[]){ -0.05, 0.1, 0, 0.07, -0.1, 0.02 }, 6, 0 },
		{ 1, (double[]){ 0.05, 0.1, -0.03, 0.04, 0, 0.09 }, 6, 0 },
	};
	struct search_problem problem = problem_of(boots, ARRAY_LENGTH(boots), 4);
	const struct search_look *looks;
	struct search_noise noise;
	struct search_chain chain;

	(void)state;
	search_chain_init(&chain, &problem);
	search_noise_fit(&chain, &noise);
	looks = chain.points[0].builds[0].looks;
	assert_near(looks[0].excess, 0, 1e-12);
	assert_int_equal(looks[1].n_agree, 3);
	assert_true(looks[1].excess < looks[2].excess);
	assert_near(looks[1].mean, 0.03, 0.05);
	assert_int_equal(looks[2].n_agree, 2);
	assert_true(looks[2].excess > 2); /* of 25: either camp may be the one that is off */
	looks = chain.points[1].builds[0].looks;
	assert_near(looks[0].excess, 12.5, 1);
	search_chain_clear(&chain);
}

static void one_boot_of_three_that_is_off_moves_its_kernel_little(void **state)
{
	const struct search_boot boots[] = {
		{ 1, (double[]){ 0.1, -0.1, 0.05 }, 3, 0 },
		{ 1, (double[]){ -0.05, 0.02, 0.08 }, 3, 0 },
		{ 1, (double[]){ 20.02, 20.12, 19.94 }, 3, 0 },
		{ 0, (double[]){ 0.02, 0.12, -0.06 }, 3, 0 },
		{ 0, (double[]){ 0.04, 0.01, -0.03 }, 3, 0 },
	};
	struct search_problem problem = problem_of(boots, ARRAY_LENGTH(boots), 3);
	struct search_noise noise;
	struct search_chain chain;

	(void)state;
	search_chain_init(&chain, &problem);
	search_noise_fit(&chain, &noise);
	assert_true(fabs(chain.points[0].mean) < 0.5);
	search_chain_clear(&chain);
}

static void only_two_boots_far_apart_disagree(void **state)
{
	struct search_boot boots[] = {
		{ 1, (double[]){ 0.1, -0.1 }, 2, 0 },  { 1, (double[]){ 0.05, 0.02 }, 2, 0 },
		{ 2, (double[]){ 0.02, 0.12 }, 2, 0 }, { 2, (double[]){ -0.03, 0.1 }, 2, 0 },
		{ 0, (double[]){ 0.0, 0.1 }, 2, 0 },   { 0, (double[]){ 0.02, 0.03 }, 2, 0 },
	};
	struct search_problem problem = problem_of(boots, ARRAY_LENGTH(boots), 1);
	struct search_noise noise;
	struct search_chain chain;

	(void)state;
	search_chain_init(&chain, &problem);
	search_noise_fit(&chain, &noise);
	for (size_t i = 0; i < chain.n_points; i++)
		assert_false(search_noise_boots_disagree(&noise, &chain.builds[i], 0));
	search_chain_clear(&chain);
	boots[1] = (struct search_boot){ 1, (double[]){ 2.02, 2.03 }, 2, 0 };
	search_chain_init(&chain, &problem);
	search_noise_fit(&chain, &noise);
	assert_true(noise.ratio * noise.sample_var > 0.1); /* they make boots look different */
	assert_true(search_noise_boots_disagree(&noise, &chain.builds[0], 0));
	assert_false(search_noise_boots_disagree(&noise, &chain.builds[0], 1));
	assert_false(search_noise_boots_disagree(&noise, &chain.builds[1], 0));
	search_chain_clear(&chain);
}

/* Six boots of two samples, one of which contradicts itself. */
static void fill_with_outlier(struct search_boot boots[6], const double *off)
{
	static const double fine[] = { 0.1, -0.1 };

	for (size_t i = 0; i < 6; i++)
		boots[i] = (struct search_boot){ i % 3, i == 4 ? off : fine, 2, 0 };
}

static void outliers_that_are_met_ask_for_more_samples_a_boot(void **state)
{
	const double fine[] = { 0.2, -0.1 }, off[] = { 0.1, -5.6 };
	struct search_boot boots[6] = { 0 };
	struct search_problem problem = problem_of(boots, ARRAY_LENGTH(boots), 1);
	struct search_noise noise;
	struct search_chain chain;

	(void)state;
	fill_with_outlier(boots, fine);
	search_chain_init(&chain, &problem);
	search_noise_fit(&chain, &noise);
	assert_true(noise.scatter.outlier_rate == 0);
	assert_int_equal(noise.min_samples, 1);
	search_chain_clear(&chain);
	fill_with_outlier(boots, off);
	search_chain_init(&chain, &problem);
	search_noise_fit(&chain, &noise);
	assert_near(noise.scatter.outlier_rate, 1.0 / 12, 1e-12);
	assert_int_equal(noise.min_samples, 3);
	assert_true(noise.is_robust);
	search_chain_clear(&chain);
	problem.options.max_samples = 2;
	search_chain_init(&chain, &problem);
	search_noise_fit(&chain, &noise);
	assert_int_equal(noise.min_samples, 2);
	search_chain_clear(&chain);
}

static void a_pair_that_contradicts_itself_moves_its_kernel_little(void **state)
{
	const double off[] = { 0.1, -5.6 };
	struct search_boot boots[6] = { 0 };
	struct search_problem problem = problem_of(boots, ARRAY_LENGTH(boots), 1);
	struct search_noise noise;
	struct search_chain chain;

	(void)state;
	fill_with_outlier(boots, off);
	search_chain_init(&chain, &problem);
	search_noise_fit(&chain, &noise);
	assert_true(fabs(chain.points[0].mean) < 0.1);
	assert_true(noise.sample_var < 0.1);
	assert_near(chain.points[0].precision, chain.points[1].precision / 2, 1);
	search_chain_clear(&chain);
}

static void quiet_boots_are_given_more_samples_within_the_options(void **state)
{
	struct search_problem problem = problem_of(NULL, 0, 1);
	struct search_noise noise = { .sample_var = 1, .ratio = 0.01, .min_samples = 1 };

	(void)state;
	assert_int_equal(search_noise_best_samples(&noise, &problem), 4);
	problem.options.max_samples = 2;
	assert_int_equal(search_noise_best_samples(&noise, &problem), 2);
	problem.options.max_samples = 8;
	noise.ratio = 4;
	assert_int_equal(search_noise_best_samples(&noise, &problem), 1);
	noise.min_samples = 6;
	assert_int_equal(search_noise_best_samples(&noise, &problem), 6);
}

/* Boots of three samples, of which the first `n_off` boots have one that is off. */
static bool has_too_many(unsigned n_boots, unsigned n_off)
{
	static double values[64][3];
	struct search_boot boots[64] = { 0 };
	struct search_problem problem = problem_of(boots, n_boots, 3);
	struct search_noise noise;
	struct search_chain chain;
	bool ret;

	for (unsigned i = 0; i < n_boots; i++) {
		values[i][0] = i % 2 ? 0.1 : -0.1;
		values[i][1] = 0;
		values[i][2] = i < n_off ? -30 : -values[i][0];
		boots[i] = (struct search_boot){ i % 2, values[i], 3, 0 };
	}
	search_chain_init(&chain, &problem);
	search_noise_fit(&chain, &noise);
	assert_int_equal(noise.scatter.n_off, n_off);
	assert_int_equal(noise.scatter.n_samples, 3 * n_boots);
	ret = search_noise_has_too_many_outliers(&noise);
	search_chain_clear(&chain);
	return ret;
}

/* P(X ≥ k) of 48 samples at one in ten: .0022 for 12, .0007 for 13. */
static void outliers_are_too_many_when_chance_does_not_explain_them(void **state)
{
	(void)state;
	assert_false(has_too_many(16, 0));
	assert_false(has_too_many(16, 4));
	assert_false(has_too_many(16, 12));
	assert_true(has_too_many(16, 13));
	assert_false(has_too_many(4, 3));
}

/* An outlier of 30 in 12 samples: three that agree are all off with odds 1/11³, and then by 30. */
static void samples_that_agree_may_all_be_off(void **state)
{
	const struct search_scatter scatter = { .outlier_rate = 1 / 12.0, .outlier_var = 75 };
	const struct search_scatter none = { .scale = 1 };

	(void)state;
	assert_near(search_look_all_off_var(&scatter, 1), 75, 1e-9);
	assert_near(search_look_all_off_var(&scatter, 3), 900 / 1332.0, 1e-9);
	assert_near(search_look_all_off_var(&none, 3), 0, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_variance_components_agree_with_the_reference),
		cmocka_unit_test(outliers_are_too_many_when_chance_does_not_explain_them),
		cmocka_unit_test(samples_that_agree_may_all_be_off),
		cmocka_unit_test(boots_that_differ_more_than_samples_count_as_boots),
		cmocka_unit_test(boots_that_repeat_their_samples_show_how_boots_differ),
		cmocka_unit_test(identical_samples_give_a_small_noise_and_finite_weights),
		cmocka_unit_test(one_outlier_of_three_moves_the_mean_of_its_boot_little),
		cmocka_unit_test(a_boot_without_a_clear_majority_weighs_little),
		cmocka_unit_test(one_boot_of_three_that_is_off_moves_its_kernel_little),
		cmocka_unit_test(only_two_boots_far_apart_disagree),
		cmocka_unit_test(outliers_that_are_met_ask_for_more_samples_a_boot),
		cmocka_unit_test(a_pair_that_contradicts_itself_moves_its_kernel_little),
		cmocka_unit_test(quiet_boots_are_given_more_samples_within_the_options),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
