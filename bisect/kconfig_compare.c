/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/kconfig_compare.h"

#include <stdlib.h>
#include <string.h>

#include "base/defs.h"
#include "base/mem.h"
#include "base/str.h"
#include "bisect/kconfig_options.h"
#include "bisect/kconfig_speed.h"

void kconfig_differences_clear(struct kconfig_differences *differences)
{
	free(differences->speed);
	free(differences->others);
	memset(differences, 0, sizeof(*differences));
}

static const struct kconfig_option *find(const struct kconfig_options *options,
					 const struct kconfig_option *like)
{
	return options->items ? bsearch(like, options->items, options->n, sizeof(*options->items),
					kconfig_option_compare)
			      : NULL;
}

/* Under its other name, with the same value. */
static bool is_renamed(const struct kconfig_options *options, const struct kconfig_option *option)
{
	const char *twin = kconfig_twin(option->name, option->name_n);
	CLEANUP(mem_freep) char *name = twin ? mem_printf("CONFIG_%s", twin) : NULL;
	const struct kconfig_option *found;

	if (!name)
		return false;
	found = find(options, &(struct kconfig_option){ .name = name, .name_n = strlen(name) });
	return found && kconfig_option_same_value(found, option);
}

static void append_value(struct str *str, const struct kconfig_option *option)
{
	if (option && option->value)
		str_append_printable(str, option->value, option->value_n, false);
	else
		str_append(str, "not set");
}

struct comparison_texts {
	struct str speed, others;
};

static void append(struct comparison_texts *texts, struct kconfig_differences *ret,
		   const struct kconfig_option *one, const struct kconfig_option *other)
{
	const struct kconfig_option *named = one ? one : other;
	const bool is_speed = kconfig_is_speed(named->name, named->name_n);
	struct str *str = is_speed ? &texts->speed : &texts->others;

	str_append_printable(str, named->name, named->name_n, false);
	str_append(str, ": ");
	append_value(str, one);
	str_append(str, ", ");
	append_value(str, other);
	str_append_char(str, '\n');
	ret->n_speed += is_speed;
	ret->n_others += !is_speed;
}

/* `one` or `other` may be NULL: not there. */
static bool is_difference(const struct kconfig_option *one, const struct kconfig_option *other)
{
	static const struct kconfig_option nothing = { 0 };

	return !kconfig_option_is_fact(one ? one : other) &&
	       !kconfig_option_same_value(one ? one : &nothing, other ? other : &nothing);
}

void kconfig_compare(const char *one, size_t one_n, const char *other, size_t other_n,
		     struct kconfig_differences *ret)
{
	CLEANUP(kconfig_options_clear) struct kconfig_options left = { 0 };
	CLEANUP(kconfig_options_clear) struct kconfig_options right = { 0 };
	struct comparison_texts texts = { 0 };
	struct kconfig_differences differences = { 0 };

	kconfig_options_parse(one, one_n, &left);
	kconfig_options_parse(other, other_n, &right);
	for (size_t i = 0, j = 0;;) {
		const struct kconfig_option *a = i < left.n ? &left.items[i] : NULL;
		const struct kconfig_option *b = j < right.n ? &right.items[j] : NULL;
		const int order = !a ? 1 : !b ? -1 : kconfig_option_compare(a, b);

		if (!a && !b)
			break;
		i += order <= 0;
		j += order >= 0;
		a = order <= 0 ? a : NULL;
		b = order >= 0 ? b : NULL;
		if (is_difference(a, b) && !(a && !b && is_renamed(&right, a)) &&
		    !(b && !a && is_renamed(&left, b)))
			append(&texts, &differences, a, b);
	}
	differences.speed = str_steal(&texts.speed);
	differences.others = str_steal(&texts.others);
	*ret = differences;
}
