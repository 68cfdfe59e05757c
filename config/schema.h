/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The one table of all configuration keys: drives loading, checking, the commented file that `init`
 * writes, and the manual page's list of keys.
 */
#ifndef CONFIG_SCHEMA_H
#define CONFIG_SCHEMA_H

#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>

enum schema_type {
	SCHEMA_STRING,
	SCHEMA_PATH, /* a string, made absolute */
	SCHEMA_ENUM, /* one of `choices` */
	SCHEMA_INTEGER,
	SCHEMA_REAL,
	SCHEMA_SIZE,     /* string with a unit → int64_t bytes */
	SCHEMA_DURATION, /* string with a unit → double seconds */
	SCHEMA_PERCENT,  /* string "1 %" → double */
	SCHEMA_STRINGS,  /* list of strings → struct strlist */
	SCHEMA_PATHS,    /* the same, made absolute */
	SCHEMA_PARAMS,   /* group of lists → struct workload_param array */
};

struct schema_key {
	const char *group; /* "", "kernel", "machines", "workloads", "search" */
	const char *name;
	enum schema_type type;
	size_t offset;        /* in the struct of the group */
	double min, max;      /* of numbers, sizes and durations (in bytes, seconds, percent) */
	const char *fallback; /* default as it would stand in the file, NULL: none */
	const char *choices;  /* "wall|icount"; NULL for other types */
	bool required;
	const char *help; /* one sentence */
};

/* All keys, group by group in the order they are shown. Borrowed, static. */
const struct schema_key *schema_keys(size_t *ret_n);
/* NULL when the group has no such key. */
const struct schema_key *schema_find(const char *group, const char *name);
/* The key of the group that is nearest to a misspelt name, or NULL when none is near. */
const char *schema_suggest(const char *group, const char *name);
/* A commented perfsect.conf with every key, ready to be edited. `repo` may be NULL. */
void schema_append_template(struct str *str, const char *repo);
/* The manual page's section of keys, in man(7) macros. */
void schema_append_manual(struct str *str);

#endif
