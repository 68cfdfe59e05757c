/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/json_text.h"

#include <float.h>
#include <math.h>
#include <string.h>

void json_text_append_string(struct str *str, const char *text)
{
	static const char escaped[] = "\"\\\b\f\n\r\t";
	static const char letters[] = "\"\\bfnrt";

	str_append_char(str, '"');
	for (; *text != '\0'; text++) {
		const char *found = strchr(escaped, *text);

		if (found) {
			str_append_char(str, '\\');
			str_append_char(str, letters[found - escaped]);
		} else if ((unsigned char)*text < ' ' || *text == '\177') {
			str_appendf(str, "\\u%04x", (unsigned char)*text);
		} else {
			str_append_char(str, *text);
		}
	}
	str_append_char(str, '"');
}

void json_text_append_real(struct str *str, double value)
{
	size_t start = str->length;

	for (int digits = DBL_DIG; digits <= DBL_DECIMAL_DIG; digits++) {
		struct error ignored;
		double back;

		if (str->data)
			str->data[str->length = start] = '\0';
		str_appendf(str, "%.*g", digits, value);
		if (str_parse_double(str->data + start, -HUGE_VAL, HUGE_VAL, &back, &ignored) ==
			    0 &&
		    back == value)
			break;
	}
	/* So that a reader who tells integers from reals gets a real back. */
	if (!strpbrk(str->data + start, ".e"))
		str_append(str, ".0");
}

size_t json_text_depth(const char *text, size_t n)
{
	bool is_in_string = false;
	size_t depth = 0;
	size_t deepest = 0;

	for (size_t i = 0; i < n; i++) {
		if (is_in_string && text[i] == '\\')
			i++;
		else if (text[i] == '"')
			is_in_string = !is_in_string;
		else if (is_in_string)
			continue;
		else if (text[i] == '[' || text[i] == '{')
			depth++;
		else if ((text[i] == ']' || text[i] == '}') && depth > 0)
			depth--;
		if (depth > deepest)
			deepest = depth;
	}
	return deepest;
}
