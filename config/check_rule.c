/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config/check_rule.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/fs.h"

#define ALNUM "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
#define NAME_MAX_BYTES 64

int check_rule_refuse(const struct settings *settings, const void *field, struct error *err,
		      const char *format, ...)
{
	char text[ERROR_TEXT_MAX];
	va_list args;

	va_start(args, format);
	(void)vsnprintf(text, sizeof(text), format, args); /* cut at the end when too long */
	va_end(args);
	return error_set(err, ERROR_CONFIG, "%s: %s", settings_where(settings, field), text);
}

int check_rule_file(const struct settings *settings, const void *field, const char *label,
		    const char *path, struct error *err)
{
	if (!path)
		return 0;
	if (!fs_exists(path))
		return check_rule_refuse(settings, field, err, "%s: there is no file '%s'", label,
					 path);
	if (fs_is_dir(path))
		return check_rule_refuse(settings, field, err, "%s: '%s' is a folder, not a file",
					 label, path);
	return 0;
}

int check_rule_name(const struct settings *settings, char *const *field, const char *label,
		    struct error *err)
{
	const char *name = *field;
	size_t n = strlen(name);

	if (n > NAME_MAX_BYTES)
		return check_rule_refuse(settings, field, err,
					 "%s has %zu bytes; it must have at most %d", label, n,
					 NAME_MAX_BYTES);
	if (!strchr(ALNUM, name[0]) || strspn(name, ALNUM "._-") != n)
		return check_rule_refuse(settings, field, err,
					 "%s '%s' must be of letters, digits and '._-', and begin "
					 "with a letter or digit",
					 label, name);
	return 0;
}
