/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/compare_csv.h"

#include "results/csv_field.h"

static void append_row(const struct compare *compare, size_t row, size_t column, struct str *out)
{
	const struct compare_value *value = compare_at(compare, row, column);
	const struct series *series = value->series;
	const char *const texts[] = {
		series->kernel, series->variant, series->machine, series->workload,
		series->cell,   series->metric,  series->unit,
	};
	const double numbers[] = { value->mean, value->cv, value->ratio,     value->low,
				   value->high, value->p,  value->p_adjusted };

	for (size_t i = 0; i < ARRAY_LENGTH(texts); i++) {
		csv_field_append(out, texts[i]);
		str_append_char(out, ',');
	}
	str_appendf(out, "%s,%zu,%zu", direction_name(series->better), series->n, value->n);
	for (size_t i = 0; i < ARRAY_LENGTH(numbers); i++) {
		str_append_char(out, ',');
		csv_field_append_number(out, numbers[i]);
	}
	str_appendf(out, ",%s,%s\n", compare_verdict_name(value->verdict),
		    compare_method_name(value->method));
}

void compare_csv_append(const struct compare *compare, struct str *out)
{
	str_append(out,
		   "kernel,variant,machine,workload,cell,metric,unit,better,samples,units,mean,"
		   "cv_percent,ratio,ratio_low,ratio_high,p,p_adjusted,verdict,method\n");
	for (size_t column = 0; column < compare->n_columns; column++)
		for (size_t row = 0; row < compare->n_kernels; row++)
			if (compare_at(compare, row, column)->series)
				append_row(compare, row, column, out);
}
