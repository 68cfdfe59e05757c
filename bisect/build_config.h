/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes the .config of a build: base, fragments, and what the tree's Kconfig makes of them. */
#ifndef BISECT_BUILD_CONFIG_H
#define BISECT_BUILD_CONFIG_H

#include "base/defs.h"
#include "base/error.h"
#include "base/str.h"
#include "bisect/build_make.h"

#include <stdbool.h>

/* The largest .config we read; a distribution's has 0.3 MiB. */
#define BUILD_CONFIG_MAX_BYTES ((size_t)8 << 20)

/*
 * Leaves a complete .config in object_dir, touched only when its content changes, so that make does
 * not rebuild everything. *ret->outcome is OUTCOME_BUILT when that went well; then *ret_not_granted is
 * the text of kconfig_not_granted(). The caller clears the one and frees the other.
 */
int build_config_make(const struct build_make *make, const char *object_dir,
		      struct build_verdict *ret, char **ret_not_granted,
		      struct error *err) MUST_CHECK;

/*
 * What it was made of is remembered beside it: a name, in one line, and what was not granted. It is
 * forgotten when another is begun.
 */
int build_config_remember(const char *object_dir, const char *name, const char *not_granted,
			  struct error *err) MUST_CHECK;
/* "" where there is none; the caller frees it. */
int build_config_name(const char *object_dir, char **ret, struct error *err) MUST_CHECK;
/* *ret_found is false where it, or the configuration, is not there; else the caller frees *ret_not_granted. */
int build_config_recall(const char *object_dir, char **ret_not_granted, bool *ret_found,
			struct error *err) MUST_CHECK;

#endif
