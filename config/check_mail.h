/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rules of the group "mail". */
#ifndef CONFIG_CHECK_MAIL_H
#define CONFIG_CHECK_MAIL_H

#include "base/defs.h"
#include "base/error.h"
#include "config/settings.h"

int check_mail(const struct settings *settings, struct error *err) MUST_CHECK;

#endif
