/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "workloads/sched_pipe.h"
#include "workloads/workload.h"

static const struct workload_builtin *const CATALOG[] = {
	&sched_pipe,
};

const struct workload_builtin *const *catalog_list(size_t *ret_n)
{
	*ret_n = ARRAY_LENGTH(CATALOG);
	return CATALOG;
}

const struct workload_builtin *catalog_find(const char *name)
{
	for (size_t i = 0; i < ARRAY_LENGTH(CATALOG); i++) {
		if (strcmp(CATALOG[i]->name, name) == 0)
			return CATALOG[i];
	}
	return NULL;
}
