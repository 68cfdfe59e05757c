/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <math.h>

#include "base/defs.h"
#include "base/rng.h"
#include "bisect/search_modes.h"

#define BOOTS 40
#define RUNS 500

/* Boots of which `share` are slower by `apart`. */
static void draw(struct rng *rng, double *residuals, double apart, double share)
{
	for (size_t i = 0; i < BOOTS; i++) {
		residuals[i] = 0.5 * rng_normal(rng);
		if (rng_uniform(rng) < share)
			residuals[i] -= apart;
	}
}

static unsigned count_seen(double apart, double share)
{
	struct rng rng;
	double residuals[BOOTS];
	unsigned seen = 0;

	rng_init(&rng, 7);
	for (unsigned i = 0; i < RUNS; i++) {
		draw(&rng, residuals, apart, share);
		seen += search_modes_of(residuals, BOOTS, 0.1).apart > 0;
	}
	return seen;
}

static void two_modes_are_told_with_their_distance_and_share(void **state)
{
	struct search_modes modes;
	double residuals[BOOTS];
	struct rng rng;

	(void)state;
	rng_init(&rng, 3);
	draw(&rng, residuals, 3, 0.3);
	modes = search_modes_of(residuals, BOOTS, 0.1);
	assert_true(fabs(modes.apart - 3) < 0.5);
	assert_true(modes.slow > 0.1 && modes.slow < 0.5);
	assert_true(count_seen(3, 0.3) > RUNS * 9 / 10);
}

static void one_mode_is_not_taken_for_two(void **state)
{
	(void)state;
	assert_int_equal(count_seen(0, 0), 0);
	assert_true(count_seen(0.5, 0.3) < RUNS / 100);
}

static void one_boot_that_is_off_is_no_mode(void **state)
{
	double residuals[BOOTS];
	struct rng rng;

	(void)state;
	rng_init(&rng, 3);
	draw(&rng, residuals, 0, 0);
	residuals[7] = -9;
	assert_true(search_modes_of(residuals, BOOTS, 0.1).apart == 0);
}

static void a_few_boots_or_none_tell_nothing(void **state)
{
	double residuals[] = { -3, -3, 0, 0, 0 };

	(void)state;
	assert_true(search_modes_of(residuals, ARRAY_LENGTH(residuals), 0.1).apart == 0);
	assert_true(search_modes_of(residuals, 0, 0.1).apart == 0);
}

/* Samples that repeat leave no variance: modes that are nearer than anyone cares about are not told. */
static void modes_within_the_least_variance_are_one(void **state)
{
	double residuals[BOOTS];

	(void)state;
	for (size_t i = 0; i < BOOTS; i++)
		residuals[i] = i % 2 ? 0.001 : 0;
	assert_true(search_modes_of(residuals, BOOTS, 0.1).apart == 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(two_modes_are_told_with_their_distance_and_share),
		cmocka_unit_test(one_mode_is_not_taken_for_two),
		cmocka_unit_test(one_boot_that_is_off_is_no_mode),
		cmocka_unit_test(a_few_boots_or_none_tell_nothing),
		cmocka_unit_test(modes_within_the_least_variance_are_one),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
