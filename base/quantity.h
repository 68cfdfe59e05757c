/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Quantities with units, as users write them. A number without a unit is refused, so that nobody
 * has to guess whether "60" is seconds or minutes.
 */
#ifndef BASE_QUANTITY_H
#define BASE_QUANTITY_H

#include "base/defs.h"
#include "base/error.h"
#include "base/str.h"

#include <stdint.h>

/* "4 GiB", "512MiB", "1.5 TiB", "10 kB" (decimal kB MB GB TB, binary KiB MiB GiB TiB, B) → bytes. */
int quantity_parse_size(const char *text, int64_t *ret_bytes, struct error *err) MUST_CHECK;
/* "90 s", "250ms", "1 h", "1h 30min", "2 d" → seconds. Units: ms s min h d. */
int quantity_parse_duration(const char *text, double *ret_s, struct error *err) MUST_CHECK;
/* "1 %", "0.3%" → the number of percent (1, 0.3). */
int quantity_parse_percent(const char *text, double *ret_percent, struct error *err) MUST_CHECK;

/* "3.2 GiB"; "412 B". */
void quantity_append_size(struct str *str, int64_t bytes);
/* "0.4 s", "12 s", "3 min 05 s", "2 h 14 min", "1 d 3 h". */
void quantity_append_duration(struct str *str, double seconds);

#endif
