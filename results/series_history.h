/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a case has measured, as series: kernels are called by the beginning of their commit's id. */
#ifndef RESULTS_SERIES_HISTORY_H
#define RESULTS_SERIES_HISTORY_H

#include "results/history.h"
#include "results/series.h"
#include "results/store.h"

/* Adds the measured boots of the case to the list; another layout or a transplant is a variant. */
void series_add_history(struct series_list *list, const struct case_record *record,
			const struct history *history);

#endif
