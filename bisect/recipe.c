/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/recipe.h"

#include <string.h>

size_t recipe_first(const bool *holds, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (holds[i])
			return i;
	return RECIPE_DEFAULT;
}

struct recipe_choice recipe_choose(const bool *holds_for_good, const bool *holds_for_bad, size_t n)
{
	const size_t good = recipe_first(holds_for_good, n);

	return (struct recipe_choice){
		.toolchain = good,
		.is_switched = good != recipe_first(holds_for_bad, n),
	};
}

void recipe_clear(struct recipe *recipe)
{
	strlist_clear(&recipe->make);
	strlist_clear(&recipe->set);
	memset(recipe, 0, sizeof(*recipe));
}

static void add_all(struct strlist *list, const struct strlist *more)
{
	for (size_t i = 0; i < more->n; i++)
		strlist_add(list, more->items[i]);
}

void recipe_init(struct recipe *ret, const struct kernel_settings *settings, size_t toolchain,
		 const bool *overrides_hold)
{
	*ret = (struct recipe){ .settings = *settings };
	add_all(&ret->make, &settings->make);
	add_all(&ret->set, &settings->set);
	if (toolchain != RECIPE_DEFAULT) {
		const struct toolchain_settings *of = &settings->toolchains[toolchain];

		ret->settings.cc = of->cc;
		if (of->ld)
			ret->settings.ld = of->ld;
		add_all(&ret->make, &of->make);
	}
	for (size_t i = 0; i < settings->n_overrides; i++)
		if (overrides_hold[i])
			add_all(&ret->set, &settings->overrides[i].set);
	ret->settings.make = ret->make;
	ret->settings.set = ret->set;
}
