/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/trailers.h"

#include <string.h>
#include <strings.h>

#include "base/mem.h"
#include "results/mime.h"

#define LINE_MAX_BYTES 1000

static const char *const names[] = {
	"Signed-off-by", "Co-developed-by", "Reviewed-by",  "Acked-by",
	"Tested-by",     "Reported-by",     "Suggested-by", "Cc",
};

static const char *const left_out[] = { "stable@vger.kernel.org", "stable@kernel.org" };

static bool is_left_out(const char *mailbox)
{
	CLEANUP(mem_freep) char *address = mime_address(mailbox, NULL);

	for (size_t i = 0; address && i < ARRAY_LENGTH(left_out); i++)
		if (strcasecmp(address, left_out[i]) == 0)
			return true;
	return false;
}

static void take_line(const char *line, struct strlist *mailboxes)
{
	for (size_t i = 0; i < ARRAY_LENGTH(names); i++) {
		const size_t n = strlen(names[i]);

		if (strncasecmp(line, names[i], n) == 0 && line[n] == ':' &&
		    !is_left_out(line + n + 1))
			mime_add_mailbox(mailboxes, line + n + 1 + strspn(line + n + 1, " \t"));
	}
}

void trailers_add(const char *message, struct strlist *mailboxes)
{
	while (*message) {
		const size_t n = strcspn(message, "\r\n");

		if (n <= LINE_MAX_BYTES) {
			CLEANUP(mem_freep) char *line = mem_dup(message, n);

			take_line(line, mailboxes);
		}
		message += n + (message[n] != '\0');
	}
}
