/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "workloads/parse_tap.h"

#include <string.h>

#include "base/mem.h"
#include "workloads/field.h"

int parse_tap_check(const char *name, struct error *err)
{
	if (name[0] == '\0')
		return error_set(err, ERROR_CONFIG, "the rule names no test or key");
	if (strstr(name, "\\E")) /* it ends what a pattern takes literally */
		return error_set(err, ERROR_CONFIG, "the name '%s' holds a '\\E'", name);
	return 0;
}

/* The last number that the pattern finds, unless the output is void. */
static int MUST_CHECK read_number(const char *name, const char *pattern,
				  const struct refusal *refusals, const char *output, size_t n,
				  double *ret, struct error *err)
{
	const struct field fields[] = {
		{ name, "", HIGHER_IS_BETTER, .pattern = pattern },
		{ 0 },
	};
	CLEANUP(readings_clear) struct readings readings = { 0 };

	if (field_read(fields, refusals, output, n, &readings, err) < 0)
		return -1;
	*ret = readings.items[0].value;
	return 0;
}

int parse_tap(const char *name, const char *output, size_t n, double *ret, struct error *err)
{
	static const struct refusal refusals[] = {
		{ "^[ \\t]*not ok\\b(?!.*#[ \\t]*(?i:TODO|SKIP)).*$", .reason = "a test failed" },
		{ "^[ \\t]*Bail out!.*$", .reason = "the tests were given up" },
		{ "^[ \\t]*1\\.\\.\\d+", .reason = "it has no plan", .is_required = true },
		{ 0 },
	};
	CLEANUP(mem_freep)
	char *pattern = mem_printf("^[ \\t]*#[ \\t]*\\Q%s\\E[ \\t]*[:=][ \\t]*" VALUE, name);

	return read_number(name, pattern, refusals, output, n, ret, err);
}

int parse_lava(const char *name, const char *output, size_t n, double *ret, struct error *err)
{
	CLEANUP(mem_freep)
	char *signal = mem_printf(
		"<LAVA_SIGNAL_TESTCASE TEST_CASE_ID=\\Q%s\\E(?: [A-Z_]+=[^\\s>]*)*?", name);
	CLEANUP(mem_freep) char *failed = mem_printf("%s RESULT=(?!pass[ >]).*$", signal);
	CLEANUP(mem_freep) char *pattern = mem_printf("%s MEASUREMENT=(?<value>[^\\s>]*)", signal);
	const struct refusal refusals[] = {
		{ failed, .reason = "the test did not pass" },
		{ 0 },
	};

	return read_number(name, pattern, refusals, output, n, ret, err);
}
