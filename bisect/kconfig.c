/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/kconfig.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/defs.h"
#include "base/mem.h"
#include "base/str.h"

/*
 * One commit must not move the functions of all others: their addresses decide cache and branch
 * conflicts worth percents. Where an option is unknown, it is silently not there.
 */
const char kconfig_first_fragment[] = "CONFIG_DEBUG_FORCE_FUNCTION_ALIGN_64B=y\n";

/* The release says what we want it to say, the same for each commit. */
const char kconfig_last_fragment[] = "CONFIG_LOCALVERSION=\"\"\n"
				     "# CONFIG_LOCALVERSION_AUTO is not set\n";

// clang-format off
/* Filled in by Kconfig itself from the compiler at hand. */
static const char *const facts[] = {
	"CONFIG_CC_VERSION_TEXT", "CONFIG_CC_IS_", "CONFIG_CC_HAS_", "CONFIG_CC_CAN_",
	"CONFIG_GCC_VERSION", "CONFIG_CLANG_VERSION", "CONFIG_AS_", "CONFIG_LD_IS_", "CONFIG_LD_VERSION",
	"CONFIG_LLD_VERSION", "CONFIG_RUSTC_", "CONFIG_PAHOLE_", "CONFIG_TOOLS_SUPPORT_",
	"CONFIG_HAVE_", "CONFIG_ARCH_HAS_", "CONFIG_ARCH_SUPPORTS_",
};
// clang-format on

/* Is that a folder of the path? */
static bool is_within(const char *path, const char *folder)
{
	const size_t n = strlen(folder);
	const char *at = path;

	while ((at = strstr(at, folder)) != NULL) {
		if ((at == path || at[-1] == '/') && at[n] == '/')
			return true;
		at += n;
	}
	return false;
}

static bool ends_with(const char *text, const char *end)
{
	const size_t n = strlen(text), end_n = strlen(end);

	return n >= end_n && strcmp(text + n - end_n, end) == 0;
}

/* "Makefile", or "arch/X/Makefile" with what it includes for the compiler. */
static bool is_main_makefile(const char *path, const char *name)
{
	size_t depth = 0;

	if (!str_starts_with(name, "Makefile"))
		return false;
	for (const char *at = path; at < name; at++)
		depth += *at == '/';
	return depth == 0 || (depth == 2 && str_starts_with(path, "arch/"));
}

bool kconfig_is_source(const char *path)
{
	const char *slash = strrchr(path, '/');
	const char *name = slash ? slash + 1 : path;

	return str_starts_with(name, "Kconfig") || is_within(path, "scripts") ||
	       is_within(path, "configs") || ends_with(name, ".sh") || ends_with(name, ".config") ||
	       is_main_makefile(path, name);
}

/* An option as a text says it; both point into the text. */
struct option {
	const char *name; /* with CONFIG_ */
	size_t name_n;
	const char *value; /* NULL: not set */
	size_t value_n;
	size_t order; /* of the line within the text */
};

struct options {
	struct option *items;
	size_t n;
	size_t capacity;
};

static void options_clear(struct options *options)
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

static bool is_fact(const struct option *option)
{
	for (size_t i = 0; i < ARRAY_LENGTH(facts); i++)
		if (starts_with(option->name, option->name_n, facts[i]))
			return true;
	return false;
}

/* False for a line that sets nothing. */
static bool parse_line(const char *line, size_t n, struct option *ret)
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

static int compare_names(const void *a, const void *b)
{
	const struct option *x = a, *y = b;
	size_t n = x->name_n < y->name_n ? x->name_n : y->name_n;
	int order = memcmp(x->name, y->name, n);

	return order != 0 ? order : (x->name_n > y->name_n) - (x->name_n < y->name_n);
}

static int compare_names_then_order(const void *a, const void *b)
{
	const struct option *x = a, *y = b;
	int order = compare_names(a, b);

	return order != 0 ? order : (x->order > y->order) - (x->order < y->order);
}

static int compare_order(const void *a, const void *b)
{
	const struct option *x = a, *y = b;

	return (x->order > y->order) - (x->order < y->order);
}

/* Sorted by name, one entry a name: the last one of the text. */
static void parse(const char *text, size_t n, struct options *ret)
{
	size_t kept = 0;

	for (size_t at = 0; at < n;) {
		const char *end = memchr(text + at, '\n', n - at);
		size_t line_n = end != NULL ? (size_t)(end - (text + at)) : n - at;
		struct option option;

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
		if (i + 1 == ret->n || compare_names(&ret->items[i], &ret->items[i + 1]) != 0)
			ret->items[kept++] = ret->items[i];
	ret->n = kept;
}

static bool same_value(const struct option *a, const struct option *b)
{
	if (a->value == NULL || b->value == NULL)
		return a->value == b->value;
	return a->value_n == b->value_n && memcmp(a->value, b->value, a->value_n) == 0;
}

static void append_difference(struct str *str, const struct option *asked,
			      const struct option *granted)
{
	str_append_printable(str, asked->name, asked->name_n, false);
	str_append_char(str, '=');
	if (asked->value != NULL)
		str_append_printable(str, asked->value, asked->value_n, false);
	else
		str_append_char(str, 'n');
	str_append(str, granted->value != NULL ? ": is " : ": is not set");
	if (granted->value != NULL)
		str_append_printable(str, granted->value, granted->value_n, false);
	str_append_char(str, '\n');
}

char *kconfig_not_granted(const char *asked, size_t asked_n, const char *config, size_t config_n)
{
	CLEANUP(options_clear) struct options wanted = { 0 };
	CLEANUP(options_clear) struct options granted = { 0 };
	const struct option nothing = { 0 };
	struct str differences = { 0 };

	parse(asked, asked_n, &wanted);
	parse(config, config_n, &granted);
	if (wanted.n > 0)
		qsort(wanted.items, wanted.n, sizeof(*wanted.items), compare_order);
	for (size_t i = 0; i < wanted.n; i++) {
		const struct option *found = NULL;

		if (granted.n > 0)
			found = bsearch(&wanted.items[i], granted.items, granted.n,
					sizeof(*granted.items), compare_names);
		if (found == NULL)
			found = &nothing;
		if (!is_fact(&wanted.items[i]) && !same_value(&wanted.items[i], found))
			append_difference(&differences, &wanted.items[i], found);
	}
	return str_steal(&differences);
}
