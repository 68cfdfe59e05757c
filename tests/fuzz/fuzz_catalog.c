/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * All parsers of the catalog. A first line that is a workload's name picks its parser, so that a fuzzer
 * can stay with one; any other input goes through all of them.
 */
#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "tests/fuzz/fuzz.h"
#include "workloads/catalog.h"

static void check(const struct workload_builtin *builtin, const char *output, size_t n)
{
	CLEANUP(readings_clear) struct readings readings = { 0 };
	struct error err = { 0 };

	if (field_read(builtin->fields, builtin->refusals, output, n, &readings, &err) < 0) {
		FUZZ_CHECK(err.kind == ERROR_CONFIG && err.text[0] != '\0');
		return;
	}
	FUZZ_CHECK(readings_main(&readings) > 0);
	for (size_t i = 0; i < readings.n; i++)
		FUZZ_CHECK(isfinite(readings.items[i].value) && readings.items[i].value >= 0);
	for (size_t i = 0; i < readings_main(&readings); i++)
		FUZZ_CHECK(readings.items[i].value > 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	CLEANUP(mem_freep) char *text = mem_dup(data, size);
	size_t n_line = strcspn(text, "\n");
	CLEANUP(mem_freep) char *name = mem_dup(text, n_line);
	const struct workload_builtin *builtin = catalog_find(name);
	const struct workload_builtin *const *catalog;
	size_t n;

	if (builtin && n_line < size) {
		check(builtin, text + n_line + 1, size - n_line - 1);
		return 0;
	}
	catalog = catalog_list(&n);
	for (size_t i = 0; i < n; i++)
		check(catalog[i], text, size);
	return 0;
}
