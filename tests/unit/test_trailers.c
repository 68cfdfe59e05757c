/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <string.h>

#include "bisect/maintainers.h"
#include "bisect/trailers.h"

static void those_named_in_a_message_are_found_once(void **state)
{
	CLEANUP(strlist_clear) struct strlist people = { 0 };

	(void)state;
	trailers_add("sched: be slow\n\nNot a trailer <x@y>\nSigned-off-by: A <a@example.org>\n"
		     "Cc: stable@vger.kernel.org # 5.1+\nCC: B <b@example.org>\r\n"
		     "acked-by: again <A@EXAMPLE.org>\nFixes: 123 (\"x\")\n"
		     "Reported-by: not an address\nReviewed-by:c@example.org",
		     &people);
	assert_int_equal(people.n, 3);
	assert_string_equal(people.items[0], "A <a@example.org>");
	assert_string_equal(people.items[1], "B <b@example.org>");
	assert_string_equal(people.items[2], "c@example.org");
}

static void what_a_script_prints_is_taken_for_mailboxes_only(void **state)
{
	CLEANUP(strlist_clear) struct strlist people = { 0 };
	CLEANUP(str_clear) struct str line = { 0 };

	(void)state;
	for (size_t i = 0; i < 1000000; i++)
		str_append_char(&line, 'a');
	str_append(&line, "@example.org\nBen Takt <ben@example.org> (maintainer:SCHEDULER)\n"
			  "list@example.org (open list:SCHEDULER (CORE))\n\x1b[2J\nBcc: a@b\n"
			  "usage: get_maintainer.pl <options>\n");
	maintainers_read(str_text(&line), &people);
	assert_int_equal(people.n, 2);
	assert_string_equal(people.items[0], "Ben Takt <ben@example.org>");
	assert_string_equal(people.items[1], "list@example.org");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(those_named_in_a_message_are_found_once),
		cmocka_unit_test(what_a_script_prints_is_taken_for_mailboxes_only),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
