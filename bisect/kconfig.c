/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/kconfig.h"

#include <stdlib.h>
#include <string.h>

#include "base/defs.h"
#include "base/mem.h"
#include "base/str.h"
#include "bisect/kconfig_options.h"

/*
 * One commit must not move the functions of all others: their addresses decide cache and branch
 * conflicts worth percents. Where an option is unknown, it is silently not there.
 */
const char kconfig_first_fragment[] = "CONFIG_DEBUG_FORCE_FUNCTION_ALIGN_64B=y\n";

/* The release says what we want it to say, the same for each commit. */
const char kconfig_last_fragment[] = "CONFIG_LOCALVERSION=\"\"\n"
				     "# CONFIG_LOCALVERSION_AUTO is not set\n";

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

static int compare_order(const void *a, const void *b)
{
	const struct kconfig_option *x = a, *y = b;

	return (x->order > y->order) - (x->order < y->order);
}

static void append_difference(struct str *str, const struct kconfig_option *asked,
			      const struct kconfig_option *granted)
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
	CLEANUP(kconfig_options_clear) struct kconfig_options wanted = { 0 };
	CLEANUP(kconfig_options_clear) struct kconfig_options granted = { 0 };
	const struct kconfig_option nothing = { 0 };
	struct str differences = { 0 };

	kconfig_options_parse(asked, asked_n, &wanted);
	kconfig_options_parse(config, config_n, &granted);
	if (wanted.n > 0)
		qsort(wanted.items, wanted.n, sizeof(*wanted.items), compare_order);
	for (size_t i = 0; i < wanted.n; i++) {
		const struct kconfig_option *found = NULL;

		if (granted.n > 0)
			found = bsearch(&wanted.items[i], granted.items, granted.n,
					sizeof(*granted.items), kconfig_option_compare);
		if (found == NULL)
			found = &nothing;
		if (!kconfig_option_is_fact(&wanted.items[i]) &&
		    !kconfig_option_same_value(&wanted.items[i], found))
			append_difference(&differences, &wanted.items[i], found);
	}
	return str_steal(&differences);
}
