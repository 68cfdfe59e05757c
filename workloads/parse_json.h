/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A number in a JSON document. */
#ifndef WORKLOADS_PARSE_JSON_H
#define WORKLOADS_PARSE_JSON_H

#include "base/defs.h"
#include "base/error.h"
#include "base/json.h"

#include <stddef.h>

/*
 * The number, or text that is one, which the RFC 6901 pointer names. The output may be the document,
 * or have documents in it that begin at the start of a line; the last one in which the pointer names
 * something counts.
 */
int parse_json(const char *pointer, const char *output, size_t n, double *ret,
	       struct error *err) MUST_CHECK;

/*
 * Its two halves, for texts without escape sequences. The document that counts; the caller frees it.
 * Fails when the text has none, or none in which the pointer names something.
 */
int parse_json_find(const char *pointer, const char *text, size_t n, struct json **ret,
		    struct error *err) MUST_CHECK;
/* The number in it, which may be zero. */
int parse_json_read(const char *pointer, const struct json *document, double *ret,
		    struct error *err) MUST_CHECK;

#endif
