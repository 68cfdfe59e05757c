/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/mem.h"

static void new_memory_is_zeroed(void **state)
{
	static const char zeroes[64];
	CLEANUP(mem_freep) char *memory = mem_zalloc(sizeof(zeroes));
	CLEANUP(mem_freep) char *array = mem_array(8, 8);

	(void)state;
	assert_memory_equal(memory, zeroes, sizeof(zeroes));
	assert_memory_equal(array, zeroes, sizeof(zeroes));
}

static void a_copy_has_a_nul_behind_it(void **state)
{
	CLEANUP(mem_freep) char *copy = mem_dup("abc", 2);
	CLEANUP(mem_freep) char *nothing = mem_dup(NULL, 0);

	(void)state;
	assert_string_equal(copy, "ab");
	assert_string_equal(nothing, "");
	assert_null(mem_strdup(NULL));
}

static void a_growing_array_keeps_its_elements(void **state)
{
	CLEANUP(mem_freep) int *list = NULL;
	size_t capacity = 0;

	(void)state;
	for (int i = 0; i < 1000; i++) {
		mem_grow(&list, &capacity, (size_t)i, sizeof(*list));
		assert_true(capacity > (size_t)i);
		list[i] = i;
	}
	for (int i = 0; i < 1000; i++)
		assert_int_equal(list[i], i);
}

static void freeing_leaves_null(void **state)
{
	char *text = mem_printf("%d", 42);

	(void)state;
	assert_string_equal(text, "42");
	mem_freep(&text);
	assert_null(text);
	mem_freep(&text);
}

/* In a child, since it is the end of the program. */
static void a_product_that_overflows_aborts(void **state)
{
	volatile size_t n = SIZE_MAX / 2;
	int status = 0;
	pid_t pid = fork();

	(void)state;
	if (pid == 0) {
		(void)close(STDERR_FILENO);
		free(mem_array(n, 4));
		_exit(0);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_false(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(new_memory_is_zeroed),
		cmocka_unit_test(a_copy_has_a_nul_behind_it),
		cmocka_unit_test(a_growing_array_keeps_its_elements),
		cmocka_unit_test(freeing_leaves_null),
		cmocka_unit_test(a_product_that_overflows_aborts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
