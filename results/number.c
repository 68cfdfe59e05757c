/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/number.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define EXPONENT_FROM 1e12
#define DIGITS 5
#define EXACT_DIGITS 17

void number_append(struct str *str, double value)
{
	double size = fabs(value);

	if (size >= EXPONENT_FROM || (size > 0 && size < 1e-6)) {
		str_appendf(str, "%.*g", DIGITS, value);
	} else {
		int whole = size < 1 ? 1 : 1 + (int)floor(log10(size));

		str_appendf(str, "%.*f", whole >= DIGITS ? 0 : DIGITS - whole, value);
	}
}

void number_append_exact(struct str *str, double value)
{
	for (int digits = 15; digits <= EXACT_DIGITS; digits++) {
		CLEANUP(str_clear) struct str text = { 0 };
		double back = (double)NAN;
		struct error err = { 0 };

		str_appendf(&text, "%.*g", digits, value);
		if (digits == EXACT_DIGITS ||
		    (str_parse_double(str_text(&text), -HUGE_VAL, HUGE_VAL, &back, &err) == 0 &&
		     back - value == 0)) {
			str_append(str, str_text(&text));
			return;
		}
	}
}

int number_decimals(double half)
{
	if (!(half < 0.5)) /* true for NaN: unknown */
		return 1;
	if (half >= 0.05)
		return 2;
	return half >= 0.005 ? 3 : 4;
}

void number_append_percent(struct str *str, double percent, double half)
{
	const int decimals = number_decimals(half);

	if (fabs(percent) < 0.5 * pow(10, -decimals))
		percent = 0; /* without a sign that says nothing */
	str_appendf(str, "%+.*f %%", decimals, percent);
}

void number_append_interval(struct str *str, double percent, double low, double high)
{
	number_append_interval_at(str, percent, low, high, 95);
}

void number_append_interval_at(struct str *str, double percent, double low, double high,
			       unsigned level)
{
	double half = (high - low) / 2;

	number_append_percent(str, percent, half);
	if (!isfinite(low) || !isfinite(high))
		return;
	str_appendf(str, " (%u %%: ", level);
	number_append_percent(str, low, half);
	str_append(str, " to ");
	number_append_percent(str, high, half);
	str_append_char(str, ')');
}
