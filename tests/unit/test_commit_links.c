/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <stdio.h>
#include <string.h>

#include "bisect/commit_links.h"

#define TREE "tree 0123456789abcdef0123456789abcdef01234567\n"
#define PARENT_A "parent aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n"
#define PARENT_B "parent bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\n"
#define AUTHOR "author A <a@b> 1 +0000\n"

static bool parse(struct commit_links *links, const char *text)
{
	return commit_links_parse(links, text, strlen(text));
}

static void a_merge_gives_its_parents_in_order_and_the_committers_date(void **state)
{
	struct commit_links links = { 0 };

	(void)state;
	assert_true(parse(&links, TREE PARENT_B PARENT_A AUTHOR
			  "committer C > D <c@d> 1700000001 +0200\n\nmerge\n"));
	assert_int_equal(links.n_parents, 2);
	assert_int_equal(links.parents[0][0], 0xbb);
	assert_int_equal(links.parents[1][19], 0xaa);
	assert_int_equal(links.date, 1700000001);
	assert_false(links.is_date_ordered);
	commit_links_clear(&links);
}

static void links_are_replaced_and_not_added_to(void **state)
{
	struct commit_links links = { 0 };

	(void)state;
	assert_true(parse(&links, TREE PARENT_A AUTHOR "committer C <c@d> 5 +0000\n\nx"));
	assert_true(parse(&links, TREE AUTHOR "committer C <c@d> 6 +0000\n\nx"));
	assert_int_equal(links.n_parents, 0);
	assert_int_equal(links.date, 6);
	commit_links_clear(&links);
}

static void headers_before_the_committer_are_passed_over(void **state)
{
	struct commit_links links = { 0 };

	(void)state;
	assert_true(parse(&links, TREE AUTHOR "mergetag object x\n tagger T <t@t> 9 +0\n"
					      "committer C <c@d> 6 +0000\n\nx"));
	assert_int_equal(links.date, 6);
	commit_links_clear(&links);
}

static void an_unreadable_date_counts_as_1970(void **state)
{
	static const char *const lines[] = { "committer C <c@d>\n\n", "committer C\n\n",
					     "committer C <c@d> soon +0000\n\n",
					     "committer C <c@d> -5 +0000\n\n",
					     "committer C <c@d> 99999999999999999999999 +0\n\n" };

	(void)state;
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		struct commit_links links = { 0 };
		char text[512];

		(void)snprintf(text, sizeof(text), "%s%s", TREE, lines[i]);
		assert_true(parse(&links, text));
		assert_int_equal(links.date, 0);
	}
}

static void what_is_not_a_commit_is_refused(void **state)
{
	static const char *const texts[] = {
		"",
		"blob",
		TREE,
		TREE PARENT_A,
		TREE AUTHOR,
		TREE AUTHOR "\ncommitter C <c@d> 1 +0\n",
		TREE AUTHOR "committer C <c@d> 1 +0",
		"tree 0123456789abcdefg123456789abcdef01234567\n" AUTHOR "committer C <c@d> 1 +0\n"
	};

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct commit_links links = { 0 };

		assert_false(parse(&links, texts[i]));
		commit_links_clear(&links);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_merge_gives_its_parents_in_order_and_the_committers_date),
		cmocka_unit_test(links_are_replaced_and_not_added_to),
		cmocka_unit_test(headers_before_the_committer_are_passed_over),
		cmocka_unit_test(an_unreadable_date_counts_as_1970),
		cmocka_unit_test(what_is_not_a_commit_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
