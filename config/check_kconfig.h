/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CONFIG_CHECK_KCONFIG_H
#define CONFIG_CHECK_KCONFIG_H

#include "base/defs.h"
#include "base/error.h"
#include "config/settings.h"

/* Refuses what make would: a target that makes no configuration. */
int check_kconfig_target(const struct settings *settings, char *const *field,
			 struct error *err) MUST_CHECK;
/* A file of kconfig's: assignments to CONFIG_ symbols, comments and empty lines. NULL is accepted. */
int check_kconfig_file(const struct settings *settings, const void *field, const char *label,
		       const char *path, struct error *err) MUST_CHECK;

#endif
