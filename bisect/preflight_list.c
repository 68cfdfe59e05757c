/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/preflight_list.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"

void preflight_add(struct preflight *preflight, enum preflight_level level, const char *what,
		   const char *mend, const char *format, ...)
{
	struct preflight_item *item;
	char detail[1024];
	va_list args;

	va_start(args, format);
	(void)vsnprintf(detail, sizeof(detail), format, args); /* long ones are cut */
	va_end(args);
	mem_grow(&preflight->items, &preflight->capacity, preflight->n, sizeof(*preflight->items));
	item = &preflight->items[preflight->n++];
	*item = (struct preflight_item){ .level = level,
					 .what = mem_strdup(what),
					 .detail = mem_strdup(detail),
					 .mend = mem_strdup(level == PREFLIGHT_OK ? "" : mend) };
}

void preflight_clear(struct preflight *preflight)
{
	for (size_t i = 0; i < preflight->n; i++) {
		free(preflight->items[i].what);
		free(preflight->items[i].detail);
		free(preflight->items[i].mend);
	}
	free(preflight->items);
	*preflight = (struct preflight){ 0 };
}

enum preflight_level preflight_worst(const struct preflight *preflight)
{
	enum preflight_level worst = PREFLIGHT_OK;

	for (size_t i = 0; i < preflight->n; i++)
		if (preflight->items[i].level > worst)
			worst = preflight->items[i].level;
	return worst;
}

const char *preflight_level_name(enum preflight_level level)
{
	switch (level) {
	case PREFLIGHT_OK:
		return "ok";
	case PREFLIGHT_WARN:
		return "warn";
	case PREFLIGHT_FAIL:
		return "FAIL";
	}
	return "";
}
