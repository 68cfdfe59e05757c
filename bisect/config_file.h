/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The .config files that a workspace keeps of its kernels, against each other. */
#ifndef BISECT_CONFIG_FILE_H
#define BISECT_CONFIG_FILE_H

#include "bisect/kconfig_compare.h"
#include "bisect/workspace.h"
#include "results/history.h"
#include "results/store.h"

#include <stdbool.h>

/*
 * From the configuration of one kernel to that of another. False, with nothing in *ret, where one of them
 * is not there.
 */
bool config_file_compare(const struct workspace *workspace, const struct history_kernel *one,
			 const struct history_kernel *other, struct kconfig_differences *ret);

/* The kernel of an end, as it is; NULL while it is not built. `commit` is its full hex. Borrowed. */
const struct history_kernel *config_file_end(const struct history *history, const char *commit);

#endif
