/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/report_csv.h"

#include "results/csv_field.h"
#include "results/number.h"
#include "results/report_input.h"

static void append_row(const struct report_input *input, const struct history_boot *boot, size_t i,
		       struct str *out)
{
	const struct history_kernel *kernel = &input->history->kernels[boot->kernel];
	const struct case_record *record = input->record;
	const char *const names[] = { boot->machine, record->workload, boot->cell, record->metric,
				      record->unit };

	str_appendf(out, "%lld,%s,%s,%u,%lld,%lld,%zu,", (long long)record->id, kernel->commit,
		    kernel->onto, kernel->variant, (long long)boot->id, (long long)boot->started,
		    i + 1);
	number_append_exact(out, boot->values[i]);
	for (size_t j = 0; j < ARRAY_LENGTH(names); j++) {
		str_append_char(out, ',');
		csv_field_append(out, names[j]);
	}
	str_appendf(out, ",%s,%s,%s\n", direction_name(record->better), outcome_name(boot->outcome),
		    boot_purpose_name(boot->purpose));
}

void report_csv_append_heading(struct str *out)
{
	str_append(out, "case,commit,onto,variant,boot,started,sample,value,machine,workload,cell,"
			"metric,unit,better,outcome,purpose\n");
}

void report_csv_append_boot(const struct report_input *input, const struct history_boot *boot,
			    struct str *out)
{
	for (size_t i = 0; i < boot->n; i++)
		append_row(input, boot, i, out);
}

void report_csv_append(const struct report_input *input, struct str *out)
{
	report_csv_append_heading(out);
	for (size_t i = 0; i < input->history->n_boots; i++)
		report_csv_append_boot(input, &input->history->boots[i], out);
}
