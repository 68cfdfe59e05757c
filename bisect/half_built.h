/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a build that was killed may have left half-written. A compiler that dies together with its make
 * leaves objects cut short; where an earlier build had made the same object, make takes the stump for
 * up to date ever after.
 */
#ifndef BISECT_HALF_BUILT_H
#define BISECT_HALF_BUILT_H

#include "base/defs.h"
#include "base/error.h"

/*
 * Removes every file below `dir` that was written since `marker` was, which a build makes before its
 * first step; what earlier builds finished stays. The marker itself stays too.
 */
int half_built_remove(const char *dir, const char *marker, struct error *err) MUST_CHECK;

/*
 * Removes the folders directly below `dir` in which Kbuild tries what the compiler can do: ".tmp_" and the
 * number of a shell, which clears it away itself unless it is killed. No make may be running there.
 */
int half_built_remove_trials(const char *dir, struct error *err) MUST_CHECK;

#endif
