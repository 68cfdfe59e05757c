/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/store.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "results/db.h"
#include "results/store_private.h"

void step_record_clear(struct step_record *step)
{
	free(step->kind);
	free(step->commit);
	free(step->why);
	free(step->thought);
	memset(step, 0, sizeof(*step));
}

int store_put_step(struct store *store, const struct step_record *step, struct error *err)
{
	CLEANUP(db_query_freep) struct db_query *query = NULL;

	if (db_prepare(store->db,
		       "INSERT INTO step(case_id, kind, commit_id, why, thought, started, wall_s, "
		       "variant) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
		       &query, err) < 0)
		return -1;
	db_bind_integer(query, 1, step->case_id);
	db_bind_text(query, 2, step->kind);
	db_bind_text(query, 3, step->commit);
	db_bind_text(query, 4, step->why);
	db_bind_text(query, 5, step->thought);
	db_bind_integer(query, 6, step->started);
	db_bind_real(query, 7, step->wall_s);
	db_bind_integer(query, 8, step->variant);
	return db_execute(query, err);
}

struct step_list {
	struct step_record *steps;
	size_t n;
	size_t capacity;
};

static void step_list_clear(struct step_list *list)
{
	for (size_t i = 0; i < list->n; i++)
		step_record_clear(&list->steps[i]);
	free(list->steps);
	memset(list, 0, sizeof(*list));
}

static int read_step(struct store *store, struct db_query *query, struct step_record *step,
		     struct error *err)
{
	step->case_id = db_column_integer(query, 0);
	step->kind = db_column_text(query, 1);
	step->commit = db_column_text(query, 2);
	step->why = db_column_text(query, 3);
	step->thought = db_column_text(query, 4);
	step->started = db_column_integer(query, 5);
	step->wall_s = db_column_real(query, 6);
	return store_column_variant(store, query, 7, &step->variant, err);
}

int store_list_steps(struct store *store, int64_t case_id, struct step_record **ret, size_t *ret_n,
		     struct error *err)
{
	CLEANUP(db_query_freep) struct db_query *query = NULL;
	CLEANUP(step_list_clear) struct step_list list = { 0 };
	bool row = false;

	if (db_prepare(store->db,
		       "SELECT case_id, kind, commit_id, why, thought, started, wall_s, "
		       "variant FROM step WHERE case_id = ? ORDER BY id",
		       &query, err) < 0)
		return -1;
	db_bind_integer(query, 1, case_id);
	for (;;) {
		if (db_step(query, &row, err) < 0)
			return -1;
		if (!row)
			break;
		mem_grow(&list.steps, &list.capacity, list.n, sizeof(*list.steps));
		memset(&list.steps[list.n], 0, sizeof(*list.steps));
		if (read_step(store, query, &list.steps[list.n++], err) < 0)
			return -1;
	}
	*ret = list.steps;
	*ret_n = list.n;
	memset(&list, 0, sizeof(list));
	return 0;
}
