/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "workloads/parse_keyvalue.h"

#include <stdbool.h>
#include <string.h>

#include "base/str.h"
#include "workloads/parse_text.h"
#include "workloads/parse_value.h"

#define DIGITS "0123456789"
#define WORD_BYTES "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-./" DIGITS

static bool is_one_of(char byte, const char *bytes)
{
	return byte != '\0' && strchr(bytes, byte);
}

/* Where the value begins when `name` at `at` is a key, else NULL. `text` is where all begins. */
static const char *find_value(const char *text, const char *at, const char *name)
{
	if (at > text && is_one_of(at[-1], WORD_BYTES))
		return NULL;
	at += strlen(name);
	at += strspn(at, " \t");
	if (*at != '=' && *at != ':')
		return NULL;
	at++;
	return at + strspn(at, " \t");
}

static size_t value_length(const char *value)
{
	size_t n = 0;

	while (value[n] != '\0' && !is_one_of(value[n], " \t\n") &&
	       !(is_one_of(value[n], ",;)]}") && !is_one_of(value[n + 1], DIGITS)))
		n++;
	return n;
}

int parse_keyvalue(const char *name, const char *output, size_t n, double *ret, struct error *err)
{
	CLEANUP(str_clear) struct str shown = { 0 };
	const char *last = NULL;
	const char *text;

	parse_text_append(&shown, output, n);
	text = str_text(&shown);
	for (const char *at = text; (at = strstr(at, name)); at++) {
		const char *value = find_value(text, at, name);

		last = value ? value : last;
	}
	if (!last)
		return error_set(err, ERROR_CONFIG, "the output has no '%s=' or '%s:'", name, name);
	return parse_value_text(name, last, value_length(last), ret, err);
}
