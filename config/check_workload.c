/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config/check_workload.h"

#include <stdbool.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "config/check_rule.h"

#define CELLS_MAX 10000

/* What belongs to a command of the user's own is there with one, and only then. */
static int MUST_CHECK check_own_keys(const struct settings *settings,
				     const struct workload_settings *workload, struct error *err)
{
	const struct {
		const char *name;
		char *const *field;
	} keys[] = {
		{ "parse", &workload->parse },
		{ "unit", &workload->unit },
		{ "better", &workload->better },
	};

	for (size_t i = 0; i < ARRAY_LENGTH(keys); i++) {
		if (workload->command && !*keys[i].field)
			return check_rule_refuse(settings, &workload->command, err,
						 "workload '%s' has a 'command' but no '%s'",
						 workload->name, keys[i].name);
		if (!workload->command && *keys[i].field)
			return check_rule_refuse(settings, keys[i].field, err,
						 "workload '%s' has '%s' but no 'command'; the "
						 "catalog's workloads bring their own",
						 workload->name, keys[i].name);
	}
	return 0;
}

/* Does the rule begin with the prefix and say more? */
static bool has_argument(const char *rule, const char *prefix)
{
	return str_starts_with(rule, prefix) && rule[strlen(prefix)] != '\0';
}

static int MUST_CHECK check_parse(const struct settings *settings,
				  const struct workload_settings *workload, struct error *err)
{
	const char *rule = workload->parse;

	if (!rule)
		return 0;
	if (has_argument(rule, "keyvalue:") || has_argument(rule, "csv:") ||
	    has_argument(rule, "tap:") || has_argument(rule, "lava:") ||
	    (str_starts_with(rule, "regex:") && strstr(rule, "<value>")) ||
	    strcmp(rule, "json:") == 0 || str_starts_with(rule, "json:/"))
		return 0;
	return check_rule_refuse(settings, &workload->parse, err,
				 "workloads.parse is '%s'; write \"keyvalue:NAME\", "
				 "\"json:/POINTER\", \"csv:COLUMN\", \"tap:NAME\", "
				 "\"lava:NAME\" or \"regex:…(?<value>…)…\"",
				 rule);
}

/* A path in the guest is absolute and stays where it says. */
static bool is_guest_path(const char *path)
{
	if (path[0] != '/' || path[1] == '\0' || str_ends_with(path, "/"))
		return false;
	return !strstr(path, "/../") && !strstr(path, "/./") && !strstr(path, "//") &&
	       !str_ends_with(path, "/..") && !str_ends_with(path, "/.");
}

static int MUST_CHECK check_files(const struct settings *settings,
				  const struct workload_settings *workload, struct error *err)
{
	for (size_t i = 0; i < workload->files.n; i++) {
		const char *entry = workload->files.items[i];
		const char *guest;
		size_t n = settings_split_file(entry, &guest);
		CLEANUP(mem_freep) char *host = mem_dup(entry, n);

		if (check_rule_file(settings, &workload->files, "workloads.files", host, err) < 0)
			return -1;
		/* Without a path of its own in the guest, the host's is taken as it is. */
		if (guest != entry && !is_guest_path(guest))
			return check_rule_refuse(settings, &workload->files, err,
						 "workloads.files: '%s' is not a file's absolute "
						 "path without '.' and '..'",
						 guest);
	}
	return 0;
}

static int MUST_CHECK check_param(const struct settings *settings,
				  const struct workload_settings *workload,
				  const struct workload_param *param, struct error *err)
{
	CLEANUP(mem_freep) char *placeholder = mem_printf("{%s}", param->name);

	if (workload->command && !strstr(workload->command, placeholder))
		return check_rule_refuse(settings, &workload->params, err,
					 "workloads.params: '%s' changes nothing, since 'command' "
					 "has no %s",
					 param->name, placeholder);
	for (size_t i = 0; i < param->values.n; i++) {
		for (size_t j = 0; j < i; j++) {
			if (strcmp(param->values.items[i], param->values.items[j]) == 0)
				return check_rule_refuse(settings, &workload->params, err,
							 "workloads.params: '%s' has the value "
							 "'%s' twice",
							 param->name, param->values.items[i]);
		}
	}
	return 0;
}

static int MUST_CHECK check_params(const struct settings *settings,
				   const struct workload_settings *workload, struct error *err)
{
	size_t cells = 1;

	for (size_t i = 0; i < workload->n_params; i++) {
		/* First, since it bounds what check_param compares. */
		if (__builtin_mul_overflow(cells, workload->params[i].values.n, &cells) ||
		    cells > CELLS_MAX)
			return check_rule_refuse(settings, &workload->params, err,
						 "workloads.params have more than %d combinations",
						 CELLS_MAX);
		if (check_param(settings, workload, &workload->params[i], err) < 0)
			return -1;
	}
	return 0;
}

int check_workload(const struct settings *settings, const struct workload_settings *workload,
		   struct error *err)
{
	if (check_rule_name(settings, &workload->name, "workloads.name", err) < 0 ||
	    check_own_keys(settings, workload, err) < 0 ||
	    check_parse(settings, workload, err) < 0 || check_files(settings, workload, err) < 0)
		return -1;
	return check_params(settings, workload, err);
}
