/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rules of one workload, as far as they do not need the catalog. */
#ifndef CONFIG_CHECK_WORKLOAD_H
#define CONFIG_CHECK_WORKLOAD_H

#include "base/defs.h"
#include "base/error.h"
#include "config/settings.h"

/* `workload` is one of `settings`. */
int check_workload(const struct settings *settings, const struct workload_settings *workload,
		   struct error *err) MUST_CHECK;

#endif
