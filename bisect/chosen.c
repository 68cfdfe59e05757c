/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/chosen.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "results/series_history.h"
#include "results/store_import.h"

#define IMPORT "import:"
#define CASE "case:"
#define HEX_LEAST 4

static void append(struct series_list *list, const struct series *series)
{
	mem_grow(&list->of, &list->capacity, list->n, sizeof(*list->of));
	list->of[list->n++] = *series;
}

/* By its whole name, the name alone, the name of an end, or the beginning of a commit's id. */
static bool is_named(const struct series *series, const char *name)
{
	CLEANUP(mem_freep) char *whole = series_name(series);
	const char *blank = strchr(series->kernel, ' ');

	return strcmp(whole, name) == 0 || strcmp(series->kernel, name) == 0 ||
	       (blank && strcmp(blank + 1, name) == 0) ||
	       (strlen(name) >= HEX_LEAST && strspn(name, "0123456789abcdef") == strlen(name) &&
		strncmp(series->kernel, name, strnlen(name, 12)) == 0);
}

/* Moves those of that name, NULL for all; how many. A kernel named without a variant comes without. */
static size_t take_named(struct series_list *from, const char *name, struct series_list *to)
{
	size_t n = 0, n_kept = 0;
	bool has_plain = false;

	for (size_t i = 0; name && i < from->n; i++)
		has_plain = has_plain || (is_named(&from->of[i], name) && !from->of[i].variant[0]);
	for (size_t i = 0; i < from->n; i++) {
		const struct series *series = &from->of[i];
		CLEANUP(mem_freep) char *whole = series_name(series);
		const bool is_other = has_plain && series->variant[0] && strcmp(whole, name) != 0;

		if (name && (is_other || !is_named(series, name))) {
			from->of[n_kept++] = *series;
			continue;
		}
		append(to, series);
		n++;
	}
	from->n = n_kept;
	return n;
}

bool chosen_is_import(const char *word, int64_t *ret_id, const char **ret_name)
{
	CLEANUP(mem_freep) char *number = NULL;
	struct error ignored = { 0 };
	size_t n;

	if (!str_starts_with(word, IMPORT))
		return false;
	word += strlen(IMPORT);
	n = strcspn(word, "/");
	number = mem_dup(word, n);
	*ret_name = word[n] == '/' && word[n + 1] ? word + n + 1 : NULL;
	if (str_parse_i64(number, 1, INT64_MAX, ret_id, &ignored) < 0)
		*ret_id = -1;
	return true;
}

static int load_import(struct workspace *workspace, int64_t id, const char *name,
		       struct series_list *ret, struct error *err)
{
	CLEANUP(series_list_clear) struct series_list list = { 0 };

	if (id < 1)
		return error_set(err, ERROR_USAGE,
				 "behind 'import:' stands the number of an import");
	if (store_load_import(workspace->store, id, &list, err) < 0)
		return -1;
	if (take_named(&list, name, ret) == 0)
		return error_set(err, ERROR_USAGE, "import %lld has no kernel '%s'", (long long)id,
				 name ? name : "");
	return 0;
}

static int add_case(struct workspace *workspace, const struct case_record *record,
		    struct series_list *list, struct error *err)
{
	CLEANUP(history_freep) struct history *history = NULL;

	if (store_load_history(workspace->store, record->id, &history, err) < 0)
		return -1;
	series_add_history(list, record, history);
	return 0;
}

static int load_case(struct workspace *workspace, const char *number, struct series_list *ret,
		     struct error *err)
{
	CLEANUP(case_record_clear) struct case_record record = { 0 };
	CLEANUP(series_list_clear) struct series_list list = { 0 };
	int64_t id;

	if (str_parse_i64(number, 1, INT64_MAX, &id, err) < 0) {
		err->kind = ERROR_USAGE;
		return error_wrap(err, "behind 'case:' stands the number of a case");
	}
	if (store_load_case(workspace->store, id, &record, err) < 0 ||
	    add_case(workspace, &record, &list, err) < 0)
		return -1;
	if (take_named(&list, NULL, ret) == 0)
		return error_set(err, ERROR_USAGE, "case %lld has measured nothing", (long long)id);
	return 0;
}

static int find_in_imports(struct workspace *workspace, const char *name, struct series_list *ret,
			   bool *ret_found, struct error *err)
{
	struct import_record *records = NULL;
	size_t n = 0;
	int result = 0;

	*ret_found = false;
	if (store_list_imports(workspace->store, &records, &n, err) < 0)
		return -1;
	for (; n > 0; n--) {
		CLEANUP(series_list_clear) struct series_list list = { 0 };

		if (result == 0 && !*ret_found)
			result = store_load_import(workspace->store, records[n - 1].id, &list, err);
		*ret_found = (result == 0 && take_named(&list, name, ret) > 0) || *ret_found;
		import_record_clear(&records[n - 1]);
	}
	free(records);
	return result;
}

static int find_in_cases(struct workspace *workspace, const char *name, struct series_list *ret,
			 bool *ret_found, struct error *err)
{
	struct case_record *records = NULL;
	size_t n = 0;
	int result = 0;

	*ret_found = false;
	if (store_list_cases(workspace->store, &records, &n, err) < 0)
		return -1;
	for (; n > 0; n--) {
		CLEANUP(series_list_clear) struct series_list list = { 0 };

		if (result == 0 && !*ret_found)
			result = add_case(workspace, &records[n - 1], &list, err);
		*ret_found = (result == 0 && take_named(&list, name, ret) > 0) || *ret_found;
		case_record_clear(&records[n - 1]);
	}
	free(records);
	return result;
}

static int load_name(struct workspace *workspace, const char *name, struct series_list *ret,
		     struct error *err)
{
	bool is_found = false;

	if (find_in_imports(workspace, name, ret, &is_found, err) < 0 ||
	    (!is_found && find_in_cases(workspace, name, ret, &is_found, err) < 0))
		return -1;
	if (!is_found)
		return error_set(err, ERROR_USAGE,
				 "nothing was measured of '%s', neither by a case nor in an import",
				 name);
	return 0;
}

int chosen_load(struct workspace *workspace, const struct strlist *words, struct series_list *ret,
		struct error *err)
{
	for (size_t i = 0; i < words->n; i++) {
		const char *word = words->items[i], *name;
		int64_t id;
		int result;

		if (chosen_is_import(word, &id, &name))
			result = load_import(workspace, id, name, ret, err);
		else if (str_starts_with(word, CASE))
			result = load_case(workspace, word + strlen(CASE), ret, err);
		else
			result = load_name(workspace, word, ret, err);
		if (result < 0)
			return -1;
	}
	return 0;
}

void chosen_limit(struct series_list *list, const char *metric, const char *cell)
{
	CLEANUP(series_list_clear) struct series_list others = { 0 };
	size_t n_kept = 0;

	for (size_t i = 0; i < list->n; i++) {
		const struct series *series = &list->of[i];

		if ((metric && strcmp(series->metric, metric) != 0) ||
		    (cell && !strstr(series->cell, cell)))
			append(&others, series);
		else
			list->of[n_kept++] = *series;
	}
	list->n = n_kept;
}
