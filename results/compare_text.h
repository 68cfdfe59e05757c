/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table as the kernel's mailing lists have it: a column a kernel where they are few, else a row each. */
#ifndef RESULTS_COMPARE_TEXT_H
#define RESULTS_COMPARE_TEXT_H

#include "base/str.h"
#include "results/compare.h"

void compare_text_append(const struct compare *compare, struct str *out);

#endif
