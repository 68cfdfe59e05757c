/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/sandbox.h"

#include "base/log.h"
#include "base/process.h"

#define PROBE_S 10.0

// clang-format off
static const char *const isolation[] = {
	"bwrap",
	"--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try",
	"--die-with-parent",
	"--new-session",
	"--cap-drop", "ALL",
	"--ro-bind", "/", "/",
	"--dev", "/dev",
	"--proc", "/proc",
	"--tmpfs", "/tmp",
};
// clang-format on

static void append_bind(struct strlist *argv, const char *how, const char *dir)
{
	strlist_add(argv, how);
	strlist_add(argv, dir);
	strlist_add(argv, dir);
}

void sandbox_append(struct strlist *argv, const struct strlist *writable, const char *readable,
		    const char *cwd)
{
	for (size_t i = 0; i < ARRAY_LENGTH(isolation); i++)
		strlist_add(argv, isolation[i]);
	if (readable != NULL)
		append_bind(argv, "--ro-bind", readable);
	/* Later binds win: a writable folder may lie within the readable one. */
	for (size_t i = 0; i < writable->n; i++)
		append_bind(argv, "--bind", writable->items[i]);
	strlist_add(argv, "--chdir");
	strlist_add(argv, cwd);
	strlist_add(argv, "--");
}

bool sandbox_is_usable(struct cancel *cancel)
{
	CLEANUP(strlist_clear) struct strlist argv = { 0 };
	struct process_result result = { 0 };
	struct process_opts opts = {
		.capture_bytes = 1024,
		.deadline = deadline_in(PROBE_S),
		.cancel = cancel,
	};
	struct error err = { 0 };
	bool usable;

	if (!process_is_available("bwrap"))
		return false;
	for (size_t i = 0; i < ARRAY_LENGTH(isolation); i++)
		strlist_add(&argv, isolation[i]);
	strlist_add(&argv, "true");
	opts.argv = (const char *const *)argv.items;
	if (process_run(&opts, &result, &err) < 0) {
		log_debug("no sandbox: %s", err.text);
		return false;
	}
	usable = result.end == PROCESS_EXITED && result.code == 0;
	if (!usable)
		log_debug("no sandbox: bwrap says: %s", result.output);
	process_result_clear(&result);
	return usable;
}
