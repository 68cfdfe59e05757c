/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include "bisect/recipe.h"

static void the_first_entry_that_holds_is_taken(void **state)
{
	const bool holds[] = { false, true, true };

	(void)state;
	assert_int_equal(recipe_first(holds, 3), 1);
	assert_true(recipe_first(holds, 1) == RECIPE_DEFAULT);
	assert_true(recipe_first(NULL, 0) == RECIPE_DEFAULT);
}

static void all_kernels_of_a_case_have_the_toolchain_of_its_good_end(void **state)
{
	const bool first[] = { true, false }, second[] = { false, true }, none[2] = { false };
	struct recipe_choice choice = recipe_choose(first, second, 2);

	(void)state;
	assert_int_equal(choice.toolchain, 0);
	assert_true(choice.is_switched);
	choice = recipe_choose(none, second, 2);
	assert_true(choice.toolchain == RECIPE_DEFAULT);
	assert_true(choice.is_switched);
	choice = recipe_choose(second, second, 2);
	assert_int_equal(choice.toolchain, 1);
	assert_false(choice.is_switched);
}

static void a_toolchain_and_overrides_go_over_the_settings(void **state)
{
	char gcc[] = "gcc", old[] = "gcc-11", lld[] = "ld.lld";
	char common[] = "V=1", more[] = "KCFLAGS=-O1", a[] = "CONFIG_A=n", b[] = "CONFIG_B=y";
	char *commons[] = { common, NULL }, *mores[] = { more, NULL };
	char *as[] = { a, NULL }, *bs[] = { b, NULL };
	struct toolchain_settings toolchain = { .cc = old, .make = { mores, 1, 1 } };
	struct override_settings overrides[] = { { .set = { as, 1, 1 } }, { .set = { bs, 1, 1 } } };
	const struct kernel_settings settings = {
		.cc = gcc,
		.ld = lld,
		.make = { commons, 1, 1 },
		.toolchains = &toolchain,
		.n_toolchains = 1,
		.overrides = overrides,
		.n_overrides = 2,
	};
	const bool holds[] = { false, true };
	CLEANUP(recipe_clear) struct recipe recipe = { 0 };

	(void)state;
	recipe_init(&recipe, &settings, 0, holds);
	assert_string_equal(recipe.settings.cc, "gcc-11");
	assert_string_equal(recipe.settings.ld, "ld.lld");
	assert_int_equal(recipe.settings.make.n, 2);
	assert_string_equal(recipe.settings.make.items[1], "KCFLAGS=-O1");
	assert_int_equal(recipe.settings.set.n, 1);
	assert_string_equal(recipe.settings.set.items[0], "CONFIG_B=y");
	recipe_clear(&recipe);
	recipe_init(&recipe, &settings, RECIPE_DEFAULT, holds);
	assert_string_equal(recipe.settings.cc, "gcc");
	assert_int_equal(recipe.settings.make.n, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_first_entry_that_holds_is_taken),
		cmocka_unit_test(all_kernels_of_a_case_have_the_toolchain_of_its_good_end),
		cmocka_unit_test(a_toolchain_and_overrides_go_over_the_settings),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
