/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads perfsect.conf through libconfig, guided by the schema table: unknown keys ("did you mean"),
 * wrong types and values out of range are errors "FILE:LINE: …" of kind ERROR_CONFIG.
 */
#ifndef CONFIG_LOAD_H
#define CONFIG_LOAD_H

#include "base/defs.h"
#include "base/error.h"
#include "config/settings.h"

/* The caller frees *ret with settings_free. */
int load_settings(const char *path, struct settings **ret, struct error *err) MUST_CHECK;
/* The same for a file's text that is already here; `path` names it and its folder. */
int load_settings_text(const char *text, const char *path, struct settings **ret,
		       struct error *err) MUST_CHECK;

#endif
