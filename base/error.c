/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/error.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void error_fill(struct error *err, enum error_kind kind, const char *format, ...)
{
	va_list args;

	err->kind = kind;
	va_start(args, format);
	(void)vsnprintf(err->text, sizeof(err->text), format,
			args); /* cut at the end when too long */
	va_end(args);
}

void error_fill_errno(struct error *err, int errno_value, const char *format, ...)
{
	va_list args;
	size_t n;

	err->kind = errno_value == ENOSPC || errno_value == EDQUOT ? ERROR_DISK_FULL : ERROR_HOST;
	va_start(args, format);
	(void)vsnprintf(err->text, sizeof(err->text), format, args);
	va_end(args);
	n = strlen(err->text);
	(void)snprintf(err->text + n, sizeof(err->text) - n, ": %s", strerror(errno_value));
}

void error_prepend(struct error *err, const char *format, ...)
{
	char cause[ERROR_TEXT_MAX];
	va_list args;
	size_t n;

	memcpy(cause, err->text, sizeof(cause));
	va_start(args, format);
	(void)vsnprintf(err->text, sizeof(err->text), format, args);
	va_end(args);
	n = strlen(err->text);
	(void)snprintf(err->text + n, sizeof(err->text) - n, ": %s", cause);
}

void error_clear(struct error *err)
{
	err->kind = ERROR_NONE;
	err->text[0] = '\0';
}
