/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Kernel configurations as text. The tree's own Kconfig decides what a configuration becomes; this
 * module says what it was asked for, and what of that it did not get.
 */
#ifndef BISECT_KCONFIG_H
#define BISECT_KCONFIG_H

#include <stdbool.h>
#include <stddef.h>

/* What every kernel of ours is asked for before the user's fragments, and after them. */
extern const char kconfig_first_fragment[];
extern const char kconfig_last_fragment[];

/*
 * May a change of that file of a kernel tree change what Kconfig makes of a configuration? True of its own
 * files, the scripts that it runs, saved configurations, and the makefiles that decide on the compiler.
 */
bool kconfig_is_source(const char *path);

/*
 * Compares a text of "CONFIG_X=value" and "# CONFIG_X is not set" lines (later ones win; other lines
 * are skipped) with the .config that came out. Returns what is not as asked, in the order asked,
 * "CONFIG_X=y: is not set" or "CONFIG_X=y: is m" a line, and "" when all was granted; the caller frees
 * it. Facts about the compiler that a saved .config repeats (CONFIG_GCC_VERSION, …) are not asked for.
 */
char *kconfig_not_granted(const char *asked, size_t asked_n, const char *config, size_t config_n);

#endif
