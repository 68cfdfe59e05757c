/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/mime.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include "base/mem.h"
#include "results/text_width.h"

#define LINE 76 /* columns of a folded field */
#define WORD_START "=?utf-8?q?"
#define WORD_END "?="
#define WORD_ROOM 58 /* encoded bytes of a word, which has 75 at most */
#define TEXT_MAX 600 /* bytes of a field's text */
#define NAME_MAX 120
#define ADDRESS_MAX 254
#define BODY_LINE_MAX 900 /* bytes; 998 are allowed */
#define MAILBOXES_MAX 100
#define ATOM "!#$%&'*+-/=?^_`{|}~"

static bool is_ascii(const char *text)
{
	for (; *text; text++)
		if ((unsigned char)*text >= 0x80)
			return false;
	return true;
}

/* Without control bytes, invalid UTF-8 and bidirectional marks, and of bounded length. */
static char *harmless(const char *text, size_t max)
{
	const size_t n = strlen(text);
	CLEANUP(str_clear) struct str safe = { 0 };

	str_append_printable(&safe, text, n < max ? n : max, false);
	return mem_dup(str_text(&safe), text_fit(str_text(&safe), max));
}

static size_t character_length(const char *text)
{
	size_t n = 1;

	while (((unsigned char)text[n] & 0xc0) == 0x80)
		n++;
	return n;
}

/* Starts a new line where `n` more columns do not fit, which is never the first. */
static void fold(struct str *out, size_t *column, size_t n)
{
	if (*column + 1 + n > LINE && *column > 1) {
		str_append(out, "\n");
		*column = 0;
	}
	str_append_char(out, ' ');
	*column += 1 + n;
}

static void append_encoded_byte(struct str *word, unsigned char byte)
{
	if (byte == ' ')
		str_append_char(word, '_');
	else if (byte < 0x80 && isalnum(byte))
		str_append_char(word, (char)byte);
	else
		str_appendf(word, "=%02X", byte);
}

/* Words of RFC 2047, each of whole characters. */
static void append_encoded(struct str *out, const char *text, size_t *column)
{
	while (*text) {
		CLEANUP(str_clear) struct str word = { 0 };

		while (*text) {
			CLEANUP(str_clear) struct str one = { 0 };
			const size_t n = character_length(text);

			for (size_t i = 0; i < n; i++)
				append_encoded_byte(&one, (unsigned char)text[i]);
			if (word.length + one.length > WORD_ROOM)
				break;
			str_append(&word, str_text(&one));
			text += n;
		}
		fold(out, column, word.length + strlen(WORD_START WORD_END));
		str_appendf(out, WORD_START "%s" WORD_END, str_text(&word));
	}
}

static bool has_long_word(const char *text)
{
	for (; *text; text += strspn(text, " ")) {
		if (strcspn(text, " ") > LINE - 10)
			return true;
		text += strcspn(text, " ");
	}
	return false;
}

static void append_words(struct str *out, const char *text, size_t *column)
{
	for (text += strspn(text, " "); *text; text += strspn(text, " ")) {
		const size_t n = strcspn(text, " ");

		fold(out, column, n);
		str_append_bytes(out, text, n);
		text += n;
	}
}

void mime_append_text(struct str *out, const char *field, const char *text)
{
	CLEANUP(mem_freep) char *safe = harmless(text, TEXT_MAX);
	size_t column = strlen(field) + 1;

	str_appendf(out, "%s:", field);
	/* what looks encoded would be decoded */
	if (!is_ascii(safe) || strstr(safe, "=?") || has_long_word(safe))
		append_encoded(out, safe, &column);
	else
		append_words(out, safe, &column);
	str_append_char(out, '\n');
}

/* A dot-atom on both sides of one '@'. */
static bool is_address(const char *text)
{
	const char *at = strchr(text, '@');

	if (!at || at == text || !at[1] || strlen(text) > ADDRESS_MAX || strchr(at + 1, '@') ||
	    text[0] == '-')
		return false;
	for (const char *byte = text; *byte; byte++) {
		const bool is_dot = *byte == '.';

		if (is_dot && (byte == text || byte[-1] == '@' || byte[-1] == '.' || !byte[1] ||
			       byte[1] == '@'))
			return false;
		if (!is_dot && byte != at && !isalnum((unsigned char)*byte) &&
		    (byte > at ? *byte != '-' : !strchr(ATOM, *byte)))
			return false;
		if ((unsigned char)*byte >= 0x80)
			return false;
	}
	return true;
}

static char *trimmed(const char *text, size_t n)
{
	while (n > 0 && strchr(" \t\"", text[0])) {
		text++;
		n--;
	}
	while (n > 0 && strchr(" \t\"", text[n - 1]))
		n--;
	return mem_dup(text, n);
}

char *mime_address(const char *mailbox, char **ret_name)
{
	const char *open = strrchr(mailbox, '<');
	const char *close = open ? strchr(open, '>') : NULL;
	char *address;

	if (open && !close)
		return NULL;
	address = open ? trimmed(open + 1, (size_t)(close - open) - 1)
		       : trimmed(mailbox, strlen(mailbox));
	if (!is_address(address)) {
		mem_freep(&address);
		return NULL;
	}
	if (ret_name)
		*ret_name = open ? trimmed(mailbox, (size_t)(open - mailbox)) : mem_strdup("");
	return address;
}

/* An atom or a quoted string, or encoded words. */
static void append_name(struct str *out, const char *name, size_t *column)
{
	CLEANUP(mem_freep) char *safe = harmless(name, NAME_MAX);
	CLEANUP(str_clear) struct str quoted = { 0 };

	if (!is_ascii(safe) || strstr(safe, "=?") || has_long_word(safe)) {
		append_encoded(out, safe, column);
		return;
	}
	if (strspn(safe, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 -'") ==
	    strlen(safe)) {
		append_words(out, safe, column);
		return;
	}
	str_append_char(&quoted, '"');
	for (const char *byte = safe; *byte; byte++) {
		if (*byte == '"' || *byte == '\\')
			str_append_char(&quoted, '\\');
		str_append_char(&quoted, *byte);
	}
	str_append_char(&quoted, '"');
	append_words(out, str_text(&quoted), column);
}

bool mime_append_mailboxes(struct str *out, const char *field, const struct strlist *mailboxes)
{
	bool is_any = false;

	for (size_t i = 0; i < mailboxes->n; i++) {
		CLEANUP(mem_freep) char *name = NULL;
		CLEANUP(mem_freep) char *address = mime_address(mailboxes->items[i], &name);
		size_t column = is_any ? 0 : strlen(field) + 1;

		if (!address)
			continue;
		if (is_any)
			str_append(out, ",\n");
		else
			str_appendf(out, "%s:", field);
		is_any = true;
		if (name[0])
			append_name(out, name, &column);
		fold(out, &column, strlen(address) + 3);
		str_appendf(out, name[0] ? "<%s>" : "%s", address);
	}
	if (is_any)
		str_append_char(out, '\n');
	return is_any;
}

void mime_add_mailbox(struct strlist *mailboxes, const char *mailbox)
{
	CLEANUP(mem_freep) char *address = mime_address(mailbox, NULL);

	if (!address || mailboxes->n >= MAILBOXES_MAX)
		return;
	for (size_t i = 0; i < mailboxes->n; i++) {
		CLEANUP(mem_freep) char *other = mime_address(mailboxes->items[i], NULL);

		if (other && strcasecmp(address, other) == 0)
			return;
	}
	strlist_add(mailboxes, mailbox);
}

void mime_append_date(struct str *out, int64_t unix_seconds)
{
	static const char *const days[] = { "Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat" };
	static const char *const months[] = { "Jan", "Feb", "Mar", "Apr", "May", "Jun",
					      "Jul", "Aug", "Sep", "Oct", "Nov", "Dec" };
	const time_t seconds = (time_t)unix_seconds;
	struct tm tm = { 0 };

	if (!gmtime_r(&seconds, &tm))
		return; /* a year beyond an int: the server will date it */
	str_appendf(out, "Date: %s, %d %s %d %02d:%02d:%02d +0000\n", days[tm.tm_wday], tm.tm_mday,
		    months[tm.tm_mon], tm.tm_year + 1900, tm.tm_hour, tm.tm_min, tm.tm_sec);
}

static void append_ascii(struct str *out, const char *text, size_t n)
{
	for (size_t i = 0; i < n;) {
		size_t length = 1;

		if ((unsigned char)text[i] < 0x80) {
			str_append_char(out, text[i++]);
			continue;
		}
		while (i + length < n && ((unsigned char)text[i + length] & 0xc0) == 0x80)
			length++;
		if (length == 2 && memcmp(text + i, "±", 2) == 0)
			str_append(out, "+-");
		else
			str_append_char(out, '?');
		i += length;
	}
}

/* "From " and ">From " get one more '>', as mboxrd has it. */
static bool looks_like_message(const char *line)
{
	return str_starts_with(line + strspn(line, ">"), "From ");
}

static void append_line(struct str *out, const char *line, size_t n, bool ascii)
{
	CLEANUP(mem_freep) char *text = mem_dup(line, n);

	if (looks_like_message(text))
		str_append_char(out, '>');
	if (ascii)
		append_ascii(out, text, n);
	else
		str_append_bytes(out, text, n);
	str_append_char(out, '\n');
}

void mime_append_body(struct str *out, const char *text, bool ascii)
{
	while (*text) {
		size_t n = strcspn(text, "\n");

		while (n > BODY_LINE_MAX) {
			size_t part = BODY_LINE_MAX;

			while (part > 1 && ((unsigned char)text[part] & 0xc0) == 0x80)
				part--;
			append_line(out, text, part, ascii);
			text += part;
			n -= part;
		}
		append_line(out, text, n, ascii);
		text += n + (text[n] == '\n');
	}
}

void mime_append_wire(struct str *out, const char *message)
{
	if (str_starts_with(message, "From "))
		message += strcspn(message, "\n") + (message[strcspn(message, "\n")] == '\n');
	while (*message) {
		const size_t n = strcspn(message, "\n");
		const bool is_quoted = message[0] == '>' && looks_like_message(message);

		str_append_bytes(out, message + is_quoted, n - is_quoted);
		str_append(out, "\r\n");
		message += n + (message[n] == '\n');
	}
}
