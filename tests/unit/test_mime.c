/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Header fields of a mail are what they should be, whatever text from outside goes in. */
#include "tests/support/test.h"

#include <string.h>

#include "base/mem.h"
#include "results/mime.h"

static void assert_field(const char *text, const char *expected)
{
	CLEANUP(str_clear) struct str out = { 0 };

	mime_append_text(&out, "Subject", text);
	assert_string_equal(str_text(&out), expected);
}

static void plain_words_stay_and_others_are_encoded(void **state)
{
	(void)state;
	assert_field("sched: be slow", "Subject: sched: be slow\n");
	assert_field("Grüße", "Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=\n");
	assert_field("=?utf-8?q?x?=", "Subject: =?utf-8?q?=3D=3Futf=2D8=3Fq=3Fx=3F=3D?=\n");
	assert_field("", "Subject:\n");
}

static void no_text_begins_a_field_of_its_own(void **state)
{
	static const char *const evil[] = {
		"a\nBcc: x@y",
		"a\r\nBcc: x@y",
		"a\rBcc: x@y",
		"a\xe2\x80\xa8"
		"b",
		"a\x1b[2Jb",
		"a\x85"
		"b",
		"\xff\xfe",
		"a\xe2\x80\xae"
		"b",
		"\n\n<html>",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(evil); i++) {
		CLEANUP(str_clear) struct str out = { 0 };

		mime_append_text(&out, "Subject", evil[i]);
		for (size_t j = 0; j < out.length; j++) {
			assert_true(out.data[j] == '\n' ||
				    (out.data[j] >= ' ' && out.data[j] < 0x7f));
			/* a line that is not the first is the same field's */
			if (out.data[j] == '\n' && j + 1 < out.length)
				assert_int_equal(out.data[j + 1], ' ');
		}
		assert_null(strstr(out.data, "\nBcc"));
	}
}

static void long_fields_are_folded(void **state)
{
	CLEANUP(str_clear) struct str text = { 0 };

	(void)state;
	for (size_t i = 0; i < 100000; i++)
		str_append(&text, i % 7 ? "ä" : "word ");
	for (int is_word = 0; is_word < 2; is_word++) {
		CLEANUP(str_clear) struct str out = { 0 };
		size_t n = 0;

		if (is_word) /* a megabyte without a blank */
			memset(text.data, 'a', text.length);
		mime_append_text(&out, "Subject", str_text(&text));
		assert_true(out.length < 4000);
		for (const char *line = out.data; *line; line += n + 1) {
			n = strcspn(line, "\n");
			assert_true(n <= 78);
		}
	}
}

static void a_mailbox_is_a_name_and_a_plain_address(void **state)
{
	static const struct {
		const char *text, *address, *name;
	} mailboxes[] = {
		{ "Ben Takt <ben@example.org>", "ben@example.org", "Ben Takt" },
		{ " \"B. Takt\" <ben.t+x@example.org> # 5.1+", "ben.t+x@example.org", "B. Takt" },
		{ "ben@example.org", "ben@example.org", "" },
		{ "<ben@example.org>", "ben@example.org", "" },
		{ "Ben", NULL, NULL },
		{ "Ben <ben@example.org", NULL, NULL },
		{ "Ben <ben@@example.org>", NULL, NULL },
		{ "Ben <ben @example.org>", NULL, NULL },
		{ "Ben <ben@example.org\nBcc: a@b>", NULL, NULL },
		{ "Ben <\"ben\"@example.org>", NULL, NULL },
		{ "Ben <ben@exa_mple.org>", NULL, NULL },
		{ "Ben <-oops@example.org>", NULL, NULL },
		{ "Ben <.b@example.org>", NULL, NULL },
		{ "Ben <b@\xc3\xa4.org>", NULL, NULL },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(mailboxes); i++) {
		CLEANUP(mem_freep) char *name = NULL;
		CLEANUP(mem_freep) char *address = mime_address(mailboxes[i].text, &name);

		if (!mailboxes[i].address) {
			assert_null(address);
			continue;
		}
		assert_string_equal(address, mailboxes[i].address);
		assert_string_equal(name, mailboxes[i].name);
	}
}

static void mailboxes_are_quoted_encoded_and_left_out(void **state)
{
	CLEANUP(strlist_clear) struct strlist list = { 0 };
	CLEANUP(str_clear) struct str out = { 0 };

	(void)state;
	mime_add_mailbox(&list, "B. Takt, Jr. <ben@example.org>");
	mime_add_mailbox(&list, "again <BEN@example.org>");
	mime_add_mailbox(&list, "nobody");
	mime_add_mailbox(&list, "Jürgen \n Bcc: x <j@example.org>");
	mime_add_mailbox(&list, "list@example.org");
	assert_int_equal(list.n, 3);
	assert_true(mime_append_mailboxes(&out, "Cc", &list));
	assert_string_equal(str_text(&out),
			    "Cc: \"B. Takt, Jr.\" <ben@example.org>,\n"
			    " =?utf-8?q?J=C3=BCrgen_=5Cx0A_Bcc=3A_x?= <j@example.org>,\n"
			    " list@example.org\n");
	strlist_clear(&list);
	assert_false(mime_append_mailboxes(&out, "Cc", &list));
}

static void a_body_has_short_lines_and_no_other_message(void **state)
{
	CLEANUP(str_clear) struct str text = { 0 };
	CLEANUP(str_clear) struct str out = { 0 };
	CLEANUP(str_clear) struct str wire = { 0 };
	size_t n = 0;

	(void)state;
	str_append(&text, "From me\n>From you\n");
	for (size_t i = 0; i < 500000; i++)
		str_append(&text, "±");
	mime_append_body(&out, str_text(&text), false);
	assert_true(str_starts_with(out.data, ">From me\n>>From you\n"));
	for (const char *line = out.data; *line; line += n + 1) {
		n = strcspn(line, "\n");
		assert_true(n <= 998);
		assert_false(((unsigned char)line[0] & 0xc0) == 0x80); /* no half character */
	}
	str_clear(&out);
	mime_append_body(&out, "a ± 5 % – b", true);
	assert_string_equal(out.data, "a +- 5 % ? b\n");
	mime_append_wire(&wire, "From x\nA: b\n\n>From me\n.\n");
	assert_string_equal(wire.data, "A: b\r\n\r\nFrom me\r\n.\r\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(plain_words_stay_and_others_are_encoded),
		cmocka_unit_test(no_text_begins_a_field_of_its_own),
		cmocka_unit_test(long_fields_are_folded),
		cmocka_unit_test(a_mailbox_is_a_name_and_a_plain_address),
		cmocka_unit_test(mailboxes_are_quoted_encoded_and_left_out),
		cmocka_unit_test(a_body_has_short_lines_and_no_other_message),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
