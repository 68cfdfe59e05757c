/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Will a workload's programs start in the guest, which has nothing but the files it is given? */
#ifndef BISECT_PREFLIGHT_GUEST_H
#define BISECT_PREFLIGHT_GUEST_H

#include "base/defs.h"
#include "base/error.h"
#include "workloads/workload.h"

/* ERROR_CONFIG for a command that is in no file, and for a program whose loader is in none. */
int preflight_guest(const struct workload *workload, struct error *err) MUST_CHECK;

#endif
