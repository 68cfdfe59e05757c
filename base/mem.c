/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/mem.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *checked(void *memory)
{
	if (!memory) {
		(void)fputs("perfsect: out of memory\n", stderr);
		abort();
	}
	return memory;
}

void *mem_zalloc(size_t size_bytes)
{
	return checked(calloc(1, size_bytes ? size_bytes : 1));
}

void *mem_array(size_t n, size_t element_bytes)
{
	return checked(calloc(n ? n : 1, element_bytes ? element_bytes : 1));
}

void *mem_resize(void *array, size_t n, size_t element_bytes)
{
	return checked(reallocarray(array, n ? n : 1, element_bytes ? element_bytes : 1));
}

void *mem_dup(const void *bytes, size_t n)
{
	char *copy = checked(malloc(n + 1));

	if (n)
		memcpy(copy, bytes, n);
	copy[n] = '\0';
	return copy;
}

char *mem_strdup(const char *text)
{
	return text ? checked(strdup(text)) : NULL;
}

char *mem_printf(const char *format, ...)
{
	va_list args;
	char *text = NULL;

	va_start(args, format);
	if (vasprintf(&text, format, args) < 0)
		text = NULL;
	va_end(args);
	return checked(text);
}

void mem_grow(void *array_pointer, size_t *capacity, size_t n, size_t element_bytes)
{
	void *array;

	if (n < *capacity)
		return;
	memcpy(&array, array_pointer, sizeof(array));
	*capacity = *capacity ? *capacity * 2 : 16;
	array = mem_resize(array, *capacity, element_bytes);
	memcpy(array_pointer, &array, sizeof(array));
}

void mem_freep(void *pointer)
{
	void *memory;

	memcpy(&memory, pointer, sizeof(memory));
	free(memory);
	memory = NULL;
	memcpy(pointer, &memory, sizeof(memory));
}
