/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/conclude_builds.h"

#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "bisect/build_alike.h"
#include "bisect/config_file.h"
#include "bisect/kconfig_speed.h"

#define DIFFERENCES_SHOWN 8

/* Lines of a text that are not in `seen` yet; adds them. */
static void collect_lines(const char *text, struct strlist *seen)
{
	for (size_t n; text && *text; text += n + (text[n] == '\n')) {
		CLEANUP(mem_freep) char *line = NULL;
		bool is_known = false;

		n = strcspn(text, "\n");
		line = mem_dup(text, n);
		for (size_t i = 0; i < seen->n; i++)
			is_known = is_known || strcmp(seen->items[i], line) == 0;
		if (n > 0 && !is_known)
			strlist_add(seen, line);
	}
}

static void note_mends(const struct history *history, struct finding *finding)
{
	CLEANUP(strlist_clear) struct strlist mends = { 0 };
	CLEANUP(str_clear) struct str names = { 0 };
	size_t n = 0;

	for (size_t i = 0; i < history->n_kernels; i++) {
		const struct history_kernel *kernel = &history->kernels[i];

		n += (kernel->mends && kernel->mends[0]) || (kernel->without && kernel->without[0]);
		collect_lines(kernel->mends, &mends);
		collect_lines(kernel->without, &mends);
	}
	for (size_t i = 0; i < mends.n; i++)
		str_appendf(&names, "%s%s", i ? "; " : "", mends.items[i]);
	if (n > 0)
		finding_add_note(finding, "%zu of %zu kernels were mended so that they build: %s",
				 n, history->n_kernels, str_text(&names));
}

static void note_alike(const struct history *history, struct finding *finding)
{
	const struct build_alike_group group = build_alike_largest(history);

	if (group.n == 0)
		return;
	finding_add_note(
		finding,
		"%zu commits fail to build by the same error (%.*s): it may be the "
		"toolchain, the configuration, or one commit that broke those behind it; %s",
		group.n, (int)strcspn(group.detail, "\n"), group.detail,
		build_alike_mend(group.detail));
}

/* Lines of a text, joined, as far as people read. */
static void append_lines(struct str *out, const char *lines, size_t max)
{
	size_t i = 0;

	for (size_t n; *lines && i < max; lines += n + (lines[n] == '\n'), i++) {
		n = strcspn(lines, "\n");
		str_append(out, i ? "; " : "");
		str_append_bytes(out, lines, n);
	}
	if (*lines)
		str_append(out, "; …");
}

/* Between the ends: what their commits do, or what their Kconfigs made of the same request? */
static void note_differences(const struct casefile *casefile, const struct history *history,
			     struct finding *finding)
{
	const struct history_kernel *good = config_file_end(history, casefile->record.good);
	const struct history_kernel *bad = config_file_end(history, casefile->record.bad);
	CLEANUP(kconfig_differences_clear) struct kconfig_differences differences = { 0 };
	CLEANUP(str_clear) struct str text = { 0 };

	if (!good || !bad || !config_file_compare(casefile->workspace, good, bad, &differences) ||
	    differences.n_speed == 0)
		return;
	append_lines(&text, differences.speed, DIFFERENCES_SHOWN);
	finding_add_note(
		finding,
		"the configurations of good end and bad end differ in %zu option%s that "
		"matter%s for speed (%s): set them alike in a fragment or kernel.overrides "
		"if that is not what you look for",
		differences.n_speed, differences.n_speed == 1 ? "" : "s",
		differences.n_speed == 1 ? "s" : "", str_text(&text));
}

/* Options for speed that an end was asked for and did not get. */
static void note_not_granted(const struct history_kernel *end, const char *which,
			     struct finding *finding)
{
	CLEANUP(str_clear) struct str text = { 0 };

	for (const char *at = end && end->not_granted ? end->not_granted : ""; *at;) {
		const size_t n = strcspn(at, "\n");

		if (kconfig_is_speed(at, strcspn(at, "=\n")))
			str_appendf(&text, "%s%.*s", text.length ? "; " : "", (int)n, at);
		at += n + (at[n] == '\n');
	}
	if (text.length > 0)
		finding_add_note(finding,
				 "the %s end did not get what was asked for and matters for speed: "
				 "%s",
				 which, str_text(&text));
}

void conclude_builds(const struct casefile *casefile, const struct history *history,
		     struct finding *finding)
{
	if (casefile->note && casefile->note[0])
		finding_add_note(finding, "%s", casefile->note);
	note_alike(history, finding);
	note_mends(history, finding);
	note_differences(casefile, history, finding);
	note_not_granted(config_file_end(history, casefile->record.good), "good", finding);
	note_not_granted(config_file_end(history, casefile->record.bad), "bad", finding);
}
