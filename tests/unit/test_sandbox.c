/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <string.h>

#include "bisect/sandbox.h"

static struct strlist wrap(const char *writable, const char *readable)
{
	struct strlist folders = { 0 };
	struct strlist argv = { 0 };

	strlist_add(&folders, writable);
	sandbox_append(&argv, &folders, readable, writable);
	strlist_clear(&folders);
	return argv;
}

/* Where `words` (NULL-terminated) stand one after the other; -1 for nowhere. */
static int position(const struct strlist *argv, const char *const *words)
{
	for (size_t i = 0; i < argv->n; i++) {
		size_t k = 0;

		while (words[k] != NULL && i + k < argv->n &&
		       strcmp(argv->items[i + k], words[k]) == 0)
			k++;
		if (words[k] == NULL)
			return (int)i;
	}
	return -1;
}

static void the_host_is_read_only_and_the_network_is_gone(void **state)
{
	struct strlist argv = wrap("/o", NULL);

	(void)state;
	assert_string_equal(argv.items[0], "bwrap");
	assert_true(position(&argv, (const char *const[]){ "--ro-bind", "/", "/", NULL }) > 0);
	assert_true(position(&argv, (const char *const[]){ "--unshare-net", NULL }) > 0);
	assert_true(position(&argv, (const char *const[]){ "--die-with-parent", NULL }) > 0);
	assert_true(position(&argv, (const char *const[]){ "--cap-drop", "ALL", NULL }) > 0);
	strlist_clear(&argv);
}

static void a_writable_folder_within_the_readable_one_stays_writable(void **state)
{
	struct strlist argv = wrap("/s/o", "/s");
	int readable = position(&argv, (const char *const[]){ "--ro-bind", "/s", "/s", NULL });
	int writable = position(&argv, (const char *const[]){ "--bind", "/s/o", "/s/o", NULL });
	int tmp = position(&argv, (const char *const[]){ "--tmpfs", "/tmp", NULL });

	(void)state;
	assert_true(tmp > 0 && tmp < readable && readable < writable);
	strlist_clear(&argv);
}

static void the_command_follows_the_last_word(void **state)
{
	struct strlist argv = wrap("/o", NULL);

	(void)state;
	assert_int_equal(position(&argv, (const char *const[]){ "--chdir", "/o", "--", NULL }),
			 (int)argv.n - 3);
	strlist_clear(&argv);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_host_is_read_only_and_the_network_is_gone),
		cmocka_unit_test(a_writable_folder_within_the_readable_one_stays_writable),
		cmocka_unit_test(the_command_follows_the_last_word),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
