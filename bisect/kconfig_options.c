/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/kconfig_options.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/defs.h"
#include "base/mem.h"

// clang-format off
/* Filled in by Kconfig itself from the compiler at hand. */
static const char *const facts[] = {
	"CONFIG_CC_VERSION_TEXT", "CONFIG_CC_IS_", "CONFIG_CC_HAS_", "CONFIG_CC_CAN_",
	"CONFIG_GCC_VERSION", "CONFIG_CLANG_VERSION", "CONFIG_AS_", "CONFIG_LD_IS_", "CONFIG_LD_VERSION",
	"CONFIG_LLD_VERSION", "CONFIG_RUSTC_", "CONFIG_PAHOLE_", "CONFIG_TOOLS_SUPPORT_",
	"CONFIG_HAVE_", "CONFIG_ARCH_HAS_", "CONFIG_ARCH_SUPPORTS_",
};
// clang-format on

void kconfig_options_clear(struct kconfig_options *options)
{
	free(options->items);
	memset(options, 0, sizeof(*options));
}

static size_t name_length(const char *text, size_t n)
{
	size_t i = 0;

	while (i < n && (isalnum((unsigned char)text[i]) || text[i] == '_'))
		i++;
	return i;
}

static bool starts_with(const char *text, size_t n, const char *prefix)
{
	size_t prefix_n = strlen(prefix);

	return n >= prefix_n && memcmp(text, prefix, prefix_n) == 0;
}

bool kconfig_option_is_fact(const struct kconfig_option *option)
{
	for (size_t i = 0; i < ARRAY_LENGTH(facts); i++)
		if (starts_with(option->name, option->name_n, facts[i]))
			return true;
	return false;
}

/* False for a line that sets nothing. */
static bool parse_line(const char *line, size_t n, struct kconfig_option *ret)
{
	static const char hash[] = "# ", unset[] = " is not set";
	bool is_comment = starts_with(line, n, hash);

	if (is_comment) {
		line += sizeof(hash) - 1;
		n -= sizeof(hash) - 1;
	}
	while (n > 0 && isspace((unsigned char)line[n - 1]))
		n--;
	memset(ret, 0, sizeof(*ret));
	if (!starts_with(line, n, "CONFIG_"))
		return false;
	ret->name = line;
	ret->name_n = name_length(line, n);
	line += ret->name_n;
	n -= ret->name_n;
	if (is_comment)
		return n == sizeof(unset) - 1 && memcmp(line, unset, n) == 0;
	if (n == 0 || line[0] != '=')
		return false;
	if (n == 2 && line[1] == 'n')
		return true;
	ret->value = line + 1;
	ret->value_n = n - 1;
	return true;
}

int kconfig_option_compare(const void *a, const void *b)
{
	const struct kconfig_option *x = a, *y = b;
	size_t n = x->name_n < y->name_n ? x->name_n : y->name_n;
	int order = memcmp(x->name, y->name, n);

	return order != 0 ? order : (x->name_n > y->name_n) - (x->name_n < y->name_n);
}

static int compare_names_then_order(const void *a, const void *b)
{
	const struct kconfig_option *x = a, *y = b;
	int order = kconfig_option_compare(a, b);

	return order != 0 ? order : (x->order > y->order) - (x->order < y->order);
}

void kconfig_options_parse(const char *text, size_t n, struct kconfig_options *ret)
{
	size_t kept = 0;

	for (size_t at = 0; at < n;) {
		const char *end = memchr(text + at, '\n', n - at);
		size_t line_n = end != NULL ? (size_t)(end - (text + at)) : n - at;
		struct kconfig_option option;

		if (parse_line(text + at, line_n, &option)) {
			option.order = at;
			mem_grow(&ret->items, &ret->capacity, ret->n, sizeof(*ret->items));
			ret->items[ret->n++] = option;
		}
		at += line_n + 1;
	}
	if (ret->n == 0)
		return;
	qsort(ret->items, ret->n, sizeof(*ret->items), compare_names_then_order);
	for (size_t i = 0; i < ret->n; i++)
		if (i + 1 == ret->n ||
		    kconfig_option_compare(&ret->items[i], &ret->items[i + 1]) != 0)
			ret->items[kept++] = ret->items[i];
	ret->n = kept;
}

bool kconfig_option_same_value(const struct kconfig_option *a, const struct kconfig_option *b)
{
	if (a->value == NULL || b->value == NULL)
		return a->value == b->value;
	return a->value_n == b->value_n && memcmp(a->value, b->value, a->value_n) == 0;
}
