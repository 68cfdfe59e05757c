/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A stored finding of any shape is refused or comes out of every report harmless. */
#include <string.h>

#include "base/json.h"
#include "base/mem.h"
#include "results/finding.h"
#include "results/report.h"
#include "tests/fuzz/fuzz.h"
#include "tests/support/html_scan.h"

#define ONES "1111111111111111111111111111111111111111"
#define TWOS "2222222222222222222222222222222222222222"

static void check_text(const struct finding *finding)
{
	char empty[] = "";
	struct history history = { 0 };
	const struct case_record record = {
		.id = 1,
		.state = CASE_FOUND,
		.good = ONES,
		.bad = TWOS,
		.good_name = empty,
		.bad_name = empty,
		.repo = empty,
		.machine = empty,
		.workload = empty,
		.cell = empty,
		.metric = empty,
		.unit = empty,
	};
	const struct report_input input = {
		.record = &record, .history = &history, .finding = finding, .width = 60
	};
	size_t n = 0;
	const struct report_format *formats = report_formats(&n);

	for (size_t i = 0; i < n; i++) {
		CLEANUP(str_clear) struct str out = { 0 };

		formats[i].append(&input, &out);
		if (strcmp(formats[i].name, "html") == 0) {
			size_t at;

			FUZZ_CHECK(!html_scan(str_text(&out), out.length, &at));
			continue;
		}
		for (size_t j = 0; j < out.length; j++)
			FUZZ_CHECK(out.data[j] == '\n' || out.data[j] == '\t' ||
				   (unsigned char)out.data[j] >= ' ');
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	CLEANUP(json_freep) struct json *json = NULL;
	CLEANUP(json_freep) struct json *again = NULL;
	CLEANUP(finding_freep) struct finding *finding = NULL;
	CLEANUP(finding_freep) struct finding *second = NULL;
	CLEANUP(mem_freep) char *text = NULL;
	CLEANUP(mem_freep) char *second_text = NULL;
	CLEANUP(json_freep) struct json *second_json = NULL;
	struct error err = { 0 };

	if (json_parse((const char *)data, size, &json, &err) < 0)
		return 0;
	if (finding_from_json(json, &finding, &err) < 0) {
		FUZZ_CHECK(err.kind == ERROR_CONFIG && err.text[0]);
		return 0;
	}
	again = finding_to_json(finding);
	text = json_dump(again, true);
	FUZZ_CHECK(finding_from_json(again, &second, &err) == 0);
	second_json = finding_to_json(second);
	second_text = json_dump(second_json, true);
	FUZZ_CHECK(strcmp(text, second_text) == 0);
	check_text(finding);
	return 0;
}
