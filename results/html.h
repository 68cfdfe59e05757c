/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Text for HTML pages. Whatever does not come from our own source goes through html_text() or
 * html_bytes(), and stays text there: in elements, in attributes between double quotes, and in SVG.
 */
#ifndef RESULTS_HTML_H
#define RESULTS_HTML_H

#include "base/defs.h"
#include "base/json.h"
#include "base/str.h"

#include <stdint.h>

/*
 * One line: control bytes, invalid UTF-8 and bidirectional marks as str_append_printable() has them. What
 * is longer than any line should be is cut, and says so.
 */
void html_text(struct str *out, const char *text);
void html_textf(struct str *out, const char *format, ...) PRINTF_LIKE(2, 3);
/* The same of n bytes, of which line breaks and tabs are kept: for <pre>. */
void html_bytes(struct str *out, const char *bytes, size_t n);
/* A path as the value of href: what is no plain character of a path is percent-encoded. */
void html_path(struct str *out, const char *path);
/* For a <script type="application/json">: no byte of it can end the element. */
void html_json(struct str *out, const struct json *json);

/* "2026-12-01 03:04:05 UTC" in a <time>. */
void html_time(struct str *out, int64_t seconds);

#endif
