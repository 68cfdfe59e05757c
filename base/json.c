/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The only user of jansson, which keeps the trees and reads them; a `struct json` is its json_t. */
#include "base/json.h"

#include <assert.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_text.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/utf8.h"

#define DEPTH_MAX 64
#define INDENT 2
#define REPLACEMENT "\357\277\275" /* U+FFFD */

static json_t *value_of(const struct json *json)
{
	return (json_t *)(uintptr_t)json; /* jansson's readers take no const */
}

/* jansson gives NULL when memory is out, and ours ends the program then. */
static struct json *checked(json_t *value)
{
	if (!value) {
		(void)fputs("perfsect: out of memory\n", stderr);
		abort();
	}
	return (struct json *)value;
}

struct json *json_new_object(void)
{
	return checked(json_object());
}

struct json *json_new_array(void)
{
	return checked(json_array());
}

void json_free(struct json *json)
{
	json_decref(value_of(json));
}

void json_freep(struct json **json)
{
	json_free(*json);
	*json = NULL;
}

/* jansson's json_is_object and its like are macros, and these are not: hence the brackets. */
bool(json_is_object)(const struct json *json)
{
	return json_is_object(value_of(json));
}

bool(json_is_array)(const struct json *json)
{
	return json_is_array(value_of(json));
}

bool(json_is_null)(const struct json *json)
{
	return json_is_null(value_of(json));
}

static char *repaired(const char *text)
{
	CLEANUP(str_clear) struct str str = { 0 };
	size_t left = strlen(text);

	while (left > 0) {
		size_t n = utf8_decode(text, left, NULL);

		if (n > 0)
			str_append_bytes(&str, text, n);
		else
			str_append(&str, REPLACEMENT);
		text += n ? n : 1;
		left -= n ? n : 1;
	}
	return str_steal(&str);
}

static struct json *string_value(const char *text)
{
	CLEANUP(mem_freep) char *valid = NULL;

	if (!text)
		return checked(json_null());
	valid = repaired(text);
	return checked(json_string_nocheck(valid));
}

static struct json *real_value(double value)
{
	return checked(isfinite(value) ? json_real(value) : json_null());
}

void json_set(struct json *object, const char *key, struct json *value)
{
	CLEANUP(mem_freep) char *valid = repaired(key);
	int status;

	assert(json_is_object(value_of(object)));
	status = json_object_set_new_nocheck(value_of(object), valid, value_of(value));
	if (status < 0)
		(void)checked(NULL);
}

void json_set_string(struct json *object, const char *key, const char *text)
{
	json_set(object, key, string_value(text));
}

void json_set_integer(struct json *object, const char *key, int64_t value)
{
	json_set(object, key, checked(json_integer(value)));
}

void json_set_real(struct json *object, const char *key, double value)
{
	json_set(object, key, real_value(value));
}

void json_set_bool(struct json *object, const char *key, bool value)
{
	json_set(object, key, checked(json_boolean(value)));
}

void json_set_null(struct json *object, const char *key)
{
	json_set(object, key, checked(json_null()));
}

void json_push(struct json *array, struct json *value)
{
	int status;

	assert(json_is_array(value_of(array)));
	status = json_array_append_new(value_of(array), value_of(value));
	if (status < 0)
		(void)checked(NULL);
}

void json_push_string(struct json *array, const char *text)
{
	json_push(array, string_value(text));
}

void json_push_real(struct json *array, double value)
{
	json_push(array, real_value(value));
}

void json_push_integer(struct json *array, int64_t value)
{
	json_push(array, checked(json_integer(value)));
}

/* Where one value is written. */
struct writer {
	struct str str;
	bool is_compact;
};

static void writer_clear(struct writer *writer)
{
	str_clear(&writer->str);
}

static void write_value(struct writer *writer, const json_t *value, int depth);

static void write_line_end(struct writer *writer, int depth)
{
	if (!writer->is_compact)
		str_appendf(&writer->str, "\n%*s", depth * INDENT, "");
}

static void write_object(struct writer *writer, json_t *object, int depth)
{
	const char *separator = "";
	const char *key;
	json_t *value;

	str_append_char(&writer->str, '{');
	json_object_foreach(object, key, value)
	{
		str_append(&writer->str, separator);
		write_line_end(writer, depth + 1);
		json_text_append_string(&writer->str, key);
		str_append(&writer->str, writer->is_compact ? ":" : ": ");
		write_value(writer, value, depth + 1);
		separator = ",";
	}
	if (*separator)
		write_line_end(writer, depth);
	str_append_char(&writer->str, '}');
}

static bool has_container(const json_t *array)
{
	for (size_t i = 0; i < json_array_size(array); i++) {
		const json_t *value = json_array_get(array, i);

		if (json_is_object(value) || json_is_array(value))
			return true;
	}
	return false;
}

static void write_array(struct writer *writer, const json_t *array, int depth)
{
	bool is_tall = has_container(array);
	size_t n = json_array_size(array);

	str_append_char(&writer->str, '[');
	for (size_t i = 0; i < n; i++) {
		if (i > 0)
			str_append(&writer->str, is_tall || writer->is_compact ? "," : ", ");
		if (is_tall)
			write_line_end(writer, depth + 1);
		write_value(writer, json_array_get(array, i), depth + 1);
	}
	if (is_tall)
		write_line_end(writer, depth);
	str_append_char(&writer->str, ']');
}

static void write_value(struct writer *writer, const json_t *value, int depth)
{
	switch (json_typeof(value)) {
	case JSON_OBJECT:
		write_object(writer, (json_t *)(uintptr_t)value, depth);
		break;
	case JSON_ARRAY:
		write_array(writer, value, depth);
		break;
	case JSON_STRING:
		json_text_append_string(&writer->str, json_string_value(value));
		break;
	case JSON_INTEGER:
		str_appendf(&writer->str, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
		break;
	case JSON_REAL:
		json_text_append_real(&writer->str, json_real_value(value));
		break;
	case JSON_TRUE:
		str_append(&writer->str, "true");
		break;
	case JSON_FALSE:
		str_append(&writer->str, "false");
		break;
	case JSON_NULL:
		str_append(&writer->str, "null");
		break;
	}
}

char *json_dump(const struct json *json, bool compact)
{
	CLEANUP(writer_clear) struct writer writer = { .is_compact = compact };

	write_value(&writer, value_of(json), 0);
	return str_steal(&writer.str);
}

/* Its text quotes the input, which may be anything. */
static int MUST_CHECK refuse(const json_error_t *cause, struct error *err)
{
	CLEANUP(str_clear) struct str text = { 0 };

	str_append_printable(&text, cause->text, strlen(cause->text), false);
	return error_set(err, ERROR_CONFIG, "not valid JSON at line %d, column %d: %s", cause->line,
			 cause->column, str_text(&text));
}

int json_parse(const char *text, size_t n, struct json **ret, struct error *err)
{
	size_t flags = JSON_REJECT_DUPLICATES | JSON_DECODE_ANY;
	json_error_t cause;
	json_t *value;

	if (json_text_depth(text, n) > DEPTH_MAX)
		return error_set(err, ERROR_CONFIG, "JSON is nested deeper than %d", DEPTH_MAX);
	value = json_loadb(text, n, flags, &cause);
	/* Tools write 18446744073709551615 for "no minimum yet"; that must not cost all the rest. */
	if (!value && json_error_code(&cause) == json_error_numeric_overflow)
		value = json_loadb(text, n, flags | JSON_DECODE_INT_AS_REAL, &cause);
	if (!value)
		return refuse(&cause, err);
	*ret = (struct json *)value;
	return 0;
}

size_t json_length(const struct json *json)
{
	if (json_is_array(value_of(json)))
		return json_array_size(value_of(json));
	return json_object_size(value_of(json)); /* 0 for what is no object */
}

const struct json *json_element(const struct json *array, size_t i)
{
	return (const struct json *)json_array_get(value_of(array), i);
}

const struct json *json_member(const struct json *object, const char *key)
{
	return (const struct json *)json_object_get(value_of(object), key);
}

const char *json_key(const struct json *object, size_t i)
{
	json_t *value = value_of(object);
	void *at = json_object_iter(value);

	while (at && i-- > 0)
		at = json_object_iter_next(value, at);
	return at ? json_object_iter_key(at) : NULL;
}

const char *json_text(const struct json *json)
{
	return json_string_value(value_of(json));
}

bool json_number(const struct json *json, double *ret)
{
	if (!json_is_number(value_of(json)))
		return false;
	*ret = json_number_value(value_of(json));
	return true;
}

bool json_flag(const struct json *json, bool *ret)
{
	if (!json_is_boolean(value_of(json)))
		return false;
	*ret = json_is_true(value_of(json));
	return true;
}
