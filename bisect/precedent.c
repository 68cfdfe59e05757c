/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/precedent.h"

#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/mem.h"
#include "bisect/evidence.h"
#include "results/finding.h"

static bool has_measured_boot(const struct history *history)
{
	for (size_t i = 0; i < history->n_boots; i++)
		if (history->boots[i].outcome == OUTCOME_MEASURED)
			return true;
	return false;
}

static int read_noise(const struct case_record *record, struct precedent *precedent,
		      struct error *err)
{
	CLEANUP(json_freep) struct json *json = NULL;
	CLEANUP(finding_freep) struct finding *finding = NULL;

	if (record->finding[0] == '\0')
		return 0;
	if (json_parse(record->finding, strlen(record->finding), &json, err) < 0 ||
	    finding_from_json(json, &finding, err) < 0)
		return -1;
	precedent->has_noise = finding->sample_sd_percent > 0;
	precedent->sample_sd = finding->sample_sd_percent;
	precedent->boot_sd = finding->boot_sd_percent;
	return 0;
}

/* Leaves *precedent as it is when the case has nothing to say. */
static int ask(struct store *store, const struct case_record *record, struct precedent *precedent,
	       struct error *err)
{
	CLEANUP(history_freep) struct history *history = NULL;

	if (store_load_history(store, record->id, &history, err) < 0)
		return -1;
	if (!has_measured_boot(history))
		return 0;
	precedent->case_id = record->id;
	precedent->costs = evidence_measured_costs(history, precedent->costs);
	return read_noise(record, precedent, err);
}

int precedent_find(struct store *store, const char *machine, const char *workload,
		   struct search_costs guess, struct precedent *ret, struct error *err)
{
	struct precedent precedent = { .costs = guess };
	struct case_record *records = NULL;
	size_t n = 0;
	int status = 0;

	if (store_list_cases(store, &records, &n, err) < 0)
		return -1;
	for (size_t i = n; i-- > 0;) {
		if (status == 0 && precedent.case_id == 0 &&
		    strcmp(records[i].machine, machine) == 0 &&
		    strcmp(records[i].workload, workload) == 0)
			status = ask(store, &records[i], &precedent, err);
		case_record_clear(&records[i]);
	}
	free(records);
	if (status == 0)
		*ret = precedent;
	return status;
}
