/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Diagnostics for developers on stderr; what users read is printed by the commands. */
#ifndef BASE_LOG_H
#define BASE_LOG_H

#include "base/defs.h"

#include <stdbool.h>

/*
 * True when PERFSECT_DEBUG is set in the environment to anything but "" and "0". Read at each call:
 * there is no global state.
 */
bool log_is_debug(void);

/* One line "perfsect: debug: …" when log_is_debug(); never blocks on anything but stderr. */
void log_debug(const char *format, ...) PRINTF_LIKE(1, 2);

#endif
