/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config/check_kconfig.h"

#include <stdbool.h>
#include <string.h>

#include "base/fs.h"
#include "base/mem.h"
#include "base/str.h"
#include "config/check_rule.h"

#define FILE_BYTES_MAX (16 << 20)
#define SHOWN_MAX 40
#define SYMBOL "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_"

int check_kconfig_target(const struct settings *settings, char *const *field, struct error *err)
{
	/* Those that ask no question and take nothing from the host. */
	static const char *const targets[] = { "defconfig",    "tinyconfig",   "allnoconfig",
					       "allyesconfig", "allmodconfig", "alldefconfig" };
	const char *nearest = targets[0];

	if (str_ends_with(*field, "_defconfig") || str_ends_with(*field, ".config"))
		return 0; /* of the tree, which may have it in one commit and not in another */
	for (size_t i = 0; i < ARRAY_LENGTH(targets); i++) {
		if (strcmp(*field, targets[i]) == 0)
			return 0;
		if (str_distance(*field, targets[i]) < str_distance(*field, nearest))
			nearest = targets[i];
	}
	return check_rule_refuse(
		settings, field, err,
		"kernel.make_config is '%s', which makes no configuration; did you "
		"mean '%s'? NAME_defconfig and NAME.config are those of the tree",
		*field, nearest);
}

/* Of n bytes; a comment says what is not set, too. */
static bool is_kconfig_line(const char *line, size_t n)
{
	static const char prefix[] = "CONFIG_";
	const size_t start = strspn(line, " \t");

	if (start >= n || line[start] == '#' || line[start] == '\r')
		return true;
	if (!str_starts_with(line, prefix))
		return false;
	const size_t symbol = strspn(line + strlen(prefix), SYMBOL);

	return symbol > 0 && line[strlen(prefix) + symbol] == '=';
}

int check_kconfig_file(const struct settings *settings, const void *field, const char *label,
		       const char *path, struct error *err)
{
	CLEANUP(mem_freep) char *text = NULL;
	struct error cause = { 0 };
	unsigned number = 0;
	size_t n;

	if (!path)
		return 0;
	if (fs_read_file(path, FILE_BYTES_MAX, &text, &n, &cause) < 0)
		return check_rule_refuse(settings, field, err, "%s: %s", label, cause.text);
	for (const char *line = text; *line; line += n + (line[n] == '\n')) {
		CLEANUP(str_clear) struct str shown = { 0 };

		n = strcspn(line, "\n");
		number++;
		if (is_kconfig_line(line, n))
			continue;
		str_append_printable(&shown, line, n < SHOWN_MAX ? n : SHOWN_MAX, false);
		return check_rule_refuse(settings, field, err,
					 "%s: line %u of '%s' is '%s', which is not as kconfig has "
					 "it: CONFIG_NAME=value, or a comment",
					 label, number, path, str_text(&shown));
	}
	return 0;
}
