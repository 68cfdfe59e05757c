/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rules of one machine. */
#ifndef CONFIG_CHECK_MACHINE_H
#define CONFIG_CHECK_MACHINE_H

#include "base/defs.h"
#include "base/error.h"
#include "config/settings.h"

/* `machine` is one of `settings`. */
int check_machine(const struct settings *settings, const struct machine_settings *machine,
		  struct error *err) MUST_CHECK;

#endif
