/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/imported_ends.h"

#include <math.h>

#include "base/mem.h"
#include "bisect/chosen.h"
#include "bisect/repo.h"
#include "results/compare_judge.h"

static int find_revision(struct repo *repo, const struct series *series, struct strlist *words,
			 struct error *err)
{
	CLEANUP(mem_freep) char *release = mem_printf("v%s", series->kernel);
	char hex[REPO_HEX_SIZE];

	if (series->variant[0])
		return error_set(err, ERROR_USAGE,
				 "'%s (%s)' is a variant of a kernel, and no commit",
				 series->kernel, series->variant);
	if (repo_resolve(repo, series->kernel, hex, err) == 0) {
		strlist_add(words, series->kernel);
		return 0;
	}
	error_clear(err);
	if (repo_resolve(repo, release, hex, err) == 0) {
		strlist_add(words, release);
		return 0;
	}
	return error_set(
		err, ERROR_USAGE,
		"the imported kernel '%s' is no revision of the repository, and neither is "
		"'%s'",
		series->kernel, release);
}

/* The word, or the revision of the imported kernel that it names; its series go to the list. */
static int take_word(struct workspace *workspace, struct repo *repo, const char *word,
		     struct strlist *ret, struct series_list *list, struct error *err)
{
	CLEANUP(strlist_clear) struct strlist one = { 0 };
	const size_t first = list->n;
	const char *name;
	int64_t id;

	if (!chosen_is_import(word, &id, &name)) {
		strlist_add(ret, word);
		return 0;
	}
	if (!name)
		return error_set(err, ERROR_USAGE, "name a kernel of the import, as '%s/KERNEL'",
				 word);
	strlist_add(&one, word);
	if (chosen_load(workspace, &one, list, err) < 0)
		return -1;
	return find_revision(repo, &list->of[first], ret, err);
}

static void say(const struct series_list *list, struct str *said)
{
	CLEANUP(compare_clear) struct compare compare = { 0 };
	struct error ignored = { 0 };

	if (compare_init(&compare, list, &ignored) < 0 || compare.n_kernels != 2)
		return; /* one end is not imported */
	compare_judge(&compare, 0.95);
	for (size_t i = 0; i < compare.n_columns; i++) {
		const struct compare_value *value = compare_at(&compare, 1, i);

		if (value->series && isfinite(value->ratio))
			str_appendf(
				said, "measured elsewhere: %s is %+.2f %% against %s%s%s (%s)\n",
				value->series->kernel, 100 * (value->ratio - 1),
				compare.kernels[0]->kernel, value->series->metric[0] ? " in " : "",
				value->series->metric, compare_verdict_name(value->verdict));
	}
}

int imported_ends_take(struct workspace *workspace, struct strlist *words, struct str *said,
		       struct error *err)
{
	CLEANUP(series_list_clear) struct series_list list = { 0 };
	CLEANUP(strlist_clear) struct strlist revisions = { 0 };
	CLEANUP(repo_closep) struct repo *repo = NULL;
	bool is_any = false;
	const char *name;
	int64_t id;

	for (size_t i = 0; i < words->n; i++)
		is_any = is_any || chosen_is_import(words->items[i], &id, &name);
	if (!is_any)
		return 0;
	if (repo_open(workspace->settings->repo, NULL, &repo, err) < 0)
		return -1;
	for (size_t i = 0; i < words->n; i++)
		if (take_word(workspace, repo, words->items[i], &revisions, &list, err) < 0)
			return -1;
	say(&list, said);
	strlist_clear(words);
	*words = revisions;
	revisions = (struct strlist){ 0 };
	return 0;
}
