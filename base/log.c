/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/log.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool log_is_debug(void)
{
	const char *value = getenv("PERFSECT_DEBUG");

	return value && value[0] != '\0' && strcmp(value, "0") != 0;
}

void log_debug(const char *format, ...)
{
	char text[1024];
	va_list args;

	if (!log_is_debug())
		return;
	va_start(args, format);
	(void)vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	(void)fprintf(stderr, "perfsect: debug: %s\n",
		      text); /* nowhere to report a broken stderr */
}
