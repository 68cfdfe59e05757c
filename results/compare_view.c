/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/compare_view.h"

#include <string.h>

#include "results/compare_csv.h"
#include "results/compare_html.h"
#include "results/compare_json.h"
#include "results/compare_text.h"

static const struct compare_format formats[] = {
	{ "text", "tables as the kernel's lists have them", compare_text_append },
	{ "html", "one file, for a browser", compare_html_append },
	{ "json", "everything, by docs/compare.schema.json", compare_json_append },
	{ "csv", "a row a kernel and cell", compare_csv_append },
};

const struct compare_format *compare_formats(size_t *ret_n)
{
	*ret_n = ARRAY_LENGTH(formats);
	return formats;
}

const struct compare_format *compare_find_format(const char *name)
{
	for (size_t i = 0; i < ARRAY_LENGTH(formats); i++)
		if (strcmp(formats[i].name, name) == 0)
			return &formats[i];
	return NULL;
}
