/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rules that look at more than one key, or at the host's file system. */
#ifndef CONFIG_CHECK_H
#define CONFIG_CHECK_H

#include "base/defs.h"
#include "base/error.h"
#include "config/settings.h"

/* The first rule that is broken, as ERROR_CONFIG; missing files named in the settings among them. */
int check_settings(const struct settings *settings, struct error *err) MUST_CHECK;

#endif
