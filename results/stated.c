/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/stated.h"

#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "results/stats.h"

#define DIGITS "0123456789"
#define LENGTH_MAX 20

/* Splits ".868" or "+24.57%"; false for anything else. */
static bool read_stated(const char *text, double *ret, unsigned *ret_decimals, bool *ret_percent)
{
	const char *at = text + (text[0] == '+' || text[0] == '-');
	size_t whole = strspn(at, DIGITS), decimals = 0;
	CLEANUP(mem_freep) char *number = NULL;
	struct error ignored = { 0 };

	at += whole;
	if (*at == '.') {
		decimals = strspn(at + 1, DIGITS);
		at += decimals + 1;
	}
	if (whole + decimals == 0 || (size_t)(at - text) > LENGTH_MAX)
		return false;
	number = mem_printf("%s0%.*s", text[0] == '-' ? "-" : "",
			    (int)(at - text) - (text[0] == '+' || text[0] == '-'),
			    text + (text[0] == '+' || text[0] == '-'));
	if (number[strlen(number) - 1] == '.')
		number[strlen(number) - 1] = '\0';
	at += strspn(at, " ");
	*ret_percent = *at == '%';
	*ret_decimals = (unsigned)decimals;
	at += *ret_percent;
	return *at == '\0' && str_parse_double(number, -1e9, 1e9, ret, &ignored) == 0;
}

bool stated_is_valid(const char *text)
{
	double value;
	unsigned decimals;
	bool is_percent;

	return read_stated(text, &value, &decimals, &is_percent);
}

bool stated_agrees(const char *text, double ratio)
{
	unsigned decimals;
	bool is_percent;
	double value, scale, found;

	if (!read_stated(text, &value, &decimals, &is_percent))
		return false;
	scale = pow(10, decimals);
	found = is_percent ? 100 * (ratio - 1) : ratio;
	/* half a unit of the last digit too high, or nearly one too low */
	return fabs(trunc(found * scale) / scale - value) < 0.5 / scale ||
	       fabs(found - value) <= 0.5 / scale + 1e-9;
}

static const struct series *find_base(const struct series_list *list, const struct series *series)
{
	for (size_t i = 0; i < list->n; i++)
		if (series_is_comparable(&list->of[i], series))
			return &list->of[i];
	return series;
}

void stated_check(const struct series_list *list, struct strlist *remarks)
{
	for (size_t i = 0; i < list->n; i++) {
		const struct series *series = &list->of[i];
		const struct series *base;
		CLEANUP(mem_freep) char *name = NULL;
		double ratio;

		if (series->stated[0] == '\0')
			continue;
		base = find_base(list, series);
		ratio = stats_mean(series->values, series->n) / stats_mean(base->values, base->n);
		if (!isfinite(ratio) || stated_agrees(series->stated, ratio))
			continue;
		name = series_name(series);
		strlist_addf(remarks,
			     "the stated %s of %s%s%s does not follow from its samples, which give "
			     "%.3f (%+.2f %%) against %s",
			     series->stated, name, series->workload[0] ? ", " : "",
			     series->workload, ratio, 100 * (ratio - 1), base->kernel);
	}
}
