/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config/load_value.h"

#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "base/quantity.h"
#include "base/str.h"
#include "config/settings.h"

/* What a reader knows. */
struct context {
	const struct schema_key *key;
	const struct load_node *node;
	const char *folder;
	const char *label; /* of the key */
};

/* "machines.memory", "kernel.mend.range"; the caller frees it. */
static char *MUST_CHECK label_of(const struct schema_key *key)
{
	const char *parent = schema_find_group(key->group)->parent;

	if (key->group[0] == '\0')
		return mem_strdup(key->name);
	return mem_printf("%s%s%s.%s", parent ? parent : "", parent ? "." : "", key->group,
			  key->name);
}

static int MUST_CHECK refuse_kind(const struct context *context, const struct load_node *node,
				  const char *wanted, struct error *err)
{
	return load_tree_error(node, err, "%s must be %s, not %s", context->label, wanted,
			       load_tree_kind_name(node->kind));
}

/* A text that is not empty unless that is the default, and without control bytes but tabs. */
static int MUST_CHECK check_text(const struct context *context, const struct load_node *node,
				 const char *wanted, struct error *err)
{
	bool may_be_empty = context->key->fallback && context->key->fallback[0] == '\0';

	if (node->kind != LOAD_TEXT)
		return refuse_kind(context, node, wanted, err);
	if (node->text[0] == '\0' && !may_be_empty)
		return load_tree_error(node, err, "%s must not be empty", context->label);
	for (const char *at = node->text; *at != '\0'; at++) {
		unsigned char byte = (unsigned char)*at;

		if ((byte < 0x20 && byte != '\t') || byte == 0x7f)
			return load_tree_error(node, err, "%s holds the control byte 0x%02x",
					       context->label, byte);
	}
	return 0;
}

static int MUST_CHECK refuse_range(const struct context *context, const char *value,
				   struct error *err)
{
	CLEANUP(str_clear) struct str limits = { 0 };

	schema_append_limit(&limits, context->key, context->key->min);
	str_append(&limits, " and ");
	schema_append_limit(&limits, context->key, context->key->max);
	return load_tree_error(context->node, err, "%s is %s; it must be between %s",
			       context->label, value, str_text(&limits));
}

static bool is_in_range(const struct schema_key *key, double value)
{
	return value >= key->min && value <= key->max; /* false for NaN */
}

/* Index of the text among the choices. */
static int MUST_CHECK find_choice(const struct context *context, unsigned *ret, struct error *err)
{
	CLEANUP(str_clear) struct str all = { 0 };
	const char *text = context->node->text;
	const char *choice;
	size_t n;

	for (unsigned i = 0; (choice = schema_choice(context->key->choices, i, &n)); i++) {
		if (strlen(text) == n && memcmp(choice, text, n) == 0) {
			*ret = i;
			return 0;
		}
		str_appendf(&all, "%s'%.*s'", i ? ", " : "", (int)n, choice);
	}
	return load_tree_error(context->node, err, "%s is '%s'; it must be one of %s",
			       context->label, text, str_text(&all));
}

static int read_string(const struct context *context, void *field, struct error *err)
{
	char **ret = field;
	unsigned ignored;

	if (check_text(context, context->node, "a text", err) < 0)
		return -1;
	if (context->key->choices && find_choice(context, &ignored, err) < 0)
		return -1;
	*ret = mem_strdup(context->node->text);
	return 0;
}

static char *absolute(const char *path, const char *folder)
{
	return path[0] == '/' ? mem_strdup(path) : mem_printf("%s/%s", folder, path);
}

static int read_path(const struct context *context, void *field, struct error *err)
{
	char **ret = field;

	if (check_text(context, context->node, "a path", err) < 0)
		return -1;
	*ret = absolute(context->node->text, context->folder);
	return 0;
}

static int read_enum(const struct context *context, void *field, struct error *err)
{
	unsigned value;

	if (check_text(context, context->node, "a text", err) < 0 ||
	    find_choice(context, &value, err) < 0)
		return -1;
	memcpy(field, &value, sizeof(value)); /* an enum without negative values is an unsigned */
	return 0;
}

static int read_integer(const struct context *context, void *field, struct error *err)
{
	int64_t value = context->node->integer;
	unsigned *ret = field;

	if (context->node->kind != LOAD_INTEGER)
		return refuse_kind(context, context->node, "an integer", err);
	if (!is_in_range(context->key, (double)value)) {
		CLEANUP(mem_freep) char *text = mem_printf("%" PRId64, value);

		return refuse_range(context, text, err);
	}
	*ret = (unsigned)value;
	return 0;
}

static int read_bool(const struct context *context, void *field, struct error *err)
{
	bool *ret = field;

	if (context->node->kind != LOAD_BOOL)
		return refuse_kind(context, context->node, "true or false", err);
	*ret = context->node->integer != 0;
	return 0;
}

static int read_real(const struct context *context, void *field, struct error *err)
{
	const struct load_node *node = context->node;
	double value = node->kind == LOAD_INTEGER ? (double)node->integer : node->real;
	double *ret = field;

	if (node->kind != LOAD_INTEGER && node->kind != LOAD_REAL)
		return refuse_kind(context, node, "a number", err);
	if (!is_in_range(context->key, value)) {
		CLEANUP(str_clear) struct str text = { 0 };

		str_appendf(&text, "%.10g", value);
		return refuse_range(context, str_text(&text), err);
	}
	*ret = value;
	return 0;
}

/* The range of a value whose text has a unit. */
static int MUST_CHECK check_quantity(const struct context *context, double value, struct error *err)
{
	CLEANUP(mem_freep) char *quoted = NULL;

	if (is_in_range(context->key, value))
		return 0;
	quoted = mem_printf("'%s'", context->node->text);
	return refuse_range(context, quoted, err);
}

/* Puts place and key before the error of a quantity's parser. */
static int MUST_CHECK wrap_quantity(const struct context *context, struct error *err)
{
	struct error cause = *err;

	return load_tree_error(context->node, err, "%s: %s", context->label, cause.text);
}

static int read_size(const struct context *context, void *field, struct error *err)
{
	int64_t *ret = field;
	int64_t bytes;

	if (check_text(context, context->node, "a size as text, such as \"4 GiB\"", err) < 0)
		return -1;
	if (quantity_parse_size(context->node->text, &bytes, err) < 0)
		return wrap_quantity(context, err);
	if (check_quantity(context, (double)bytes, err) < 0)
		return -1;
	*ret = bytes;
	return 0;
}

static int read_duration(const struct context *context, void *field, struct error *err)
{
	double *ret = field;
	double seconds;

	if (check_text(context, context->node, "a duration as text, such as \"90 s\"", err) < 0)
		return -1;
	if (context->node->text[0] == '\0')
		return 0;
	if (quantity_parse_duration(context->node->text, &seconds, err) < 0)
		return wrap_quantity(context, err);
	if (check_quantity(context, seconds, err) < 0)
		return -1;
	*ret = seconds;
	return 0;
}

static int read_percent(const struct context *context, void *field, struct error *err)
{
	double *ret = field;
	double percent;

	if (check_text(context, context->node, "a percentage as text, such as \"1 %\"", err) < 0)
		return -1;
	if (quantity_parse_percent(context->node->text, &percent, err) < 0)
		return wrap_quantity(context, err);
	if (check_quantity(context, percent, err) < 0)
		return -1;
	*ret = percent;
	return 0;
}

static int read_strings(const struct context *context, void *field, struct error *err)
{
	const struct load_node *list = context->node;
	struct strlist *ret = field;

	if (list->kind != LOAD_LIST)
		return refuse_kind(context, list, "a list of texts", err);
	for (size_t i = 0; i < list->n_children; i++) {
		const struct load_node *node = &list->children[i];

		if (check_text(context, node, "a list of texts", err) < 0)
			return -1;
		if (context->key->type == SCHEMA_PATHS) {
			CLEANUP(mem_freep) char *path = absolute(node->text, context->folder);

			strlist_add(ret, path);
		} else {
			strlist_add(ret, node->text);
		}
	}
	return 0;
}

/* A parameter's value is handed on as it was written: integers and texts, nothing that rounds. */
static int MUST_CHECK add_param_value(const struct context *context, const char *name,
				      const struct load_node *node, struct strlist *values,
				      struct error *err)
{
	if (node->kind == LOAD_INTEGER) {
		strlist_addf(values, "%" PRId64, node->integer);
		return 0;
	}
	if (node->kind != LOAD_TEXT)
		return load_tree_error(node, err,
				       "%s.%s must hold integers or texts, not %s; write it as a "
				       "text, such as \"0.5\"",
				       context->label, name, load_tree_kind_name(node->kind));
	if (check_text(context, node, "a text", err) < 0)
		return -1;
	strlist_add(values, node->text);
	return 0;
}

static int read_params(const struct context *context, void *field, struct error *err)
{
	const struct load_node *group = context->node;
	struct workload_settings *workload;
	struct workload_param *params;

	if (group->kind != LOAD_GROUP)
		return refuse_kind(context, group, "a group", err);
	workload = (struct workload_settings *)((char *)field -
						offsetof(struct workload_settings, params));
	params = mem_array(group->n_children, sizeof(*params));
	workload->params = params;
	for (size_t i = 0; i < group->n_children; i++) {
		const struct load_node *node = &group->children[i];
		bool is_list = node->kind == LOAD_LIST;
		size_t n = is_list ? node->n_children : 1;

		workload->n_params = i + 1;
		params[i].name = mem_strdup(node->name);
		if (n == 0)
			return load_tree_error(node, err, "%s.%s has no value", context->label,
					       node->name);
		for (size_t j = 0; j < n; j++) {
			if (add_param_value(context, node->name,
					    is_list ? &node->children[j] : node, &params[i].values,
					    err) < 0)
				return -1;
		}
	}
	return 0;
}

static int (*const READERS[SCHEMA_TYPE_COUNT])(const struct context *context, void *field,
					       struct error *err) = {
	[SCHEMA_STRING] = read_string,     [SCHEMA_PATH] = read_path,
	[SCHEMA_ENUM] = read_enum,         [SCHEMA_INTEGER] = read_integer,
	[SCHEMA_REAL] = read_real,         [SCHEMA_SIZE] = read_size,
	[SCHEMA_DURATION] = read_duration, [SCHEMA_PERCENT] = read_percent,
	[SCHEMA_STRINGS] = read_strings,   [SCHEMA_PATHS] = read_strings,
	[SCHEMA_PARAMS] = read_params,     [SCHEMA_BOOL] = read_bool,
};

int load_value(const struct schema_key *key, const struct load_node *node, const char *folder,
	       void *field, struct error *err)
{
	CLEANUP(mem_freep) char *label = label_of(key);
	struct context context = { .key = key, .node = node, .folder = folder, .label = label };

	return READERS[key->type](&context, field, err);
}

int load_value_fallback(const struct schema_key *key, const char *folder, void *field,
			struct error *err)
{
	struct load_node node = { .file = "default", .kind = LOAD_TEXT };
	CLEANUP(mem_freep) char *text = mem_strdup(key->fallback);

	if (!text) {
		const unsigned not_given = UINT_MAX;

		if (key->type == SCHEMA_INTEGER)
			memcpy(field, &not_given, sizeof(not_given));
		return 0;
	}
	node.text = text;
	if (key->type == SCHEMA_BOOL) {
		node.kind = LOAD_BOOL;
		node.integer = strcmp(text, "true") == 0;
	}
	if (key->type == SCHEMA_INTEGER || key->type == SCHEMA_REAL) {
		node.kind = key->type == SCHEMA_INTEGER ? LOAD_INTEGER : LOAD_REAL;
		if (str_parse_double(text, key->min, key->max, &node.real, err) < 0)
			return -1;
		node.integer = (int64_t)node.real;
	}
	return load_value(key, &node, folder, field, err);
}
