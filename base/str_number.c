/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers out of text: the syntax is checked here, strtoll and strtod only do the arithmetic. */
#include "base/str.h"

#include <errno.h>
#include <inttypes.h>
#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *skip_sign(const char *at)
{
	return *at == '-' || *at == '+' ? at + 1 : at;
}

static const char *skip_digits(const char *at)
{
	return at + strspn(at, "0123456789");
}

static bool is_integer(const char *text)
{
	const char *digits = skip_sign(text);
	const char *end = skip_digits(digits);

	return end > digits && *end == '\0';
}

/* [sign] digits [. digits] [e [sign] digits], with a digit before or behind the point. */
static bool is_decimal(const char *text)
{
	const char *mantissa = skip_sign(text);
	const char *at = skip_digits(mantissa);
	bool has_digits = at > mantissa;

	if (*at == '.') {
		const char *fraction = at + 1;

		at = skip_digits(fraction);
		has_digits = has_digits || at > fraction;
	}
	if (!has_digits)
		return false;
	if (*at == 'e' || *at == 'E')
		return is_integer(at + 1);
	return *at == '\0';
}

int str_parse_i64(const char *text, int64_t min, int64_t max, int64_t *ret, struct error *err)
{
	long long value;

	if (!is_integer(text))
		return error_set(err, ERROR_CONFIG, "'%s' is not a whole number", text);
	errno = 0;
	value = strtoll(text, NULL, 10);
	if (errno == ERANGE || value < min || value > max)
		return error_set(err, ERROR_CONFIG, "'%s' is not between %" PRId64 " and %" PRId64,
				 text, min, max);
	*ret = value;
	return 0;
}

int str_parse_double(const char *text, double min, double max, double *ret, struct error *err)
{
	locale_t c_locale;
	double value;

	if (!is_decimal(text))
		return error_set(err, ERROR_CONFIG, "'%s' is not a number", text);
	c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
	value = strtod_l(text, NULL, c_locale);
	freelocale(c_locale);
	if (!isfinite(value) || value < min || value > max)
		return error_set(err, ERROR_CONFIG, "'%s' is not between %g and %g", text, min,
				 max);
	*ret = value;
	return 0;
}
