/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What every report is made of. */
#ifndef RESULTS_REPORT_INPUT_H
#define RESULTS_REPORT_INPUT_H

#include "results/finding.h"
#include "results/history.h"
#include "results/store.h"

#include <stdbool.h>
#include <stddef.h>

/* All borrowed. */
struct report_input {
	const struct case_record *record;
	const struct history *history;
	const struct finding *finding; /* NULL while there is none */
	const struct step_record *steps;
	size_t n_steps;
	bool is_sorted; /* the kernels are in the order of the commits, else as they were tried */
	bool color;     /* terminal attributes in the text report */
	unsigned width; /* columns of the text report; 0: no limit */
};

#endif
