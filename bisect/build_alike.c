/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/build_alike.h"

#include <ctype.h>
#include <string.h>

#include "base/defs.h"

// clang-format off
/* What an error is known to be mended by; the first that is in its lines. */
static const struct {
	const char *text, *mend;
} known[] = {
	{ "multiple definition of `yylloc'",
	  "give kernel.make, or its entry of kernel.toolchains, \"HOSTCFLAGS=-fcommon\"" },
	{ "[-Werror",
	  "set CONFIG_WERROR=n in kernel.overrides, give kernel.make \"KCFLAGS=-Wno-error\", or take an "
	  "older compiler for the range in kernel.toolchains" },
	{ "internal compiler error",
	  "take another compiler for the range in kernel.toolchains" },
	{ "unrecognized command", "take another compiler for the range in kernel.toolchains" },
	{ "unknown argument", "take another compiler for the range in kernel.toolchains" },
	{ "objtool",
	  "take an older compiler for the range in kernel.toolchains, or the commit that taught objtool "
	  "in kernel.mend" },
	{ "BTF", "set CONFIG_DEBUG_INFO_BTF=n in kernel.overrides" },
	{ "pahole", "set CONFIG_DEBUG_INFO_BTF=n in kernel.overrides" },
	{ "canonical-certs", "set CONFIG_SYSTEM_TRUSTED_KEYS=\"\" in kernel.overrides" },
	{ "debian/certs", "set CONFIG_SYSTEM_TRUSTED_KEYS=\"\" in kernel.overrides" },
	{ "extract-cert", "set CONFIG_SYSTEM_TRUSTED_KEYRING=n in kernel.overrides" },
	{ "sign-file", "set CONFIG_MODULE_SIG=n in kernel.overrides" },
};
// clang-format on

static const char general[] =
	"take another compiler for the range in kernel.toolchains, switch the option off in "
	"kernel.overrides, or add the commit that mended it by kernel.mend";

const char *build_alike_mend(const char *detail)
{
	for (size_t i = 0; i < ARRAY_LENGTH(known); i++)
		if (strstr(detail, known[i].text))
			return known[i].mend;
	return general;
}

/* Steps over a run of digits, of a hexadecimal number too. */
static const char *skip_number(const char *text)
{
	if (text[0] == '0' && text[1] == 'x') {
		text += 2;
		while (isxdigit((unsigned char)*text))
			text++;
		return text;
	}
	while (isdigit((unsigned char)*text))
		text++;
	return text;
}

bool build_alike(const char *detail, const char *other)
{
	while (*detail && *detail != '\n' && *other && *other != '\n') {
		const bool is_number = isdigit((unsigned char)*detail);

		if (is_number != (bool)isdigit((unsigned char)*other))
			return false;
		if (is_number) {
			detail = skip_number(detail);
			other = skip_number(other);
		} else if (*detail++ != *other++) {
			return false;
		}
	}
	return (!*detail || *detail == '\n') && (!*other || *other == '\n');
}

static bool counts(const struct history_kernel *kernel)
{
	return kernel->outcome == OUTCOME_NOT_BUILDABLE && kernel->variant == 0 && kernel->detail &&
	       kernel->detail[0];
}

/* A commit that is in the history twice, merged elsewhere, is one. */
static bool is_first_of_commit(const struct history *history, size_t kernel)
{
	for (size_t i = 0; i < kernel; i++)
		if (counts(&history->kernels[i]) &&
		    strcmp(history->kernels[i].commit, history->kernels[kernel].commit) == 0)
			return false;
	return true;
}

size_t build_alike_count(const struct history *history, const char *detail)
{
	size_t n = 0;

	for (size_t i = 0; i < history->n_kernels; i++)
		n += counts(&history->kernels[i]) &&
		     build_alike(history->kernels[i].detail, detail) &&
		     is_first_of_commit(history, i);
	return n;
}

struct build_alike_group build_alike_largest(const struct history *history)
{
	struct build_alike_group group = { 0 };

	for (size_t i = 0; i < history->n_kernels; i++) {
		const char *detail = history->kernels[i].detail;
		size_t n;

		if (!counts(&history->kernels[i]))
			continue;
		n = build_alike_count(history, detail);
		if (n >= BUILD_ALIKE_MIN && n > group.n)
			group = (struct build_alike_group){ .n = n, .detail = detail };
	}
	return group;
}
