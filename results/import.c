/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/import.h"

#include <string.h>

#include "base/mem.h"
#include "results/import_csv.h"
#include "results/import_grid.h"
#include "results/import_lkp.h"
#include "results/import_runs.h"
#include "results/stated.h"

static const struct import_format formats[] = {
	{ "lkp", "a table of the kernel test robot: two commits, mean and change",
	  import_lkp_matches, import_lkp_read },
	{ "grid", "a table in bars, a row a cell, a column of numbers a kernel",
	  import_grid_matches, import_grid_read },
	{ "runs", "kernels as headings, below them what tbench and netperf print",
	  import_runs_matches, import_runs_read },
	{ "csv", "a row a sample; columns kernel and value, and what else there is",
	  import_csv_matches, import_csv_read },
};

const struct import_format *import_formats(size_t *ret_n)
{
	*ret_n = ARRAY_LENGTH(formats);
	return formats;
}

static const struct import_format *guess(struct import *import)
{
	for (size_t i = 0; i < ARRAY_LENGTH(formats); i++) {
		import_lines_rewind(&import->lines);
		if (formats[i].matches(import))
			return &formats[i];
	}
	return NULL;
}

static int find_format(struct import *import, const char *name, const struct import_format **ret,
		       struct error *err)
{
	CLEANUP(str_clear) struct str names = { 0 };

	*ret = NULL;
	if (!name) {
		*ret = guess(import);
		if (!*ret)
			return error_set(err, ERROR_CONFIG,
					 "it is none of the formats that are read; a CSV file has "
					 "at least the columns 'kernel' and 'value'");
		return 0;
	}
	for (size_t i = 0; i < ARRAY_LENGTH(formats); i++) {
		if (strcmp(formats[i].name, name) == 0)
			*ret = &formats[i];
		str_appendf(&names, "%s%s", i ? ", " : "", formats[i].name);
	}
	if (!*ret)
		return error_set(err, ERROR_USAGE, "no format '%s'; there are %s", name,
				 str_text(&names));
	return 0;
}

int import_read(struct import *import, const char *text, size_t n, const char *format,
		const char **ret_format, struct error *err)
{
	const struct import_format *found;

	import_lines_init(&import->lines, text, n);
	if (n > IMPORT_BYTES_MAX)
		return error_set(err, ERROR_CONFIG, "it has %zu bytes; at most %zu are read", n,
				 IMPORT_BYTES_MAX);
	if (strspn(text, " \t\r\n") == n)
		return error_set(err, ERROR_CONFIG, "it is empty");
	if (find_format(import, format, &found, err) < 0)
		return -1;
	import_lines_rewind(&import->lines);
	if (found->read(import, err) < 0)
		return -1;
	if (import->n_samples == 0)
		return error_set(err, ERROR_CONFIG, "it has no sample");
	stated_check(&import->list, &import->remarks);
	*ret_format = found->name;
	return 0;
}
