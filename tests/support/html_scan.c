/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/html_scan.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/defs.h"
#include "base/str.h"
#include "base/utf8.h"

#define DEPTH_MAX 64

static const char *const elements[] = {
	"a",      "article", "body",    "caption", "code",   "dd",      "desc",  "details",
	"div",    "dl",      "dt",      "figure",  "footer", "g",       "h1",    "h2",
	"h3",     "head",    "header",  "html",    "li",     "main",    "meta",  "ol",
	"p",      "path",    "pre",     "rect",    "script", "section", "small", "span",
	"strong", "style",   "summary", "svg",     "table",  "tbody",   "td",    "text",
	"th",     "thead",   "time",    "title",   "tr",     "ul",
};

static const char *const attributes[] = {
	"aria-hidden",
	"aria-label",
	"aria-labelledby",
	"charset",
	"class",
	"content",
	"d",
	"data-kernel",
	"datetime",
	"height",
	"href",
	"http-equiv",
	"id",
	"lang",
	"name",
	"open",
	"preserveAspectRatio",
	"role",
	"rowspan",
	"scope",
	"tabindex",
	"text-anchor",
	"title",
	"transform",
	"type",
	"value",
	"viewBox",
	"width",
	"x",
	"y",
};

struct scan {
	const char *at, *end;
	char stack[DEPTH_MAX][16];
	size_t depth;
};

static bool is_one_of(const char *word, size_t n, const char *const *words, size_t n_words)
{
	for (size_t i = 0; i < n_words; i++)
		if (strlen(words[i]) == n && memcmp(words[i], word, n) == 0)
			return true;
	return false;
}

static size_t name_length(const struct scan *scan)
{
	size_t n = 0;

	while (scan->at + n < scan->end &&
	       (isalnum((unsigned char)scan->at[n]) || scan->at[n] == '-'))
		n++;
	return n;
}

/* Takes name="value", or a name alone. */
static const char *take_attribute(struct scan *scan)
{
	const size_t n = name_length(scan);
	const char *quote;

	if (!is_one_of(scan->at, n, attributes, ARRAY_LENGTH(attributes)))
		return "an attribute that is not ours";
	scan->at += n;
	if (scan->at == scan->end || *scan->at != '=')
		return NULL;
	if (scan->end - scan->at < 2 || scan->at[1] != '"')
		return "an attribute without quotes";
	quote = memchr(scan->at + 2, '"', (size_t)(scan->end - scan->at - 2));
	if (!quote || memchr(scan->at, '<', (size_t)(quote - scan->at)))
		return "an attribute that does not end";
	if (n == 4 && memcmp(scan->at - n, "href", n) == 0 && scan->at[2] != '#' &&
	    scan->at[2] != '.')
		return "a link to elsewhere";
	scan->at = quote + 1;
	return NULL;
}

static const char *take_attributes(struct scan *scan, bool *ret_is_closed)
{
	*ret_is_closed = false;
	for (;;) {
		const char *wrong;

		while (scan->at < scan->end && (*scan->at == ' ' || *scan->at == '\n'))
			scan->at++;
		if (scan->at == scan->end)
			return "an element that does not end";
		if (*scan->at == '/') {
			*ret_is_closed = true;
			scan->at++;
			continue;
		}
		if (*scan->at == '>') {
			scan->at++;
			return NULL;
		}
		wrong = take_attribute(scan);
		if (wrong)
			return wrong;
	}
}

/* Script and style go up to their own end. */
static const char *skip_raw(struct scan *scan, const char *end_tag)
{
	const char *end =
		memmem(scan->at, (size_t)(scan->end - scan->at), end_tag, strlen(end_tag));

	if (!end)
		return "a script or style that does not end";
	scan->at = end;
	return NULL;
}

static const char *take_end(struct scan *scan)
{
	size_t n;

	scan->at += 2;
	n = name_length(scan);
	if (scan->depth == 0 || strlen(scan->stack[scan->depth - 1]) != n ||
	    memcmp(scan->stack[scan->depth - 1], scan->at, n) != 0)
		return "an end of another element";
	scan->depth--;
	scan->at += n;
	if (scan->at == scan->end || *scan->at != '>')
		return "an end that does not end";
	scan->at++;
	return NULL;
}

static const char *take_element(struct scan *scan)
{
	bool is_closed = false;
	const char *name, *wrong;
	size_t n;

	if (scan->end - scan->at > 1 && scan->at[1] == '/')
		return take_end(scan);
	name = ++scan->at;
	n = name_length(scan);
	if (!is_one_of(name, n, elements, ARRAY_LENGTH(elements)))
		return "an element that is not ours";
	scan->at += n;
	wrong = take_attributes(scan, &is_closed);
	if (wrong || is_closed || (n == 4 && memcmp(name, "meta", n) == 0))
		return wrong;
	if (scan->depth == DEPTH_MAX)
		return "too deep";
	memcpy(scan->stack[scan->depth], name, n);
	scan->stack[scan->depth++][n] = '\0';
	if (n == 6 && memcmp(name, "script", n) == 0)
		return skip_raw(scan, "</script>");
	return n == 5 && memcmp(name, "style", n) == 0 ? skip_raw(scan, "</style>") : NULL;
}

static const char *take_text(struct scan *scan)
{
	uint32_t code = 0;
	const size_t n = utf8_decode(scan->at, (size_t)(scan->end - scan->at), &code);

	if (n == 0)
		return "bytes that are no UTF-8";
	if ((code < ' ' && code != '\n' && code != '\t') || (code >= 0x7f && code < 0xa0))
		return "a control character";
	if (code == 0x200e || code == 0x200f || (code >= 0x202a && code <= 0x202e) ||
	    (code >= 0x2066 && code <= 0x2069))
		return "a mark of direction";
	if (code == '>')
		return "a bare >";
	scan->at += n;
	return NULL;
}

const char *html_scan(const char *page, size_t n, size_t *ret_at)
{
	static const char doctype[] = "<!DOCTYPE html>\n";
	struct scan scan = { .at = page, .end = page + n };
	const char *wrong = NULL;

	if (n < sizeof(doctype) || !str_starts_with(page, doctype))
		return "no doctype";
	scan.at += sizeof(doctype) - 1;
	while (!wrong && scan.at < scan.end)
		wrong = *scan.at == '<' ? take_element(&scan) : take_text(&scan);
	*ret_at = (size_t)(scan.at - page);
	return wrong || scan.depth == 0 ? wrong : "elements that do not end";
}
