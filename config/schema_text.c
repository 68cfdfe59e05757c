/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of keys as text: the file that `init` writes, and the manual's list. */
#include "config/schema.h"

#include <string.h>

#include "base/quantity.h"

/* How wide the comments of the template are, after their indentation. */
#define COMMENT_WIDTH 90

static bool is_quoted(enum schema_type type)
{
	return type != SCHEMA_INTEGER && type != SCHEMA_REAL && type != SCHEMA_BOOL;
}

static void append_quoted(struct str *str, const char *text)
{
	str_append_char(str, '"');
	for (; *text != '\0'; text++) {
		if (*text == '"' || *text == '\\')
			str_append_char(str, '\\');
		str_append_char(str, *text);
	}
	str_append_char(str, '"');
}

/* The default as it stands in the file, or the example. */
static void append_value(struct str *str, const struct schema_key *key)
{
	if (!key->fallback)
		str_append(str, key->example);
	else if (is_quoted(key->type))
		append_quoted(str, key->fallback);
	else
		str_append(str, key->fallback);
}

void schema_append_limit(struct str *str, const struct schema_key *key, double limit)
{
	if (key->type == SCHEMA_SIZE)
		quantity_append_size(str, (int64_t)limit);
	else if (key->type == SCHEMA_DURATION)
		quantity_append_duration(str, limit);
	else if (key->type == SCHEMA_PERCENT)
		str_appendf(str, "%.10g %%", limit);
	else
		str_appendf(str, "%.10g", limit);
}

/* "wall" or "icount"; "1 to 512"; nothing for free text. */
static void append_range(struct str *str, const struct schema_key *key)
{
	const char *choice;
	size_t n;

	if (key->choices) {
		for (size_t i = 0; (choice = schema_choice(key->choices, i, &n)); i++)
			str_appendf(str, "%s\"%.*s\"", i ? " or " : "", (int)n, choice);
	} else if (key->max > key->min) {
		schema_append_limit(str, key, key->min);
		str_append(str, " to ");
		schema_append_limit(str, key, key->max);
	}
}

/* Help and range of a key, or help of a group, as comment lines. */
static void append_comment(struct str *str, const char *indent, const char *text)
{
	while (*text != '\0') {
		size_t n = strlen(text);

		if (n > COMMENT_WIDTH) {
			for (n = COMMENT_WIDTH; n > 1 && text[n] != ' '; n--)
				;
		}
		str_appendf(str, "%s# %.*s\n", indent, (int)n, text);
		text += n;
		text += strspn(text, " ");
	}
}

static void append_key(struct str *str, const char *indent, const struct schema_key *key,
		       const char *repo)
{
	CLEANUP(str_clear) struct str help = { 0 };

	str_append(&help, key->help);
	str_append(&help, key->choices || key->max > key->min ? " (" : "");
	append_range(&help, key);
	str_append(&help, key->choices || key->max > key->min ? ")" : "");
	append_comment(str, indent, str_text(&help));
	/* What must be there is there; the rest waits behind a "#" with its default. */
	str_appendf(str, "%s%s%s = ", indent, key->required ? "" : "#", key->name);
	if (repo && key->group[0] == '\0' && strcmp(key->name, "repo") == 0)
		append_quoted(str, repo);
	else
		append_value(str, key);
	str_append(str, ";\n");
}

static void append_keys(struct str *str, const char *group, const char *indent, const char *repo)
{
	const struct schema_key *keys;
	size_t n;

	keys = schema_keys(&n);
	for (size_t i = 0; i < n; i++) {
		if (strcmp(keys[i].group, group) == 0)
			append_key(str, indent, &keys[i], repo);
	}
}

/* A list within another group is there as an example: all of it behind a "#". */
static void append_inner(struct str *str, const struct schema_group *group)
{
	append_comment(str, "\t", group->help);
	str_appendf(str, "\t#%s = (\n\t#\t{\n", group->name);
	append_keys(str, group->name, "\t#\t\t", NULL);
	str_append(str, "\t#\t}\n\t#);\n");
}

static void append_group(struct str *str, const struct schema_group *group, const char *repo)
{
	const char *indent = group->is_list ? "\t\t" : group->name[0] != '\0' ? "\t" : "";
	const struct schema_group *groups;
	size_t n;

	str_append_char(str, '\n');
	if (group->name[0] != '\0') {
		append_comment(str, "", group->help);
		str_appendf(str, "%s = %s\n", group->name, group->is_list ? "(\n\t{" : "{");
	}
	append_keys(str, group->name, indent, repo);
	groups = schema_groups(&n);
	for (size_t i = 0; group->name[0] != '\0' && i < n; i++) {
		if (schema_is_within(&groups[i], group->name))
			append_inner(str, &groups[i]);
	}
	if (group->name[0] != '\0')
		str_append(str, group->is_list ? "\t}\n);\n" : "};\n");
}

void schema_append_template(struct str *str, const char *repo)
{
	const struct schema_group *groups;
	size_t n;

	append_comment(
		str, "",
		"perfsect.conf: what perfsect searches, builds, boots and measures. Sizes, "
		"durations and percentages are texts with their unit. A relative path starts "
		"at this file's folder. A line that begins with #KEY shows the default, or an "
		"example where there is none. perfsect(1) has all of it; `perfsect check` "
		"tells what is missing.");
	groups = schema_groups(&n);
	for (size_t i = 0; i < n; i++) {
		if (!groups[i].parent)
			append_group(str, &groups[i], repo);
	}
}

/* Text for man(7): no byte of it is taken for a request, an escape or a hyphen. */
static void append_roff(struct str *str, const char *text)
{
	for (; *text != '\0'; text++) {
		if (*text == '\\')
			str_append(str, "\\e");
		else if (*text == '-')
			str_append(str, "\\-");
		else if (*text == '"')
			str_append(str, "\\(dq");
		else if (*text == '`' || *text == '\'')
			str_append(str, *text == '`' ? "\\(ga" : "\\(aq");
		else
			str_append_char(str, *text);
	}
}

static void append_manual_key(struct str *str, const struct schema_key *key)
{
	static const char *const types[SCHEMA_TYPE_COUNT] = {
		[SCHEMA_STRING] = "text",       [SCHEMA_PATH] = "path",
		[SCHEMA_ENUM] = "text",         [SCHEMA_INTEGER] = "integer",
		[SCHEMA_REAL] = "number",       [SCHEMA_SIZE] = "size",
		[SCHEMA_DURATION] = "duration", [SCHEMA_PERCENT] = "percentage",
		[SCHEMA_STRINGS] = "texts",     [SCHEMA_PATHS] = "paths",
		[SCHEMA_PARAMS] = "group",      [SCHEMA_BOOL] = "true or false",
	};
	CLEANUP(str_clear) struct str range = { 0 };
	CLEANUP(str_clear) struct str value = { 0 };

	str_appendf(str, ".TP\n.BR %s \" (%s%s)\"\n", key->name, types[key->type],
		    key->required ? ", required" : "");
	append_roff(str, key->help);
	str_append_char(str, '\n');
	append_range(&range, key);
	if (range.length > 0) {
		str_append(str, key->choices ? "One of " : "Range: ");
		append_roff(str, str_text(&range));
		str_append(str, ".\n");
	}
	append_value(&value, key);
	str_append(str, key->fallback && !key->required ? "Default: " : "Example: ");
	append_roff(str, str_text(&value));
	str_append(str, ".\n");
}

void schema_append_manual(struct str *str)
{
	const struct schema_group *groups;
	const struct schema_key *keys;
	size_t n_groups, n_keys;

	groups = schema_groups(&n_groups);
	keys = schema_keys(&n_keys);
	for (size_t i = 0; i < n_groups; i++) {
		str_appendf(str, ".SS %s%s%s\n", groups[i].parent ? groups[i].parent : "",
			    groups[i].parent ? "." : "",
			    groups[i].name[0] != '\0' ? groups[i].name : "\"Top level\"");
		append_roff(str, groups[i].help);
		str_append_char(str, '\n');
		for (size_t j = 0; j < n_keys; j++) {
			if (strcmp(keys[j].group, groups[i].name) == 0)
				append_manual_key(str, &keys[j]);
		}
	}
}
