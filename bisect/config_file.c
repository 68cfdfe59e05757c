/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/config_file.h"

#include <string.h>

#include "base/fs.h"
#include "base/log.h"
#include "base/mem.h"
#include "bisect/build_config.h"

static bool read_config(const struct workspace *workspace, const struct history_kernel *kernel,
			char **ret, size_t *ret_n)
{
	CLEANUP(mem_freep) char *path = NULL;
	struct error err = { 0 };

	if (!kernel->config || !kernel->config[0])
		return false;
	path = mem_printf("%s/%s", workspace->dir, kernel->config);
	if (fs_read_file(path, BUILD_CONFIG_MAX_BYTES, ret, ret_n, &err) == 0)
		return true;
	log_debug("%s", err.text); /* somebody removed it: then nothing is said of it */
	return false;
}

bool config_file_compare(const struct workspace *workspace, const struct history_kernel *one,
			 const struct history_kernel *other, struct kconfig_differences *ret)
{
	CLEANUP(mem_freep) char *left = NULL;
	CLEANUP(mem_freep) char *right = NULL;
	size_t left_n, right_n;

	if (!read_config(workspace, one, &left, &left_n) ||
	    !read_config(workspace, other, &right, &right_n))
		return false;
	kconfig_compare(left, left_n, right, right_n, ret);
	return true;
}

const struct history_kernel *config_file_end(const struct history *history, const char *commit)
{
	for (size_t i = 0; i < history->n_kernels; i++) {
		const struct history_kernel *kernel = &history->kernels[i];

		if (kernel->variant == 0 && kernel->onto[0] == '\0' &&
		    kernel->outcome == OUTCOME_BUILT && strcmp(kernel->commit, commit) == 0)
			return kernel;
	}
	return NULL;
}
