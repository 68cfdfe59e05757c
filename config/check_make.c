/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config/check_make.h"

#include <string.h>

#include "config/check_rule.h"

int check_make_arguments(const struct settings *settings, const struct strlist *make,
			 const char *label, struct error *err)
{
	static const struct {
		const char *name;
		const char *instead;
	} ours[] = {
		{ "ARCH", "use kernel.arch" },
		{ "CC", "use kernel.cc" },
		{ "LD", "use kernel.ld" },
		{ "O", "each build has a folder of its own" },
		{ "KBUILD_OUTPUT", "each build has a folder of its own" },
		{ "LOCALVERSION", "it must be the same for all commits" },
	};

	for (size_t i = 0; i < make->n; i++) {
		const char *argument = make->items[i];
		size_t n = strspn(argument, CHECK_MAKE_NAME);

		if (n == 0 || argument[n] != '=')
			return check_rule_refuse(settings, make, err,
						 "%s: '%s' is not of the form NAME=VALUE", label,
						 argument);
		for (size_t j = 0; j < ARRAY_LENGTH(ours); j++) {
			if (strlen(ours[j].name) == n && memcmp(argument, ours[j].name, n) == 0)
				return check_rule_refuse(settings, make, err,
							 "%s must not set '%s': %s", label,
							 ours[j].name, ours[j].instead);
		}
	}
	return 0;
}
