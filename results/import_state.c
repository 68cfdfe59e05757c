/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/import_state.h"

#include "base/mem.h"

void import_clear(struct import *import)
{
	import_lines_clear(&import->lines);
	series_list_clear(&import->list);
	strlist_clear(&import->remarks);
}

static char *either(const char *option, char *given)
{
	return option ? (char *)option : given;
}

int import_add(struct import *import, const struct series *key, double value, unsigned boot,
	       struct error *err)
{
	const struct import_options *options = import->options;
	struct series whole = *key, *series;

	whole.machine = either(options->machine, key->machine);
	whole.workload = either(options->workload, key->workload);
	whole.metric = either(options->metric, key->metric);
	whole.unit = either(options->unit, key->unit);
	whole.line = import->lines.number;
	if (options->better && !direction_from_name(options->better, &whole.better))
		return error_set(err, ERROR_USAGE, "'%s' is not a direction: higher or lower",
				 options->better);
	if (import->n_samples >= IMPORT_SAMPLES_MAX)
		return import_refuse(&import->lines, err, "more than %d samples",
				     IMPORT_SAMPLES_MAX);
	series = series_list_take(&import->list, &whole);
	if (import->list.n > IMPORT_SERIES_MAX)
		return import_refuse(&import->lines, err,
				     "more than %d combinations of kernel, variant and cell",
				     IMPORT_SERIES_MAX);
	if (series->n > 0 && series->better != whole.better)
		return import_refuse(&import->lines, err,
				     "'better' is not what it was on line %u for the same metric",
				     series->line);
	if (series->stated[0] == '\0' && key->stated && key->stated[0] != '\0') {
		mem_freep(&series->stated);
		series->stated = mem_strdup(key->stated);
	}
	series_add(series, value, boot);
	import->n_samples++;
	return 0;
}
