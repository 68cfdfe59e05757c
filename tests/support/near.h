/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cmocka 1.1.5 compares floats only; this compares doubles and prints both. Include after test.h. */
#ifndef TESTS_SUPPORT_NEAR_H
#define TESTS_SUPPORT_NEAR_H

#include <math.h>

#define assert_near(value, expected, tolerance)                                                    \
	do {                                                                                       \
		const double near_value = (value), near_expected = (expected);                     \
		if (!(fabs(near_value - near_expected) <= (tolerance)))                            \
			fail_msg("%s is %.17g, not %.17g ± %g", #value, near_value, near_expected, \
				 (double)(tolerance));                                             \
	} while (0)

#endif
