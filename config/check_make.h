/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rules for what becomes an argument of make. */
#ifndef CONFIG_CHECK_MAKE_H
#define CONFIG_CHECK_MAKE_H

#include "base/defs.h"
#include "base/error.h"
#include "config/settings.h"

/* The bytes that a variable's name may have. */
#define CHECK_MAKE_NAME "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_"

/* Assignments, and none of those that perfsect makes itself. `make` is a list of the settings. */
int check_make_arguments(const struct settings *settings, const struct strlist *make,
			 const char *label, struct error *err) MUST_CHECK;

#endif
