/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/mem.h"
#include "tests/fuzz/fuzz.h"

/* Also where assert() is compiled out. */
static void require(int condition)
{
	if (!condition)
		abort();
}

/* What is written must read back and be written the same. */
static void round_trip(const struct json *json, bool compact)
{
	CLEANUP(json_freep) struct json *again = NULL;
	CLEANUP(mem_freep) char *first = json_dump(json, compact);
	CLEANUP(mem_freep) char *second = NULL;
	struct error err = { 0 };

	require(json_parse(first, strlen(first), &again, &err) == 0);
	second = json_dump(again, compact);
	require(strcmp(first, second) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	CLEANUP(json_freep) struct json *json = NULL;
	CLEANUP(mem_freep) char *text = mem_dup(data, size);
	struct error err = { 0 };

	if (json_parse((const char *)data, size, &json, &err) < 0) {
		require(err.kind == ERROR_CONFIG && err.text[0] != '\0');
		return 0;
	}
	round_trip(json, true);
	round_trip(json, false);
	require(json_pointer(json, "") == json);
	(void)json_pointer(json, text); /* any text, for what it reads of it */
	return 0;
}
