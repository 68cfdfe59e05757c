/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Heap memory that is there or ends the program: the store makes an abort safe. Sizes that come
 * from outside the process are bounded by the caller before they arrive here.
 */
#ifndef BASE_MEM_H
#define BASE_MEM_H

#include "base/defs.h"

#include <stddef.h>

void *mem_zalloc(size_t size_bytes) MUST_CHECK;
/* Zeroed array of n elements; aborts when the product overflows. */
void *mem_array(size_t n, size_t element_bytes) MUST_CHECK;
/* As reallocarray(); new elements are not initialised. */
void *mem_resize(void *array, size_t n, size_t element_bytes) MUST_CHECK;
/* Copy of n bytes, with a NUL behind them that is not counted. */
void *mem_dup(const void *bytes, size_t n) MUST_CHECK;
/* NULL stays NULL. */
char *mem_strdup(const char *text) MUST_CHECK;
char *mem_printf(const char *format, ...) PRINTF_LIKE(1, 2) MUST_CHECK;

/*
 * Makes room for one more element in a growing array: mem_grow(&list, &capacity, n, sizeof(*list)).
 * Doubles the capacity when n has reached it.
 */
void mem_grow(void *array_pointer, size_t *capacity, size_t n, size_t element_bytes);

/* For CLEANUP(mem_freep): frees what the pointer at `pointer` points to and sets it to NULL. */
void mem_freep(void *pointer);

#endif
