/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The comparison of two commits as the kernel test robot prints it: mean, spread where it is large, change.
 */
#ifndef RESULTS_IMPORT_LKP_H
#define RESULTS_IMPORT_LKP_H

#include "base/defs.h"
#include "base/error.h"

#include <stdbool.h>

struct import;

bool import_lkp_matches(struct import *import);
int import_lkp_read(struct import *import, struct error *err) MUST_CHECK;

#endif
