/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which findings were mailed: once per range, metric and culprit. */
#ifndef RESULTS_STORE_MAIL_H
#define RESULTS_STORE_MAIL_H

#include "base/defs.h"
#include "base/error.h"

#include <stdbool.h>
#include <stdint.h>

struct store;

/* Borrowed. */
struct mail_record {
	const char *good, *bad, *metric, *culprit, *message_id;
	int64_t sent; /* UNIX seconds */
};

/*
 * Remembers it before it is sent, so that a kill in between sends nothing twice: *ret_sent is 0, or the
 * time at which the same was taken down before; then nothing is changed.
 */
int store_claim_mail(struct store *store, const struct mail_record *record, int64_t *ret_sent,
		     struct error *err) MUST_CHECK;
/* Forgets it: sending failed, or the user wants it to be sent again. */
int store_forget_mail(struct store *store, const struct mail_record *record,
		      struct error *err) MUST_CHECK;

#endif
