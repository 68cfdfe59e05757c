/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config/load_literal.h"

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

struct scan {
	const char *at;
	const char *path;
	unsigned line;
};

#define DIGITS "0123456789"
#define LETTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
#define HEX_DIGITS DIGITS "ABCDEFabcdef"
#define NAME_BYTES DIGITS LETTERS "-_*"

static int MUST_CHECK refuse(const struct scan *scan, struct error *err, const char *why)
{
	return error_set(err, ERROR_CONFIG, "%s:%u: %s", scan->path, scan->line, why);
}

/* Moves by n bytes, which may hold newlines. */
static void skip(struct scan *scan, size_t n)
{
	for (; n > 0 && *scan->at != '\0'; n--) {
		if (*scan->at == '\n')
			scan->line++;
		scan->at++;
	}
}

/* At the opening quote. */
static int MUST_CHECK skip_text(struct scan *scan, struct error *err)
{
	skip(scan, 1);
	while (*scan->at != '"') {
		if (*scan->at == '\0')
			return refuse(scan, err, "a text has no end");
		if (strncmp(scan->at, "\\x00", 4) == 0)
			return refuse(scan, err, "a text cannot hold the byte \\x00");
		skip(scan, *scan->at == '\\' ? 2 : 1);
	}
	skip(scan, 1);
	return 0;
}

// The text is at a slash and a star.
static int MUST_CHECK skip_comment(struct scan *scan, struct error *err)
{
	const char *end = strstr(scan->at + 2, "*/");

	if (!end)
		return refuse(scan, err, "a comment has no end");
	skip(scan, (size_t)(end + 2 - scan->at));
	return 0;
}

static bool is_real(const char *number, size_t n_digits)
{
	return number[n_digits] == '.' || number[n_digits] == 'e' || number[n_digits] == 'E';
}

/* At a digit, a sign or a point. */
static int MUST_CHECK skip_number(struct scan *scan, struct error *err)
{
	const char *number = scan->at;
	bool is_hex = number[0] == '0' && (number[1] == 'x' || number[1] == 'X');
	size_t n = strspn(number, "+-");
	bool is_long;
	intmax_t value;

	n = is_hex ? 2 + strspn(number + 2, HEX_DIGITS) : n + strspn(number + n, DIGITS);
	if (!is_hex && is_real(number, n)) {
		skip(scan, n + strspn(number + n, DIGITS "eE.+-"));
		return 0;
	}
	is_long = number[n] == 'L';
	errno = 0;
	value = strtoimax(number, NULL, is_hex ? 16 : 10);
	if (errno == ERANGE || (!is_long && (value < INT32_MIN || value > INT32_MAX)))
		return error_set(err, ERROR_CONFIG,
				 "%s:%u: the integer %.*s does not fit in %d bits%s", scan->path,
				 scan->line, (int)(n < 40 ? n : 40), number, is_long ? 64 : 32,
				 is_long ? "" : "; sizes and times are texts with a unit");
	skip(scan, n + strspn(number + n, "L"));
	return 0;
}

int load_literal_check(const char *text, const char *path, struct error *err)
{
	struct scan scan = { .at = text, .path = path, .line = 1 };
	int result = 0;

	while (*scan.at != '\0' && result == 0) {
		if (*scan.at == '"')
			result = skip_text(&scan, err);
		else if (scan.at[0] == '/' && scan.at[1] == '*')
			result = skip_comment(&scan, err);
		else if (*scan.at == '#' || (scan.at[0] == '/' && scan.at[1] == '/'))
			skip(&scan, strcspn(scan.at, "\n"));
		else if (strchr(DIGITS "+-.", *scan.at))
			result = skip_number(&scan, err);
		else if (strchr(NAME_BYTES, *scan.at))
			skip(&scan, strspn(scan.at, NAME_BYTES));
		else
			skip(&scan, 1);
	}
	return result;
}
