/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/report.h"

#include <string.h>

#include "base/defs.h"
#include "results/report_csv.h"
#include "results/report_git_bisect.h"
#include "results/report_html.h"
#include "results/report_json.h"
#include "results/report_kcidb.h"
#include "results/report_mail.h"
#include "results/report_text.h"

static const struct report_format formats[] = {
	{ "text", "the finding in plain words", report_text_append },
	{ "json", "case, finding and every measurement, by docs/report.schema.json",
	  report_json_append },
	{ "csv", "a row per sample", report_csv_append },
	{ "html", "a page with pictures, in one file", report_html_append },
	{ "mail", "a message for the list, as an mbox", report_mail_append },
	{ "kcidb", "for KernelCI's database, version 5.3 of its schema", report_kcidb_append },
	{ "git-bisect", "a log for 'git bisect replay'", report_git_bisect_append },
};

const struct report_format *report_formats(size_t *ret_n)
{
	*ret_n = ARRAY_LENGTH(formats);
	return formats;
}

const struct report_format *report_find_format(const char *name)
{
	for (size_t i = 0; i < ARRAY_LENGTH(formats); i++)
		if (strcmp(formats[i].name, name) == 0)
			return &formats[i];
	return NULL;
}
