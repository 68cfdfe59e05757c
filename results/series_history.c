/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/series_history.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

#define SHORT 12 /* hex digits of a commit */

static char *variant_of(const struct history_kernel *kernel)
{
	const char *comma = kernel->onto[0] && kernel->variant ? ", " : "";
	CLEANUP(mem_freep)
	char *onto =
		kernel->onto[0] ? mem_printf("onto %.*s", SHORT, kernel->onto) : mem_strdup("");
	CLEANUP(mem_freep)
	char *layout = kernel->variant ? mem_printf("layout %u", kernel->variant) : mem_strdup("");

	return mem_printf("%s%s%s", onto, comma, layout);
}

/* "1a2b3c4d5e6f", with the name of an end behind it. */
static char *name_of(const struct case_record *record, const struct history_kernel *kernel)
{
	if (strcmp(kernel->commit, record->good) == 0 && record->good_name[0])
		return mem_printf("%.*s %s", SHORT, kernel->commit, record->good_name);
	if (strcmp(kernel->commit, record->bad) == 0 && record->bad_name[0])
		return mem_printf("%.*s %s", SHORT, kernel->commit, record->bad_name);
	return mem_printf("%.*s", SHORT, kernel->commit);
}

void series_add_history(struct series_list *list, const struct case_record *record,
			const struct history *history)
{
	for (size_t i = 0; i < history->n_boots; i++) {
		const struct history_boot *boot = &history->boots[i];
		const struct history_kernel *kernel = &history->kernels[boot->kernel];
		CLEANUP(mem_freep) char *name = name_of(record, kernel);
		CLEANUP(mem_freep) char *variant = variant_of(kernel);
		const struct series key = {
			.kernel = name,
			.variant = variant,
			.machine = boot->machine,
			.workload = record->workload,
			.cell = boot->cell,
			.metric = record->metric,
			.unit = record->unit,
			.better = record->better,
		};
		struct series *series;

		if (boot->n == 0)
			continue;
		series = series_list_take(list, &key);
		for (size_t j = 0; j < boot->n; j++)
			series_add(series, boot->values[j],
				   boot->id > 0 && boot->id < UINT_MAX ? (unsigned)boot->id : 0);
	}
}
