/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/commit_links.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

#define HEX_DIGITS ((size_t)2 * COMMIT_ID_BYTES)

void commit_links_add_parent(struct commit_links *links, const uint8_t oid[COMMIT_ID_BYTES])
{
	mem_grow(&links->parents, &links->capacity, links->n_parents, sizeof(*links->parents));
	memcpy(links->parents[links->n_parents++], oid, COMMIT_ID_BYTES);
}

void commit_links_clear(struct commit_links *links)
{
	free(links->parents);
	*links = (struct commit_links){ 0 };
}

static int hex_value(char digit)
{
	if (digit >= '0' && digit <= '9')
		return digit - '0';
	if (digit >= 'a' && digit <= 'f')
		return digit - 'a' + 10;
	return -1;
}

bool commit_id_from_hex(const char *hex, uint8_t ret[COMMIT_ID_BYTES])
{
	for (size_t i = 0; i < COMMIT_ID_BYTES; i++) {
		int high = hex_value(hex[2 * i]);
		int low = high < 0 ? -1 : hex_value(hex[2 * i + 1]);

		if (low < 0)
			return false;
		ret[i] = (uint8_t)(high << 4 | low);
	}
	return true;
}

/* Takes "<name> <40 hex digits>\n" off the front, when it is there. */
static bool take_id(const char **at, const char *end, const char *name,
		    uint8_t ret[COMMIT_ID_BYTES])
{
	size_t n_name = strlen(name);
	size_t n_line = n_name + HEX_DIGITS + 1;

	if ((size_t)(end - *at) < n_line || memcmp(*at, name, n_name) != 0 ||
	    (*at)[n_line - 1] != '\n' || !commit_id_from_hex(*at + n_name, ret))
		return false;
	*at += n_line;
	return true;
}

/* The number behind the last '>' of a line. */
static int64_t parse_date(const char *line, const char *end)
{
	const char *at = memrchr(line, '>', (size_t)(end - line));
	int64_t date = 0;

	if (!at)
		return 0;
	for (at++; at < end && *at == ' ';)
		at++;
	for (; at < end && *at >= '0' && *at <= '9'; at++) {
		if (date > INT64_MAX / 100)
			return 0;
		date = date * 10 + (*at - '0');
	}
	return date;
}

bool commit_links_parse(struct commit_links *links, const char *bytes, size_t n)
{
	static const char committer[] = "committer ";
	const char *at = bytes, *end = bytes + n;
	uint8_t oid[COMMIT_ID_BYTES];

	links->n_parents = 0;
	links->date = 0;
	links->is_date_ordered = false;
	if (!take_id(&at, end, "tree ", oid))
		return false;
	while (take_id(&at, end, "parent ", oid))
		commit_links_add_parent(links, oid);
	while (at < end && *at != '\n') {
		const char *line_end = memchr(at, '\n', (size_t)(end - at));

		if (!line_end)
			return false;
		if ((size_t)(line_end - at) >= sizeof(committer) - 1 &&
		    memcmp(at, committer, sizeof(committer) - 1) == 0) {
			links->date = parse_date(at, line_end);
			return true;
		}
		at = line_end + 1;
	}
	return false;
}
