/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Kernel configurations as text. The tree's own Kconfig decides what a configuration becomes; this
 * module says what it was asked for, and what of that it did not get.
 */
#ifndef BISECT_KCONFIG_H
#define BISECT_KCONFIG_H

#include <stddef.h>

/* What every kernel of ours is asked for before the user's fragments, and after them. */
extern const char kconfig_first_fragment[];
extern const char kconfig_last_fragment[];

/*
 * Compares a text of "CONFIG_X=value" and "# CONFIG_X is not set" lines (later ones win; other lines
 * are skipped) with the .config that came out. Returns what is not as asked, in the order asked,
 * "CONFIG_X=y: is not set" or "CONFIG_X=y: is m" a line, and "" when all was granted; the caller frees
 * it. Facts about the compiler that a saved .config repeats (CONFIG_GCC_VERSION, …) are not asked for.
 */
char *kconfig_not_granted(const char *asked, size_t asked_n, const char *config, size_t config_n);

#endif
