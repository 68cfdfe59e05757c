/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "workloads/parse_json.h"

#include <stdbool.h>
#include <string.h>

#include "base/json.h"
#include "base/mem.h"
#include "base/str.h"
#include "workloads/parse_text.h"
#include "workloads/parse_value.h"

/* Looking for the ends of what only begins like a document stops here. */
#define SCANNED_BYTES_MAX (64 * 1024 * 1024)

/* Length of the text up to the bracket that closes the one at its start; 0 when there is none. */
static size_t document_length(const char *text)
{
	bool in_string = false;
	size_t depth = 0;

	for (size_t i = 0; text[i] != '\0'; i++) {
		char byte = text[i];

		if (in_string && byte == '\\' && text[i + 1] != '\0') {
			i++;
		} else if (byte == '"') {
			in_string = !in_string;
		} else if (!in_string && (byte == '{' || byte == '[')) {
			depth++;
		} else if (!in_string && (byte == '}' || byte == ']') && --depth == 0) {
			return i + 1;
		}
	}
	return 0;
}

static const char *next_line(const char *at)
{
	const char *newline = strchr(at, '\n');

	return newline ? newline + 1 : at + strlen(at);
}

/* Takes over `document` when the pointer names something in it, else frees it. */
static void consider(struct json *document, const char *pointer, struct json **last)
{
	if (json_pointer(document, pointer)) {
		json_free(*last);
		*last = document;
	} else {
		json_free(document);
	}
}

/* The last document among the lines in which the pointer names something, or NULL. */
static struct json *find_document(const char *text, const char *pointer, bool *any)
{
	struct json *last = NULL;
	size_t scanned = 0;

	for (const char *at = text; *at != '\0' && scanned < SCANNED_BYTES_MAX;) {
		struct json *document;
		struct error ignored; /* not every bracket begins a document */
		size_t n = 0;

		if (*at == '{' || *at == '[') {
			n = document_length(at);
			scanned += n ? n : strlen(at);
		}
		if (n == 0 || json_parse(at, n, &document, &ignored) < 0) {
			at = next_line(at);
			continue;
		}
		*any = true;
		consider(document, pointer, &last);
		at = next_line(at + n);
	}
	return last;
}

int parse_json_find(const char *pointer, const char *text, size_t n, struct json **ret,
		    struct error *err)
{
	CLEANUP(json_freep) struct json *document = NULL;
	bool any = false;

	if (json_parse(text, n, &document, err) == 0) {
		any = true;
		if (!json_pointer(document, pointer))
			json_freep(&document);
	} else {
		document = find_document(text, pointer, &any);
	}
	if (!any)
		return error_wrap(err, "the output holds no JSON document");
	if (!document)
		return error_set(err, ERROR_CONFIG, "the output's JSON has no '%s'", pointer);
	*ret = document;
	document = NULL;
	return 0;
}

int parse_json_read(const char *pointer, const struct json *document, double *ret,
		    struct error *err)
{
	const struct json *node = json_pointer(document, pointer);
	CLEANUP(mem_freep) char *label = mem_printf("'%s'", pointer);
	const char *text = json_text(node);
	double value;

	if (text)
		return parse_value_number(label, text, strlen(text), ret, err);
	if (!json_number(node, &value))
		return error_set(err, ERROR_CONFIG, "%s is not a number in the output's JSON",
				 label);
	if (value < 0)
		return error_set(err, ERROR_CONFIG, "%s is negative (%g)", label, value);
	*ret = value;
	return 0;
}

int parse_json(const char *pointer, const char *output, size_t n, double *ret, struct error *err)
{
	CLEANUP(json_freep) struct json *document = NULL;
	CLEANUP(mem_freep) char *label = mem_printf("'%s'", pointer);
	CLEANUP(str_clear) struct str shown = { 0 };
	double value;

	parse_text_append(&shown, output, n);
	if (parse_json_find(pointer, str_text(&shown), shown.length, &document, err) < 0 ||
	    parse_json_read(pointer, document, &value, err) < 0)
		return -1;
	return parse_value_check(label, value, ret, err);
}
