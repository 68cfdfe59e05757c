/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/html.h"

#include <string.h>
#include <time.h>

#include "base/mem.h"

#define TEXT_MAX_BYTES 4096 /* of what should be a line */
#define BYTES_MAX_BYTES 131072

/* The one place where text becomes HTML. */
static void escape(struct str *out, const char *bytes, size_t n, bool keep_layout)
{
	const size_t most = keep_layout ? BYTES_MAX_BYTES : TEXT_MAX_BYTES;
	CLEANUP(str_clear) struct str safe = { 0 };
	const char *text;

	str_append_printable(&safe, bytes, n < most ? n : most, keep_layout);
	if (n > most)
		str_appendf(&safe, "… (%zu bytes more)", n - most);
	text = str_text(&safe);
	while (*text) {
		const size_t plain = strcspn(text, "&<>\"'");

		str_append_bytes(out, text, plain);
		text += plain;
		switch (*text) {
		case '&':
			str_append(out, "&amp;");
			break;
		case '<':
			str_append(out, "&lt;");
			break;
		case '>':
			str_append(out, "&gt;");
			break;
		case '"':
			str_append(out, "&quot;");
			break;
		case '\'':
			str_append(out, "&#39;");
			break;
		default:
			return; /* its end */
		}
		text++;
	}
}

void html_text(struct str *out, const char *text)
{
	if (text)
		escape(out, text, strlen(text), false);
}

void html_textf(struct str *out, const char *format, ...)
{
	CLEANUP(str_clear) struct str text = { 0 };
	va_list args;

	va_start(args, format);
	str_appendfv(&text, format, args);
	va_end(args);
	html_text(out, str_text(&text));
}

void html_bytes(struct str *out, const char *bytes, size_t n)
{
	escape(out, bytes, n, true);
}

void html_path(struct str *out, const char *path)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				    "0123456789-._~/";

	/* a colon in the first folder would make a scheme of it */
	if (strncmp(path, "../", 3) != 0)
		str_append(out, "./");
	if (path[0] == '/') { /* nor is it a host's */
		str_append(out, "%2F");
		path++;
	}
	for (; *path; path++) {
		if (strchr(plain, *path))
			str_append_char(out, *path);
		else
			str_appendf(out, "%%%02X", (unsigned)(unsigned char)*path);
	}
}

void html_json(struct str *out, const struct json *json)
{
	CLEANUP(mem_freep) char *text = json_dump(json, true);

	for (const char *byte = text; *byte; byte++) {
		if (strchr("<>&", *byte))
			str_appendf(out, "\\u%04x", (unsigned)*byte);
		else
			str_append_char(out, *byte);
	}
}

void html_time(struct str *out, int64_t seconds)
{
	time_t moment = (time_t)seconds;
	char machine[32] = "", people[32] = "";
	struct tm parts;

	if (!gmtime_r(&moment, &parts) || parts.tm_year < 0 || parts.tm_year > 8000 ||
	    strftime(machine, sizeof(machine), "%Y-%m-%dT%H:%M:%SZ", &parts) == 0 ||
	    strftime(people, sizeof(people), "%Y-%m-%d %H:%M:%S UTC", &parts) == 0)
		str_append(out, "at an unknown time");
	else
		str_appendf(out, "<time datetime=\"%s\">%s</time>", machine, people);
}
