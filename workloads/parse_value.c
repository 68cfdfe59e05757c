/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "workloads/parse_value.h"

#include <float.h>
#include <math.h>
#include <string.h>
#include <strings.h>

#include "base/mem.h"
#include "base/str.h"

#define NUMBER_BYTES_MAX 1000
#define SHOWN_BYTES_MAX 40

/* Finite, and zero at least. */
static int MUST_CHECK check_number(const char *label, double value, double *ret, struct error *err)
{
	if (isnan(value))
		return error_set(err, ERROR_CONFIG, "%s is not a number (NaN)", label);
	if (isinf(value))
		return error_set(err, ERROR_CONFIG, "%s is infinite", label);
	if (value < 0)
		return error_set(err, ERROR_CONFIG, "%s is negative (%g)", label, value);
	*ret = value;
	return 0;
}

int parse_value_check(const char *label, double value, double *ret, struct error *err)
{
	if (value == 0)
		return error_set(err, ERROR_CONFIG, "%s is zero", label);
	return check_number(label, value, ret, err);
}

/* "nan", "-Infinity", … as printf and other languages write them; 0 for anything else. */
static double special(const char *text)
{
	const char *word = text + strspn(text, "+-");

	if (strcasecmp(word, "nan") == 0)
		return NAN;
	return strcasecmp(word, "inf") == 0 || strcasecmp(word, "infinity") == 0 ? INFINITY : 0;
}

int parse_value_number(const char *label, const char *text, size_t n, double *ret,
		       struct error *err)
{
	CLEANUP(mem_freep)
	char *number = mem_dup(text, n < NUMBER_BYTES_MAX ? n : NUMBER_BYTES_MAX);
	CLEANUP(str_clear) struct str shown = { 0 };
	double value = special(number);

	if (n == 0)
		return error_set(err, ERROR_CONFIG, "%s has no value", label);
	if (value != 0) /* NaN is not 0 either */
		return check_number(label, value, ret, err);
	if (strspn(number, "0123456789+-.eE") != n) {
		str_append_printable(&shown, text, n < SHOWN_BYTES_MAX ? n : SHOWN_BYTES_MAX,
				     false);
		return error_set(err, ERROR_CONFIG, "%s is '%s%s', which is not a number", label,
				 str_text(&shown), n > SHOWN_BYTES_MAX ? "…" : "");
	}
	if (str_parse_double(number, -DBL_MAX, DBL_MAX, &value, err) < 0)
		return error_wrap(err, "%s", label);
	return check_number(label, value, ret, err);
}

int parse_value_text(const char *label, const char *text, size_t n, double *ret, struct error *err)
{
	double value;

	if (parse_value_number(label, text, n, &value, err) < 0)
		return -1;
	return parse_value_check(label, value, ret, err);
}
