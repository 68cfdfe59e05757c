/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Is a page of ours made of what we write, and nothing that was in its text? Without cmocka. */
#ifndef TESTS_SUPPORT_HTML_SCAN_H
#define TESTS_SUPPORT_HTML_SCAN_H

#include <stddef.h>

/*
 * NULL when every element and attribute is one that our reports have, all are closed in their order, and
 * the text is clean UTF-8; else what is wrong, and *ret_at where.
 */
const char *html_scan(const char *page, size_t n, size_t *ret_at);

#endif
