/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "workloads/cell.h"

#include <string.h>

#include "base/mem.h"

void cell_clear(struct cell *cell)
{
	strlist_clear(&cell->names);
	strlist_clear(&cell->values);
}

static const struct workload_param *find_param(const struct workload_settings *settings,
					       const char *name)
{
	for (size_t i = 0; i < settings->n_params; i++) {
		if (strcmp(settings->params[i].name, name) == 0)
			return &settings->params[i];
	}
	return NULL;
}

static int MUST_CHECK add_param(struct cell *cell, const struct workload_param *param,
				struct error *err)
{
	if (param->values.n != 1)
		return error_set(err, ERROR_CONFIG,
				 "the parameter '%s' has %zu values; a cell has one of each",
				 param->name, param->values.n);
	strlist_add(&cell->names, param->name);
	strlist_add(&cell->values, param->values.items[0]);
	return 0;
}

/* All that `defaults` names, with the value of the settings where they have one. */
static int MUST_CHECK fill_from(struct cell *cell, const struct workload_settings *settings,
				const char *const *defaults, struct error *err)
{
	for (size_t i = 0; defaults[i]; i++) {
		const char *equals = strchr(defaults[i], '=');
		CLEANUP(mem_freep)
		char *name = mem_dup(defaults[i], (size_t)(equals - defaults[i]));
		const struct workload_param *param = find_param(settings, name);

		if (param) {
			if (add_param(cell, param, err) < 0)
				return -1;
			continue;
		}
		strlist_add(&cell->names, name);
		strlist_add(&cell->values, equals + 1);
	}
	return 0;
}

static const char *value_of(const struct cell *cell, const char *name, size_t n)
{
	for (size_t i = 0; i < cell->names.n; i++) {
		const char *candidate = cell->names.items[i];

		if (strlen(candidate) == n && memcmp(candidate, name, n) == 0)
			return cell->values.items[i];
	}
	return NULL;
}

static int MUST_CHECK check_known(const struct cell *cell, const struct workload_settings *settings,
				  struct error *err)
{
	CLEANUP(str_clear) struct str known = { 0 };

	for (size_t i = 0; i < cell->names.n; i++)
		str_appendf(&known, "%s'%s'", i ? ", " : "", cell->names.items[i]);
	for (size_t i = 0; i < settings->n_params; i++) {
		const char *name = settings->params[i].name;

		if (!value_of(cell, name, strlen(name)))
			return error_set(err, ERROR_CONFIG,
					 "there is no parameter '%s'; there is %s", name,
					 known.length ? str_text(&known) : "none");
	}
	return 0;
}

int cell_fill(struct cell *cell, const struct workload_settings *settings,
	      const char *const *defaults, struct error *err)
{
	if (defaults) {
		if (fill_from(cell, settings, defaults, err) < 0)
			return -1;
		return check_known(cell, settings, err);
	}
	for (size_t i = 0; i < settings->n_params; i++) {
		if (add_param(cell, &settings->params[i], err) < 0)
			return -1;
	}
	return 0;
}

char *cell_text(const struct cell *cell)
{
	struct str text = { 0 };

	for (size_t i = 0; i < cell->names.n; i++)
		str_appendf(&text, "%s%s=%s", i ? " " : "", cell->names.items[i],
			    cell->values.items[i]);
	return str_steal(&text);
}

char *cell_expand(const struct cell *cell, const char *word)
{
	struct str expanded = { 0 };

	while (*word != '\0') {
		size_t n = *word == '{' ? strcspn(word + 1, "{}") : 0;
		const char *value =
			*word == '{' && word[1 + n] == '}' ? value_of(cell, word + 1, n) : NULL;

		if (value) {
			str_append(&expanded, value);
			word += n + 2;
		} else {
			str_append_char(&expanded, *word++);
		}
	}
	return str_steal(&expanded);
}
