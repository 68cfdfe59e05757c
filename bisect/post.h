/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hands a message to a mail server; the only user of libcurl. */
#ifndef BISECT_POST_H
#define BISECT_POST_H

#include "base/cancel.h"
#include "base/defs.h"
#include "base/error.h"
#include "base/str.h"
#include "config/settings.h"

/*
 * Sends the mbox message to the addresses (without names) through the server of the settings, within a minute.
 * TLS is required unless they say otherwise; the password is read here and forgotten. ERROR_CONFIG for
 * missing settings, ERROR_HOST with the server's answer for a refusal.
 */
int post_send(const struct mail_settings *settings, const char *from, const struct strlist *to,
	      const char *message, struct cancel *cancel, struct error *err) MUST_CHECK;

#endif
