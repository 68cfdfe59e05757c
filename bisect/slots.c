/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/slots.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "base/mem.h"
#include "bisect/build_config.h"
#include "bisect/kconfig.h"
#include "bisect/tree.h"

#define HEX_DIGITS (REPO_HEX_SIZE - 1)

struct slots {
	struct repo *repo;
	unsigned n;
	char *sources[SLOTS_MAX], *objects[SLOTS_MAX];
};

size_t slots_choose(const size_t *distances, size_t n)
{
	size_t nearest = 0, empty = n;

	for (size_t i = n; i-- > 0;) {
		if (distances[i] <= distances[nearest])
			nearest = i;
		if (distances[i] == SLOTS_EMPTY)
			empty = i;
	}
	return distances[nearest] > SLOTS_NEAR_FILES && empty < n ? empty : nearest;
}

int slots_open(struct repo *repo, const char *dir, unsigned n, struct slots **ret,
	       struct error *err)
{
	CLEANUP(slots_closep) struct slots *slots = mem_zalloc(sizeof(*slots));

	assert(n >= 1 && n <= SLOTS_MAX);
	slots->repo = repo;
	for (slots->n = 0; slots->n < n; slots->n++) {
		slots->sources[slots->n] = mem_printf("%s/%u/source", dir, slots->n);
		slots->objects[slots->n] = mem_printf("%s/%u/objects", dir, slots->n);
		if (fs_make_dirs(slots->objects[slots->n], err) < 0)
			return -1;
	}
	*ret = slots;
	slots = NULL;
	return 0;
}

void slots_close(struct slots *slots)
{
	if (!slots)
		return;
	for (unsigned i = 0; i < SLOTS_MAX; i++) {
		free(slots->sources[i]);
		free(slots->objects[i]);
	}
	free(slots);
}

void slots_closep(struct slots **slots)
{
	slots_close(*slots);
	*slots = NULL;
}

static int count(void *context, const struct repo_difference *difference, struct error *err)
{
	(void)difference;
	(void)err;
	++*(size_t *)context;
	return 0;
}

static int measure(struct slots *slots, unsigned slot, const char *tree_hex, size_t *ret,
		   struct error *err)
{
	CLEANUP(tree_closep) struct tree *tree = NULL;
	const char *at;

	*ret = SLOTS_EMPTY;
	if (tree_open(slots->repo, slots->sources[slot], &tree, err) < 0)
		return -1;
	at = tree_current(tree);
	if (at[0] == '\0' || !fs_is_dir(slots->sources[slot]) || !repo_has(slots->repo, at))
		return 0;
	*ret = 0;
	return repo_each_difference(slots->repo, at, tree_hex, NULL, count, ret, err);
}

/* With one work tree there is nothing to choose, and nothing is compared. */
static int find_nearest(struct slots *slots, const char *tree_hex, size_t *ret, struct error *err)
{
	size_t distances[SLOTS_MAX];

	for (unsigned i = 0; slots->n > 1 && i < slots->n; i++)
		if (measure(slots, i, tree_hex, &distances[i], err) < 0)
			return -1;
	*ret = slots->n > 1 ? slots_choose(distances, slots->n) : 0;
	return 0;
}

int slots_switch(struct slots *slots, const char *tree_hex, struct cancel *cancel,
		 struct slots_place *ret, struct error *err)
{
	CLEANUP(tree_closep) struct tree *tree = NULL;
	struct slots_place place;
	size_t slot;

	if (!repo_has(slots->repo, tree_hex))
		return error_set(err, ERROR_HOST, "there is no tree %s", tree_hex);
	if (find_nearest(slots, tree_hex, &slot, err) < 0 ||
	    tree_open(slots->repo, slots->sources[slot], &tree, err) < 0 ||
	    tree_switch(tree, tree_hex, cancel, &place.n_changed, err) < 0)
		return -1;
	place.source_dir = slots->sources[slot];
	place.object_dir = slots->objects[slot];
	*ret = place;
	return 0;
}

static int look_for_kconfig(void *context, const struct repo_difference *difference,
			    struct error *err)
{
	(void)err;
	*(bool *)context |= kconfig_is_source(difference->path);
	return 0;
}

int slots_name_config(struct slots *slots, const struct slots_place *place, const char *tree_hex,
		      const char *fingerprint, char **ret_name, bool *ret_stands, struct error *err)
{
	CLEANUP(mem_freep) char *made = NULL;
	bool differs = false;

	if (build_config_name(place->object_dir, &made, err) < 0)
		return -1;
	*ret_name = mem_printf("%s %s", tree_hex, fingerprint);
	*ret_stands = false;
	if (strlen(made) <= HEX_DIGITS || strcmp(made + HEX_DIGITS, *ret_name + HEX_DIGITS) != 0)
		return 0;
	made[HEX_DIGITS] = '\0';
	if (!repo_has(slots->repo, made))
		return 0;
	if (repo_each_difference(slots->repo, made, tree_hex, NULL, look_for_kconfig, &differs,
				 err) < 0) {
		mem_freep(ret_name);
		return -1;
	}
	*ret_stands = !differs;
	return 0;
}
