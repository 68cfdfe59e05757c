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
	SCHEMA_STRING,   /* char *; one of `choices` where they are given */
	SCHEMA_PATH,     /* a string, made absolute */
	SCHEMA_ENUM,     /* one of `choices` → its index, as an enum */
	SCHEMA_INTEGER,  /* unsigned */
	SCHEMA_REAL,     /* double */
	SCHEMA_BOOL,     /* true or false → bool */
	SCHEMA_SIZE,     /* string with a unit → int64_t bytes */
	SCHEMA_DURATION, /* string with a unit → double seconds */
	SCHEMA_PERCENT,  /* string "1 %" → double */
	SCHEMA_STRINGS,  /* list of strings → struct strlist */
	SCHEMA_PATHS,    /* the same, made absolute */
	SCHEMA_PARAMS,   /* group of lists → struct workload_param array, and its n behind it */
};
#define SCHEMA_TYPE_COUNT 12

/*
 * A group of keys: the top level "", one group { … }, or a list of groups ( { … }, … ), which may be
 * within another group and then is empty where it is not given.
 */
struct schema_group {
	const char *name;
	const char *parent; /* the group it is within; NULL: the top level */
	bool is_list;
	size_t offset;   /* in struct settings: of the group's struct, or of the array's pointer */
	size_t n_offset; /* of a list: of its number of elements */
	size_t element_bytes; /* of a list: size of one element's struct */
	const char *help;     /* one sentence */
};

struct schema_key {
	const char *group; /* the name of a group */
	const char *name;
	enum schema_type type;
	size_t offset;   /* in the struct of the group */
	double min, max; /* of numbers, sizes and durations (in bytes, seconds, percent) */
	/*
	 * Default, without quotes. NULL: none, and the field is NULL, 0, empty, or UINT_MAX for an
	 * integer. "" as the default allows "" in the file; a duration "" is 0.
	 */
	const char *fallback;
	const char
		*example; /* shown by `init` where there is no default; as it stands in the file */
	const char *choices; /* "wall|icount"; NULL where any text will do */
	/*
	 * Must be in the file where its group is; a fallback beside it is for a list that the file
	 * does not have, which gets one element of defaults.
	 */
	bool required;
	const char *help; /* one sentence */
};

/* All groups, in the order they are shown; the first is the top level. Borrowed, static. */
const struct schema_group *schema_groups(size_t *ret_n);
/* NULL when there is no such group. */
const struct schema_group *schema_find_group(const char *name);
/* Is the group within the other one, or the top level for ""? */
bool schema_is_within(const struct schema_group *group, const char *outer);
/* All keys, group by group in the order they are shown. Borrowed, static. */
const struct schema_key *schema_keys(size_t *ret_n);
/* NULL when the group has no such key. */
const struct schema_key *schema_find(const char *group, const char *name);
/* The key (at the top level, or group) nearest to a misspelt name, or NULL when none is near. */
const char *schema_suggest(const char *group, const char *name);
/* The i-th of the choices "a|b|c", with its length in *ret_n; NULL behind the last. Borrowed. */
const char *schema_choice(const char *choices, size_t i, size_t *ret_n);
/* A limit of the key in its unit: "512", "16 MiB", "1 h 00 min", "0.5 %". */
void schema_append_limit(struct str *str, const struct schema_key *key, double limit);
/* A commented perfsect.conf with every key, ready to be edited. `repo` may be NULL. */
void schema_append_template(struct str *str, const char *repo);
/* The manual page's section of keys, in man(7) macros. */
void schema_append_manual(struct str *str);

#endif
