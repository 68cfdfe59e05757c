/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/csv_field.h"

#include <math.h>
#include <string.h>

#include "results/number.h"

void csv_field_append(struct str *out, const char *text)
{
	CLEANUP(str_clear) struct str safe = { 0 };

	if (text[0] && strchr("=+-@", text[0]))
		str_append_char(&safe, '\'');
	str_append_printable(&safe, text, strlen(text), false);
	if (strcspn(str_text(&safe), ",\"") == safe.length) {
		str_append(out, str_text(&safe));
		return;
	}
	str_append_char(out, '"');
	for (const char *byte = str_text(&safe); *byte; byte++) {
		if (*byte == '"')
			str_append_char(out, '"');
		str_append_char(out, *byte);
	}
	str_append_char(out, '"');
}

void csv_field_append_number(struct str *out, double value)
{
	if (isfinite(value))
		number_append_exact(out, value);
}
