/* SPDX-License-Identifier: GPL-3.0-or-later */
/* RFC 6901 on the public interface of json.h. */
#include "base/json.h"

#include <string.h>

#include "base/mem.h"
#include "base/str.h"

#define INDEX_MAX 1000000000

/* One reference token without its escapes ("~1" is "/", "~0" is "~"); NULL when one is wrong. */
static char *unescape(const char *token, size_t n)
{
	CLEANUP(str_clear) struct str str = { 0 };

	for (size_t i = 0; i < n; i++) {
		if (token[i] != '~') {
			str_append_char(&str, token[i]);
			continue;
		}
		i++;
		if (i == n || (token[i] != '0' && token[i] != '1'))
			return NULL;
		str_append_char(&str, token[i] == '0' ? '~' : '/');
	}
	return str_steal(&str);
}

static const struct json *element_named(const struct json *array, const char *name)
{
	struct error ignored;
	int64_t i;

	if (name[0] == '+' || (name[0] == '0' && name[1] != '\0'))
		return NULL;
	if (str_parse_i64(name, 0, INDEX_MAX, &i, &ignored) < 0)
		return NULL;
	return json_element(array, (size_t)i);
}

const struct json *json_pointer(const struct json *json, const char *pointer)
{
	while (json && *pointer != '\0') {
		CLEANUP(mem_freep) char *name = NULL;
		size_t n;

		if (*pointer++ != '/')
			return NULL;
		n = strcspn(pointer, "/");
		name = unescape(pointer, n);
		if (!name)
			return NULL;
		json = json_is_array(json) ? element_named(json, name) : json_member(json, name);
		pointer += n;
	}
	return json;
}
