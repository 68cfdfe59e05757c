/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "workloads/parse.h"

#include <string.h>

#include "base/str.h"
#include "workloads/parse_csv.h"
#include "workloads/parse_json.h"
#include "workloads/parse_keyvalue.h"
#include "workloads/parse_regex.h"
#include "workloads/parse_tap.h"

static int check_name(const char *name, struct error *err)
{
	if (name[0] == '\0')
		return error_set(err, ERROR_CONFIG, "the rule 'keyvalue:' names no key");
	return 0;
}

static int check_pointer(const char *pointer, struct error *err)
{
	if (pointer[0] != '\0' && pointer[0] != '/')
		return error_set(err, ERROR_CONFIG, "the JSON pointer '%s' does not begin with '/'",
				 pointer);
	return 0;
}

static const struct method {
	const char *prefix;
	int (*check)(const char *argument, struct error *err);
	int (*apply)(const char *argument, const char *output, size_t n, double *ret,
		     struct error *err);
} METHODS[] = {
	{ "keyvalue:", check_name, parse_keyvalue },  { "json:", check_pointer, parse_json },
	{ "regex:", parse_regex_check, parse_regex }, { "csv:", parse_csv_check, parse_csv },
	{ "tap:", parse_tap_check, parse_tap },       { "lava:", parse_tap_check, parse_lava },
};

/* The method of a rule with what stands behind the colon. */
static int MUST_CHECK find_method(const char *rule, const struct method **ret,
				  const char **ret_argument, struct error *err)
{
	for (size_t i = 0; i < ARRAY_LENGTH(METHODS); i++) {
		if (str_starts_with(rule, METHODS[i].prefix)) {
			*ret = &METHODS[i];
			*ret_argument = rule + strlen(METHODS[i].prefix);
			return 0;
		}
	}
	return error_set(err, ERROR_CONFIG,
			 "the rule '%s' begins with none of 'keyvalue:', 'json:', 'regex:', "
			 "'csv:', 'tap:' and 'lava:'",
			 rule);
}

int parse_check(const char *rule, struct error *err)
{
	const struct method *method;
	const char *argument;

	if (find_method(rule, &method, &argument, err) < 0)
		return -1;
	return method->check(argument, err);
}

int parse_apply(const char *rule, const char *output, size_t n, double *ret, struct error *err)
{
	const struct method *method;
	const char *argument;

	if (find_method(rule, &method, &argument, err) < 0 || method->check(argument, err) < 0)
		return -1;
	return method->apply(argument, output, n, ret, err);
}
