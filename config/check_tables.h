/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rules for the tables of `kernel` that hold for ranges of history. */
#ifndef CONFIG_CHECK_TABLES_H
#define CONFIG_CHECK_TABLES_H

#include "base/defs.h"
#include "base/error.h"
#include "config/settings.h"

/* Whether a range names commits that are there is for the repository to say. */
int check_tables(const struct settings *settings, struct error *err) MUST_CHECK;

#endif
