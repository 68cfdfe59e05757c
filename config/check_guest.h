/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rules of what the guest has. */
#ifndef CONFIG_CHECK_GUEST_H
#define CONFIG_CHECK_GUEST_H

#include "base/defs.h"
#include "base/error.h"
#include "config/settings.h"

int check_guest(const struct settings *settings, struct error *err) MUST_CHECK;

#endif
