/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What whoever starts a bisect knows of its cause beforehand: that a merge is answer enough, or that
 * only commits which change certain paths can be behind it. Kept with the case. Pure.
 */
#ifndef BISECT_LIMITS_H
#define BISECT_LIMITS_H

#include "base/defs.h"
#include "base/error.h"
#include "base/json.h"
#include "base/str.h"

#include <stdbool.h>

/* Zero-initialised, nothing is limited. */
struct limits {
	bool first_parent;    /* merges are not looked into */
	struct strlist paths; /* files and folders of the repository, without a slash at the end */
};
void limits_clear(struct limits *limits);

/* ERROR_USAGE for what is no plain path from the repository's top: patterns, "..", absolute ones. */
int limits_add_paths(struct limits *limits, const struct strlist *paths,
		     struct error *err) MUST_CHECK;
/* A line for people, "first parents only; paths a, b"; "" where there are no limits. */
void limits_append(const struct limits *limits, struct str *text);

/* Sets "first_parent" and "paths" of an object. */
void limits_to_json(const struct limits *limits, struct json *object);
/* What is not in the object limits nothing: cases are older than limits. */
void limits_from_json(struct limits *limits, const struct json *object);

#endif
