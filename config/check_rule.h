/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rules that several parts of the settings share. */
#ifndef CONFIG_CHECK_RULE_H
#define CONFIG_CHECK_RULE_H

#include "base/defs.h"
#include "base/error.h"
#include "config/settings.h"

/* Sets ERROR_CONFIG with the line that gave `field` before the text. Returns -1. */
int check_rule_refuse(const struct settings *settings, const void *field, struct error *err,
		      const char *format, ...) PRINTF_LIKE(4, 5);

/* `path` must be a file that is there; NULL is not looked for. `label` names the key. */
int check_rule_file(const struct settings *settings, const void *field, const char *label,
		    const char *path, struct error *err) MUST_CHECK;

/* Letters, digits, "._-", at most 64, the first a letter or digit: it names files and domains. */
int check_rule_name(const struct settings *settings, char *const *field, const char *label,
		    struct error *err) MUST_CHECK;

#endif
