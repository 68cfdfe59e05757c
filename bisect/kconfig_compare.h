/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What differs between the configurations of two kernels. Pure. */
#ifndef BISECT_KCONFIG_COMPARE_H
#define BISECT_KCONFIG_COMPARE_H

#include <stddef.h>

struct kconfig_differences {
	char *speed;  /* of options that matter for speed: "CONFIG_HZ: 250, 1000", one a line */
	char *others; /* of all others */
	size_t n_speed, n_others;
};
void kconfig_differences_clear(struct kconfig_differences *differences);

/*
 * From one .config to another. What is not there is not set; facts about the compiler are left out, and
 * so is an option that only has another name.
 */
void kconfig_compare(const char *one, size_t one_n, const char *other, size_t other_n,
		     struct kconfig_differences *ret);

#endif
