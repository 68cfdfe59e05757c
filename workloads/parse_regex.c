/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "workloads/parse_regex.h"

#include <stdbool.h>

#include "base/str.h"
#include "workloads/parse_text.h"
#include "workloads/parse_value.h"
#include "workloads/regex.h"

static int MUST_CHECK compile(const char *pattern, struct regex **ret, struct error *err)
{
	if (regex_new(pattern, ret, err) < 0)
		return -1;
	if (!regex_has_group(*ret, "value"))
		return error_set(err, ERROR_CONFIG,
				 "the regular expression has no group (?<value>…)");
	return 0;
}

int parse_regex_check(const char *pattern, struct error *err)
{
	CLEANUP(regex_freep) struct regex *regex = NULL;

	return compile(pattern, &regex, err);
}

/* The group of the last match in which it took part. */
static int MUST_CHECK find_last(struct regex *regex, const char *text, size_t n, struct piece *ret,
				struct error *err)
{
	size_t at = 0;
	bool found;

	do {
		struct piece value;

		if (regex_next(regex, text, n, &at, &found, err) < 0)
			return -1;
		value = found ? regex_group(regex, "value") : (struct piece){ NULL, 0 };
		if (value.begin)
			*ret = value;
	} while (found);
	return 0;
}

int parse_regex(const char *pattern, const char *output, size_t n, double *ret, struct error *err)
{
	CLEANUP(regex_freep) struct regex *regex = NULL;
	CLEANUP(str_clear) struct str shown = { 0 };
	struct piece piece = { NULL, 0 };

	if (compile(pattern, &regex, err) < 0)
		return -1;
	parse_text_append(&shown, output, n);
	if (find_last(regex, str_text(&shown), shown.length, &piece, err) < 0)
		return -1;
	if (!piece.begin)
		return error_set(err, ERROR_CONFIG, "no line matches the regular expression '%s'",
				 pattern);
	return parse_value_text("the value of the regular expression", piece.begin, piece.n, ret,
				err);
}
