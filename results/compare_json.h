/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table by docs/compare.schema.json. */
#ifndef RESULTS_COMPARE_JSON_H
#define RESULTS_COMPARE_JSON_H

#include "base/str.h"
#include "results/compare.h"

void compare_json_append(const struct compare *compare, struct str *out);

#endif
