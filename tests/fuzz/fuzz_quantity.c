/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "base/mem.h"
#include "base/quantity.h"
#include "tests/fuzz/fuzz.h"

/* Also where assert() is compiled out. */
static void require(int condition)
{
	if (!condition)
		abort();
}

static void require_text(const struct error *err)
{
	require(err->kind == ERROR_CONFIG && err->text[0] != '\0');
}

static void read_numbers(const char *text)
{
	struct error err = { 0 };
	double value = 0;
	int64_t integer = 0;

	if (str_parse_double(text, -1e300, 1e300, &value, &err) == 0)
		require(value >= -1e300 && value <= 1e300);
	else
		require_text(&err);
	if (str_parse_i64(text, -1000, 1000, &integer, &err) == 0)
		require(integer >= -1000 && integer <= 1000);
	else
		require_text(&err);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	CLEANUP(mem_freep) char *text = mem_dup(data, size);
	CLEANUP(str_clear) struct str str = { 0 };
	struct error err = { 0 };
	double value = 0;
	int64_t bytes = 0;

	if (quantity_parse_size(text, &bytes, &err) == 0)
		require(bytes >= 0 && bytes <= (int64_t)1 << 53);
	else
		require_text(&err);
	if (quantity_parse_duration(text, &value, &err) == 0)
		require(value >= 0 && value <= 3650.0 * 86400);
	else
		require_text(&err);
	quantity_append_duration(&str, value);
	quantity_append_size(&str, bytes);
	if (quantity_parse_percent(text, &value, &err) == 0)
		require(value >= 0 && value <= 1e6);
	else
		require_text(&err);
	read_numbers(text);
	return 0;
}
