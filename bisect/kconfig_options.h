/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The options of a .config or fragment, as its text says them. Pure. */
#ifndef BISECT_KCONFIG_OPTIONS_H
#define BISECT_KCONFIG_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

/* Points into the text. */
struct kconfig_option {
	const char *name; /* with CONFIG_ */
	size_t name_n;
	const char *value; /* NULL: not set */
	size_t value_n;
	size_t order; /* of the line within the text */
};

struct kconfig_options {
	struct kconfig_option *items;
	size_t n;
	size_t capacity;
};

/* Sorted by name, one entry a name: the last one of the text. *ret is zeroed before. */
void kconfig_options_parse(const char *text, size_t n, struct kconfig_options *ret);
void kconfig_options_clear(struct kconfig_options *options);

/* For qsort and bsearch, by name. */
int kconfig_option_compare(const void *a, const void *b);
bool kconfig_option_same_value(const struct kconfig_option *a, const struct kconfig_option *b);
/* Filled in by Kconfig itself from the compiler at hand. */
bool kconfig_option_is_fact(const struct kconfig_option *option);

#endif
