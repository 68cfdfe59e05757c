/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config/check_tables.h"

#include <string.h>

#include "base/str.h"
#include "config/check_make.h"
#include "config/check_rule.h"

static int MUST_CHECK check_range(const struct settings *settings, char *const *field,
				  const char *label, struct error *err)
{
	const char *dots = strstr(*field, "..");

	if (!dots || strstr(dots + 1, "..") || strpbrk(*field, " \t"))
		return check_rule_refuse(settings, field, err,
					 "%s is '%s'; it must be \"A..B\", \"A..\", \"..B\" or "
					 "\"..\", with two dots",
					 label, *field);
	return 0;
}

static int MUST_CHECK check_toolchains(const struct settings *settings, struct error *err)
{
	for (size_t i = 0; i < settings->kernel.n_toolchains; i++) {
		const struct toolchain_settings *toolchain = &settings->kernel.toolchains[i];

		if (check_range(settings, &toolchain->range, "kernel.toolchains.range", err) < 0 ||
		    check_make_arguments(settings, &toolchain->make, "kernel.toolchains.make",
					 err) < 0)
			return -1;
	}
	return 0;
}

/* "CONFIG_X=value": of kconfig, and nothing that would be two lines of it. */
static bool is_option(const char *text)
{
	static const char prefix[] = "CONFIG_";
	size_t n;

	if (!str_starts_with(text, prefix))
		return false;
	text += strlen(prefix);
	n = strspn(text, CHECK_MAKE_NAME);
	return n > 0 && text[n] == '=' && text[n + 1] != '\0';
}

static int MUST_CHECK check_overrides(const struct settings *settings, struct error *err)
{
	for (size_t i = 0; i < settings->kernel.n_overrides; i++) {
		const struct override_settings *override = &settings->kernel.overrides[i];

		if (check_range(settings, &override->range, "kernel.overrides.range", err) < 0)
			return -1;
		for (size_t j = 0; j < override->set.n; j++) {
			if (!is_option(override->set.items[j]))
				return check_rule_refuse(settings, &override->set, err,
							 "kernel.overrides.set: '%s' is not of the "
							 "form CONFIG_NAME=value",
							 override->set.items[j]);
		}
	}
	return 0;
}

static int MUST_CHECK check_mends(const struct settings *settings, struct error *err)
{
	for (size_t i = 0; i < settings->kernel.n_mends; i++) {
		const struct mend_settings *mend = &settings->kernel.mends[i];

		if (check_range(settings, &mend->range, "kernel.mend.range", err) < 0)
			return -1;
		if (!mend->commit == !mend->patch)
			return check_rule_refuse(settings, &mend->range, err,
						 "kernel.mend for '%s' has %s; it must have one of "
						 "the two",
						 mend->range,
						 mend->commit ? "both a commit and a patch"
							      : "neither commit nor patch");
		if (check_rule_file(settings, &mend->patch, "kernel.mend.patch", mend->patch, err) <
		    0)
			return -1;
	}
	return 0;
}

int check_tables(const struct settings *settings, struct error *err)
{
	if (check_toolchains(settings, err) < 0 || check_overrides(settings, err) < 0)
		return -1;
	return check_mends(settings, err);
}
