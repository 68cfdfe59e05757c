/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Units as benchmarks print them: of time ("usec"), bytes and bits a second ("MB/sec", "Gbits/sec"). */
#ifndef WORKLOADS_UNIT_H
#define WORKLOADS_UNIT_H

#include "base/defs.h"
#include "base/error.h"

#include <stddef.h>

/*
 * A value in `from`, n bytes of an output, as one in `to`. ERROR_CONFIG when either is not known or they
 * measure different things.
 */
int unit_convert(double value, const char *from, size_t n, const char *to, double *ret,
		 struct error *err) MUST_CHECK;

#endif
