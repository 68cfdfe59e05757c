/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * JSON in and out. Values are reference-free trees: a container owns what is put into it, so a
 * value may be put into one container only. Members keep the order of their insertion. Strings and
 * keys that are not UTF-8 are repaired with U+FFFD on the way in; NaN and infinity become null.
 */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include "base/defs.h"
#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct json; /* a value of any type */

/* Not json_object() and json_array(): libjansson has functions of these names. */
struct json *json_new_object(void) MUST_CHECK;
struct json *json_new_array(void) MUST_CHECK;
void json_free(struct json *json);
void json_freep(struct json **json);

/* Each sets one member; NULL text becomes null. */
void json_set_string(struct json *object, const char *key, const char *text);
void json_set_integer(struct json *object, const char *key, int64_t value);
void json_set_real(struct json *object, const char *key, double value);
void json_set_bool(struct json *object, const char *key, bool value);
void json_set_null(struct json *object, const char *key);
/* Takes over `value`. */
void json_set(struct json *object, const char *key, struct json *value);
void json_push(struct json *array, struct json *value);
void json_push_string(struct json *array, const char *text);
void json_push_real(struct json *array, double value);
void json_push_integer(struct json *array, int64_t value);

/*
 * The text without a newline at its end, on one line when compact, else indented by two blanks with
 * arrays of plain values on one line; the caller frees it. Reals have the fewest digits that read
 * back as the same number.
 */
char *json_dump(const struct json *json, bool compact) MUST_CHECK;

/*
 * Any value. Refuses nesting over 64, duplicate keys, bytes that are not UTF-8, and anything after
 * the value, with line and column (ERROR_CONFIG). When an integer exceeds 64 bits, all are read as reals.
 */
int json_parse(const char *text, size_t n, struct json **ret, struct error *err) MUST_CHECK;

/*
 * Borrowed from `json`: what the RFC 6901 pointer ("/result/ops", "" for the whole) names, or NULL
 * when there is none.
 */
const struct json *json_pointer(const struct json *json, const char *pointer);
bool json_is_object(const struct json *json);
bool json_is_array(const struct json *json);
bool json_is_null(const struct json *json); /* a null in the text; false for NULL */
/* Number of elements of an array or members of an object; 0 for others and NULL. */
size_t json_length(const struct json *json);
/* The i-th element, or NULL when there is none. Borrowed. */
const struct json *json_element(const struct json *array, size_t i);
/* The member, or NULL. Borrowed. */
const struct json *json_member(const struct json *object, const char *key);
/* The key of the i-th member, or NULL when there is none. Borrowed. */
const char *json_key(const struct json *object, size_t i);
/* The text of a string value, else NULL. Borrowed. */
const char *json_text(const struct json *json);
/* True when it is an integer or real number (booleans and numeric strings are not). */
bool json_number(const struct json *json, double *ret);
/* True when it is true or false. */
bool json_flag(const struct json *json, bool *ret);

#endif
