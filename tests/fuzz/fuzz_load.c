/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "base/mem.h"
#include "config/load.h"
#include "tests/fuzz/fuzz.h"

/* libconfig's parser loses the texts it has read when the syntax is wrong. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
	return "leak:libconfig.so\n";
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	CLEANUP(settings_freep) struct settings *settings = NULL;
	CLEANUP(mem_freep) char *text = mem_dup(data, size);
	struct error err = { 0 };

	/* No such folder: @include finds nothing to read. */
	if (load_settings_text(text, "/nonexistent/perfsect.conf", &settings, &err) < 0) {
		FUZZ_CHECK(err.kind == ERROR_CONFIG);
		FUZZ_CHECK(strlen(err.text) > strlen("/nonexistent/perfsect.conf"));
		return 0;
	}
	FUZZ_CHECK(settings->repo[0] == '/');
	FUZZ_CHECK(settings->n_machines > 0 && settings->n_workloads > 0);
	FUZZ_CHECK(settings->search.confidence > 0 && settings->search.confidence < 1);
	return 0;
}
