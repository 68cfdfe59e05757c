/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config/check_guest.h"

#include <string.h>

#include "config/check_rule.h"

#define LOWER_ALNUM "abcdefghijklmnopqrstuvwxyz0123456789"
#define MIRROR_BYTES LOWER_ALNUM "ABCDEFGHIJKLMNOPQRSTUVWXYZ:/._-~%"

/* As Debian's policy has it, but for the version that apt would take behind a "=". */
static bool is_package(const char *name)
{
	return strlen(name) >= 2 && strchr(LOWER_ALNUM, name[0]) &&
	       strspn(name, LOWER_ALNUM "+-.") == strlen(name);
}

static bool is_suite(const char *name)
{
	return name[0] != '\0' && strchr(LOWER_ALNUM, name[0]) &&
	       strspn(name, LOWER_ALNUM "-./") == strlen(name);
}

/* It is an argument of mmdebstrap's, which also takes whole lines of sources.list. */
static bool is_mirror(const char *text)
{
	return strstr(text, "://") && strchr(LOWER_ALNUM, text[0]) &&
	       strspn(text, MIRROR_BYTES) == strlen(text);
}

int check_guest(const struct settings *settings, struct error *err)
{
	const struct guest_settings *guest = &settings->guest;

	if (guest->root && guest->packages.n > 0)
		return check_rule_refuse(
			settings, &guest->packages, err,
			"guest has a 'root' and 'packages'; it can have one of them");
	if (check_rule_file(settings, &guest->root, "guest.root", guest->root, err) < 0)
		return -1;
	for (size_t i = 0; i < guest->packages.n; i++)
		if (!is_package(guest->packages.items[i]))
			return check_rule_refuse(
				settings, &guest->packages, err,
				"guest.packages: '%s' is no name of a Debian package",
				guest->packages.items[i]);
	if (!is_suite(guest->suite))
		return check_rule_refuse(settings, &guest->suite, err,
					 "guest.suite: '%s' is no Debian release", guest->suite);
	if (guest->mirror && !is_mirror(guest->mirror))
		return check_rule_refuse(settings, &guest->mirror, err,
					 "guest.mirror: '%s' is no address such as "
					 "\"http://deb.debian.org/debian\"",
					 guest->mirror);
	return 0;
}
