/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/conclude_builds.h"

#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "bisect/build_alike.h"

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
	finding_add_note(finding,
			 "%zu commits fail to build by the same error (%.*s): it is the toolchain "
			 "or the configuration, not the commits; %s",
			 group.n, (int)strcspn(group.detail, "\n"), group.detail,
			 build_alike_mend(group.detail));
}

void conclude_builds(const struct casefile *casefile, const struct history *history,
		     struct finding *finding)
{
	if (casefile->note && casefile->note[0])
		finding_add_note(finding, "%s", casefile->note);
	note_alike(history, finding);
	note_mends(history, finding);
}
