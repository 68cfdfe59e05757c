/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/quantity.h"

#include <math.h>
#include <string.h>

#define MINUTE_S 60
#define HOUR_S 3600
#define DAY_S 86400

struct unit {
	const char *name;
	double factor;
};

/* How one kind of quantity is written. */
struct kind {
	const char *name;
	const char *example;
	const char *units_text; /* the units, for errors; NULL when the example says it */
	double max;             /* in the base unit */
	const char *max_text;
	bool is_sum; /* may consist of several parts, from the largest unit to the smallest */
	struct unit units[10]; /* the largest first where is_sum */
};

/* Sizes end where a double no longer holds every whole number. */
static const struct kind size_kind = {
	.name = "size",
	.example = "4 GiB",
	.units_text = "B, KiB, MiB, GiB, TiB, kB, MB, GB, TB",
	.max = 9007199254740992.0,
	.max_text = "8192 TiB",
	.units = { { "B", 1 },
		   { "KiB", 1024.0 },
		   { "MiB", 1048576.0 },
		   { "GiB", 1073741824.0 },
		   { "TiB", 1099511627776.0 },
		   { "kB", 1e3 },
		   { "MB", 1e6 },
		   { "GB", 1e9 },
		   { "TB", 1e12 } },
};

static const struct kind duration_kind = {
	.name = "duration",
	.example = "60 s",
	.units_text = "ms, s, min, h, d",
	.max = 3650.0 * DAY_S,
	.max_text = "3650 d",
	.is_sum = true,
	.units = { { "d", DAY_S },
		   { "h", HOUR_S },
		   { "min", MINUTE_S },
		   { "s", 1 },
		   { "ms", 1e-3 } },
};

static const struct kind percent_kind = {
	.name = "percentage",
	.example = "1 %",
	.max = 1e6,
	.max_text = "1000000 %",
	.units = { { "%", 1 } },
};

/* "…; write it like '60 s' (ms, s, min, h, d)" */
static int MUST_CHECK refuse(const struct kind *kind, const char *text, const char *why,
			     struct error *err)
{
	return error_set(err, ERROR_CONFIG, "'%s' %s; write it like '%s'%s%s%s", text, why,
			 kind->example, kind->units_text ? " (" : "",
			 kind->units_text ? kind->units_text : "", kind->units_text ? ")" : "");
}

static const struct unit *find_unit(const struct kind *kind, const char *name, size_t n)
{
	for (const struct unit *unit = kind->units; unit->name; unit++) {
		if (strlen(unit->name) == n && memcmp(unit->name, name, n) == 0)
			return unit;
	}
	return NULL;
}

static const char *skip_blanks(const char *at)
{
	return at + strspn(at, " \t");
}

/* Digits, a point and digits; the length of that in *ret_n. False when `at` has none of it. */
static bool scan_number(const char *at, double *ret, size_t *ret_n)
{
	struct error ignored; /* the caller words its own */
	char number[32];
	size_t n = strspn(at, "0123456789.");

	if (n == 0 || n >= sizeof(number))
		return false;
	memcpy(number, at, n);
	number[n] = '\0';
	*ret_n = n;
	return str_parse_double(number, 0, HUGE_VAL, ret, &ignored) == 0;
}

/* One number with its unit, from *at on; *last is the unit of the part before, or NULL. */
static int MUST_CHECK parse_part(const struct kind *kind, const char *text, const char **at,
				 const struct unit **last, double *sum, struct error *err)
{
	const struct unit *unit;
	const char *name;
	double number;
	size_t n;

	if (!scan_number(*at, &number, &n))
		return refuse(kind, text, "is not a number with a unit", err);
	name = skip_blanks(*at + n);
	n = strcspn(name, " \t0123456789.");
	if (n == 0)
		return refuse(kind, text, "has no unit", err);
	unit = find_unit(kind, name, n);
	if (!unit)
		return refuse(kind, text, "has an unknown unit", err);
	if (*last && unit <= *last)
		return refuse(kind, text, "must have its units from large to small", err);
	*last = unit;
	*sum += number * unit->factor;
	*at = skip_blanks(name + n);
	return 0;
}

/* The value in the base unit. */
static int MUST_CHECK parse(const struct kind *kind, const char *text, double *ret,
			    struct error *err)
{
	const struct unit *last = NULL;
	const char *at = skip_blanks(text);
	double sum = 0;

	if (*at == '\0')
		return error_set(err, ERROR_CONFIG, "the %s is empty; write it like '%s'",
				 kind->name, kind->example);
	do {
		if (last && !kind->is_sum)
			return refuse(kind, text, "has something behind its unit", err);
		if (parse_part(kind, text, &at, &last, &sum, err) < 0)
			return -1;
	} while (*at != '\0');
	if (sum > kind->max)
		return error_set(err, ERROR_CONFIG, "'%s' is more than %s", text, kind->max_text);
	*ret = sum;
	return 0;
}

int quantity_parse_size(const char *text, int64_t *ret_bytes, struct error *err)
{
	double bytes;

	if (parse(&size_kind, text, &bytes, err) < 0)
		return -1;
	*ret_bytes = llround(bytes);
	return 0;
}

int quantity_parse_duration(const char *text, double *ret_s, struct error *err)
{
	return parse(&duration_kind, text, ret_s, err);
}

int quantity_parse_percent(const char *text, double *ret_percent, struct error *err)
{
	return parse(&percent_kind, text, ret_percent, err);
}

void quantity_append_size(struct str *str, int64_t bytes)
{
	static const char *const names[] = { "B", "KiB", "MiB", "GiB", "TiB" };
	double value = (double)bytes;
	size_t i = 0;

	/* 1023.95 would be printed as 1024.0 */
	while (i + 1 < ARRAY_LENGTH(names) && fabs(value) >= (i ? 1023.95 : 1024)) {
		value /= 1024;
		i++;
	}
	str_appendf(str, fabs(value - nearbyint(value)) > 0 ? "%.1f %s" : "%.0f %s", value,
		    names[i]);
}

void quantity_append_duration(struct str *str, double seconds)
{
	long long whole_s, minutes, hours;

	if (!(fabs(seconds) < 1e15)) { /* true for NaN */
		str_append(str, "unknown");
		return;
	}
	if (seconds < 0) {
		str_append_char(str, '-');
		seconds = -seconds;
	}
	whole_s = llround(seconds);
	minutes = llround(seconds / MINUTE_S);
	hours = llround(seconds / HOUR_S);
	if (seconds < 0.0005)
		str_append(str, "0 s");
	else if (seconds < 0.0995)
		str_appendf(str, "%.0f ms", seconds * 1e3);
	else if (seconds < 9.95)
		str_appendf(str, "%.1f s", seconds);
	else if (whole_s < MINUTE_S)
		str_appendf(str, "%lld s", whole_s);
	else if (whole_s < HOUR_S)
		str_appendf(str, "%lld min %02lld s", whole_s / 60, whole_s % 60);
	else if (minutes < DAY_S / MINUTE_S)
		str_appendf(str, "%lld h %02lld min", minutes / 60, minutes % 60);
	else
		str_appendf(str, "%lld d %lld h", hours / 24, hours % 24);
}
