/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a page shows besides what the store holds, within bounds. */
#include "bisect/present.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "base/log.h"
#include "base/mem.h"

#define PATCH_MAX_BYTES 65536
#define PATCHES_MAX_BYTES 196608
#define COMMITS_MAX 40              /* of a change */
#define CONSOLES_MAX_BYTES 262144   /* of all */
#define CONSOLE_MAX_BYTES 8192      /* of a boot that failed */
#define CONSOLE_MEASURED_BYTES 2048 /* of one that was measured */

static int read_commit(struct repo *repo, const char *hex, size_t *room, struct report_commit *ret,
		       struct error *err)
{
	CLEANUP(repo_commit_clear) struct repo_commit commit = { 0 };

	if (repo_read_commit(repo, hex, &commit, err) < 0)
		return -1;
	/* what a merge brought in is the branch's */
	if (commit.n_parents < 2 &&
	    repo_read_patch(repo, &commit, *room < PATCH_MAX_BYTES ? *room : PATCH_MAX_BYTES,
			    &ret->diff, &ret->diff_bytes, err) < 0)
		return -1;
	if (!ret->diff)
		ret->diff = mem_strdup("");
	*room -= strlen(ret->diff);
	memcpy(ret->hex, commit.hex, sizeof(ret->hex));
	ret->author = mem_strdup(commit.author);
	ret->message = mem_strdup(commit.message);
	ret->time = commit.time;
	return 0;
}

static void read_commits(struct presented *presented)
{
	CLEANUP(repo_closep) struct repo *repo = NULL;
	const struct finding *finding = presented->finding;
	size_t room = PATCHES_MAX_BYTES;
	struct error err = { 0 };

	if (finding->n_changes == 0)
		return;
	if (repo_open(presented->record.repo, NULL, &repo, &err) < 0) {
		log_debug("the page is without commits: %s", err.text);
		return;
	}
	presented->commits =
		mem_array(finding->n_changes * COMMITS_MAX, sizeof(*presented->commits));
	for (size_t i = 0; i < finding->n_changes; i++) {
		const struct finding_change *change = &finding->changes[i];
		const size_t n = change->n_commits;

		for (size_t k = n > COMMITS_MAX ? n - COMMITS_MAX : 0; k < n; k++) {
			struct report_commit *commit = &presented->commits[presented->n_commits];

			err = (struct error){ 0 };
			if (read_commit(repo, change->commits[k].hex, &room, commit, &err) < 0)
				report_commit_clear(commit);
			else
				presented->n_commits++;
		}
	}
}

/* Failed boots have most to tell, so that theirs are read first. */
static void read_consoles(struct presented *presented)
{
	const struct history *history = presented->history;
	size_t room = CONSOLES_MAX_BYTES;

	presented->consoles = mem_array(history->n_boots, sizeof(*presented->consoles));
	for (size_t pass = 0; pass < 2; pass++) {
		for (size_t i = 0; i < history->n_boots; i++) {
			const struct history_boot *boot = &history->boots[i];
			const bool is_measured = boot->outcome == OUTCOME_MEASURED;
			const size_t most =
				is_measured ? CONSOLE_MEASURED_BYTES : CONSOLE_MAX_BYTES;
			struct report_console *console = &presented->consoles[i];
			CLEANUP(mem_freep)
			char *path = mem_printf("%s/%s/console.log", presented->workspace->dir,
						boot->dir);
			struct error err = { 0 };

			if (is_measured != (pass == 1) || boot->dir[0] == '\0')
				continue;
			console->size_bytes = fs_size_bytes(path);
			if (console->size_bytes <= 0 || room == 0 ||
			    fs_read_tail(path, most < room ? most : room, &console->tail,
					 &console->n, &err) < 0)
				continue;
			room -= console->n;
		}
	}
}

/* "../lab/": from the folder of the output to the workspace. NULL where there is no way to tell. */
static char *find_base(const char *workspace, const char *output)
{
	const char *slash = strrchr(output, '/');
	CLEANUP(mem_freep)
	char *folder = slash ? mem_dup(output, (size_t)(slash - output) + 1) : mem_strdup("./");
	char *from = realpath(folder, NULL);
	char *to = realpath(workspace, NULL);
	CLEANUP(str_clear) struct str base = { 0 };
	size_t common = 0;

	for (size_t i = 0; from && to; i++) {
		const bool ends = from[i] == '\0' || to[i] == '\0';

		if ((from[i] == '/' || from[i] == '\0') && (to[i] == '/' || to[i] == '\0'))
			common = i;
		if (ends || from[i] != to[i])
			break;
	}
	for (const char *rest = from ? from + common : ""; *rest; rest++)
		if (*rest == '/' && rest[1])
			str_append(&base, "../");
	if (to && to[common] == '/' && to[common + 1])
		str_appendf(&base, "%s/", to + common + 1);
	free(from);
	free(to);
	return str_steal(&base);
}

void presented_page(struct presented *presented, const char *output)
{
	read_commits(presented);
	read_consoles(presented);
	if (output)
		presented->base = find_base(presented->workspace->dir, output);
}
