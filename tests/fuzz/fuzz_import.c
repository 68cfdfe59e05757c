/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file of any bytes is refused by name, or becomes a table that is harmless in every format. */
#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "results/compare_judge.h"
#include "results/compare_view.h"
#include "results/import.h"
#include "results/outlier.h"
#include "tests/fuzz/fuzz.h"

static void check_series(const struct series_list *list)
{
	for (size_t i = 0; i < list->n; i++) {
		FUZZ_CHECK(list->of[i].n > 0 && list->of[i].kernel);
		for (size_t j = 0; j < list->of[i].n; j++)
			FUZZ_CHECK(isfinite(list->of[i].values[j]) && list->of[i].values[j] >= 0);
	}
}

static void check_formats(const struct compare *compare)
{
	const struct compare_format *formats;
	size_t n;

	formats = compare_formats(&n);
	for (size_t i = 0; i < n; i++) {
		CLEANUP(str_clear) struct str out = { 0 };

		formats[i].append(compare, &out);
		for (size_t j = 0; j < out.length; j++)
			FUZZ_CHECK(out.data[j] == '\n' || (unsigned char)out.data[j] >= ' ');
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct import_options options = { 0 };
	CLEANUP(import_clear) struct import import = { .options = &options };
	CLEANUP(compare_clear) struct compare compare = { 0 };
	CLEANUP(mem_freep) char *text = mem_dup(data, size);
	struct error err = { 0 };
	const char *format = NULL;

	if (import_read(&import, text, size, NULL, &format, &err) < 0) {
		FUZZ_CHECK(err.kind == ERROR_CONFIG && err.text[0]);
		return 0;
	}
	FUZZ_CHECK(format && import.list.n > 0);
	check_series(&import.list);
	if (compare_init(&compare, &import.list, &err) < 0)
		return 0;
	compare_judge(&compare, 0.95);
	outlier_name_all(&import.list, &compare.remarks);
	check_formats(&compare);
	return 0;
}
