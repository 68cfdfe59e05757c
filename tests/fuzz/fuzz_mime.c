/* SPDX-License-Identifier: GPL-3.0-or-later */
/* No text makes a second field of a header, or a line too long. */
#include <string.h>

#include "base/mem.h"
#include "results/mime.h"
#include "tests/fuzz/fuzz.h"

/* One field: ASCII, folded, each further line begun by a blank. */
static void check_field(const struct str *out)
{
	size_t column = 0;

	for (size_t i = 0; i < out->length; i++) {
		const char byte = out->data[i];

		FUZZ_CHECK(byte == '\n' || (byte >= ' ' && byte < 0x7f));
		FUZZ_CHECK(byte != '\n' || i + 1 == out->length || out->data[i + 1] == ' ');
		column = byte == '\n' ? 0 : column + 1;
		FUZZ_CHECK(column <= 998);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	CLEANUP(mem_freep) char *text = mem_dup(data, size);
	CLEANUP(mem_freep) char *address = mime_address(text, NULL);
	CLEANUP(strlist_clear) struct strlist list = { 0 };
	CLEANUP(str_clear) struct str subject = { 0 };
	CLEANUP(str_clear) struct str people = { 0 };
	CLEANUP(str_clear) struct str body = { 0 };
	size_t n;

	mime_append_text(&subject, "Subject", text);
	check_field(&subject);
	mime_add_mailbox(&list, text);
	FUZZ_CHECK((list.n == 1) == (address != NULL));
	FUZZ_CHECK(mime_append_mailboxes(&people, "To", &list) == (address != NULL));
	check_field(&people);
	mime_append_body(&body, text, size % 2);
	for (const char *line = str_text(&body); *line; line += n + 1) {
		n = strcspn(line, "\n");
		FUZZ_CHECK(n <= 998 && !str_starts_with(line, "From "));
	}
	return 0;
}
