/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/build_make.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/mem.h"
#include "base/process.h"
#include "bisect/sandbox.h"

#define LOG_RESERVED_BYTES ((off_t)256 << 10)
/* The first error stands near the end: make stops soon after it. */
#define LOG_MAX_BYTES ((int64_t)8 << 20)

// clang-format off
static const char *const pinned[] = {
	"LC_ALL=C",                       /* we read what the tools say */
	"KBUILD_BUILD_TIMESTAMP=1970-01-01",
	"KBUILD_BUILD_USER=perfsect",
	"KBUILD_BUILD_HOST=perfsect",
	"KBUILD_BUILD_VERSION=1",
	"KCONFIG_NOTIMESTAMP=1",
	"KCONFIG_CONFIG=.config",
	/* Ours may hold what belongs to whoever started us. */
	"MAKEFLAGS=", "KCFLAGS=", "KCPPFLAGS=", "KAFLAGS=", "CROSS_COMPILE=",
	"CCACHE_NOHASHDIR=1",
	"CCACHE_SLOPPINESS=time_macros,include_file_mtime,include_file_ctime,locale",
};
// clang-format on

static bool uses_ccache(const char *cc)
{
	return cc != NULL && strstr(cc, "ccache") != NULL;
}

static char *ccache_dir(void)
{
	const char *given = getenv("CCACHE_DIR");
	const char *cache = getenv("XDG_CACHE_HOME");
	const char *home = getenv("HOME");

	if (given != NULL && given[0] == '/')
		return mem_strdup(given);
	if (cache != NULL && cache[0] == '/')
		return mem_printf("%s/ccache", cache);
	return mem_printf("%s/.cache/ccache", home != NULL ? home : "");
}

/* The longest folder that holds both; paths below it are hashed relative to the compiler's folder. */
static char *common_parent(const char *a, const char *b)
{
	size_t slash = 0;
	size_t i = 0;

	for (; a[i] != '\0' && a[i] == b[i]; i++)
		if (a[i] == '/')
			slash = i;
	return slash > 0 ? mem_dup(a, slash) : mem_strdup(a);
}

static int add_ccache(struct build_make *make, const char *object_dir, struct error *err)
{
	CLEANUP(mem_freep) char *dir = ccache_dir();
	CLEANUP(mem_freep) char *base = common_parent(make->source_dir, object_dir);

	if (fs_make_dirs(dir, err) < 0)
		return -1;
	strlist_addf(&make->env, "CCACHE_DIR=%s", dir);
	strlist_addf(&make->env, "CCACHE_TEMPDIR=%s/tmp", dir);
	strlist_addf(&make->env, "CCACHE_BASEDIR=%s", base);
	strlist_add(&make->writable, dir);
	return 0;
}

static int lacks(const char *what, const char *package, struct error *err)
{
	if (package == NULL)
		return error_set(err, ERROR_HOST, "'%s' is missing on this host", what);
	return error_set(err, ERROR_HOST, "'%s' is missing on this host (Debian package %s)", what,
			 package);
}

static int check_command(const char *command, struct error *err)
{
	const char *package = build_package_of(command);

	if (process_is_available(command))
		return 0;
	/* gcc-12 and clang-16 are packages of their own. */
	if (package == NULL &&
	    (str_starts_with(command, "gcc-") || str_starts_with(command, "clang-")))
		package = command;
	/* ld.lld-14 is of lld-14. */
	if (package == NULL && str_starts_with(command, "ld.lld-"))
		package = command + strlen("ld.");
	return lacks(command, package, err);
}

int build_make_check(const struct kernel_settings *settings, struct error *err)
{
	CLEANUP(strlist_clear) struct strlist words = { 0 };

	if (check_command("make", err) < 0)
		return -1;
	if (strlist_split_words(&words, settings->cc != NULL ? settings->cc : "gcc", err) < 0)
		return -1;
	for (size_t i = 0; i < words.n; i++)
		if (words.items[i][0] != '-' && check_command(words.items[i], err) < 0)
			return -1;
	return settings->ld != NULL ? check_command(settings->ld, err) : 0;
}

int build_make_init(struct build_make *make, const char *object_dir, struct error *err)
{
	if (build_make_check(make->settings, err) < 0)
		return -1;
	for (size_t i = 0; i < ARRAY_LENGTH(pinned); i++)
		strlist_add(&make->env, pinned[i]);
	strlist_add(&make->writable, object_dir);
	if (uses_ccache(make->settings->cc) && add_ccache(make, object_dir, err) < 0)
		return -1;
	make->sandboxed = sandbox_is_usable(make->cancel);
	return 0;
}

void build_make_clear(struct build_make *make)
{
	strlist_clear(&make->env);
	strlist_clear(&make->writable);
}

/* Diagnoses the part of the log that lies behind `from`. */
static int diagnose(const struct build_make *make, int64_t from,
		    const struct process_result *result, struct build_verdict *ret,
		    struct error *err)
{
	static const enum build_end ends[] = {
		[PROCESS_EXITED] = BUILD_END_EXITED,
		[PROCESS_SIGNALLED] = BUILD_END_SIGNALLED,
		[PROCESS_TIMED_OUT] = BUILD_END_TIMED_OUT,
	};
	CLEANUP(mem_freep) char *log = NULL;
	struct build_evidence evidence = {
		.source_dir = make->source_dir,
		.end = ends[result->end],
		.code = result->code,
	};
	int64_t n = fs_size_bytes(make->log_path) - from;

	if (n > LOG_MAX_BYTES)
		n = LOG_MAX_BYTES;
	if (n > 0 && fs_read_tail(make->log_path, (size_t)n, &log, &evidence.log_n, err) < 0)
		return -1;
	evidence.log = log;
	build_diagnose(&evidence, ret);
	return 0;
}

/*
 * The log may lie on the disk that a build fills, and what could not be said there would make a full
 * disk look like a broken tree. So room is reserved behind its end, where the file system can do that.
 */
static int reserve_log(const char *path, struct error *err)
{
	CLEANUP(fs_closep) int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
	const int64_t n = fs_size_bytes(path);

	if (fd < 0)
		return error_errno(err, errno, "cannot open '%s'", path);
	if (fallocate(fd, FALLOC_FL_KEEP_SIZE, n > 0 ? n : 0, LOG_RESERVED_BYTES) < 0 &&
	    errno != EOPNOTSUPP)
		return error_errno(err, errno, "cannot reserve room for '%s'", path);
	return 0;
}

/* Gives back what was not needed. */
static void trim_log(const char *path)
{
	const int64_t n = fs_size_bytes(path);

	if (n >= 0)
		(void)!truncate(path, n); /* costs no more than the reserved room */
}

int build_make_command(const struct build_make *make, const char *cwd,
		       const struct strlist *command, struct build_verdict *ret, struct error *err)
{
	CLEANUP(strlist_clear) struct strlist argv = { 0 };
	CLEANUP(process_result_clear) struct process_result result = { 0 };
	struct process_opts opts = {
		.env = (const char *const *)make->env.items,
		.cwd = cwd,
		.log_path = make->log_path,
		.deadline = make->deadline,
		.cancel = make->cancel,
		.tick = make->tick,
		.tick_context = make->tick_context,
	};
	int64_t log_at = fs_size_bytes(make->log_path);
	struct build_verdict verdict;
	int status;

	if (make->sandboxed)
		sandbox_append(&argv, &make->writable, make->source_dir, cwd);
	for (size_t i = 0; i < command->n; i++)
		strlist_add(&argv, command->items[i]);
	opts.argv = (const char *const *)argv.items;
	if (reserve_log(make->log_path, err) < 0)
		return -1;
	status = process_run(&opts, &result, err);
	trim_log(make->log_path);
	if (status < 0)
		return -1;
	if (diagnose(make, log_at > 0 ? log_at : 0, &result, &verdict, err) < 0)
		return -1;
	if (verdict.missing != NULL) {
		(void)lacks(verdict.missing, verdict.package, err); /* always -1 */
		build_verdict_clear(&verdict);
		return -1;
	}
	*ret = verdict;
	return 0;
}

void build_make_append(const struct build_make *make, const char *object_dir, const char *target,
		       unsigned jobs, struct strlist *command)
{
	const struct kernel_settings *settings = make->settings;

	strlist_add(command, "make");
	strlist_add(command, "--no-print-directory");
	strlist_addf(command, "--directory=%s", make->source_dir);
	strlist_addf(command, "-j%u", jobs);
	strlist_addf(command, "O=%s", object_dir);
	strlist_add(command, "LOCALVERSION="); /* given, if empty: no "+" behind the release */
	if (settings->arch != NULL)
		strlist_addf(command, "ARCH=%s", settings->arch);
	if (settings->cc != NULL)
		strlist_addf(command, "CC=%s", settings->cc);
	if (settings->ld != NULL)
		strlist_addf(command, "LD=%s", settings->ld);
	for (size_t i = 0; i < settings->make.n; i++)
		strlist_add(command, settings->make.items[i]);
	strlist_add(command, target);
}

int build_make_target(const struct build_make *make, const char *object_dir, const char *target,
		      unsigned jobs, struct build_verdict *ret, struct error *err)
{
	CLEANUP(strlist_clear) struct strlist command = { 0 };

	build_make_append(make, object_dir, target, jobs, &command);
	return build_make_command(make, object_dir, &command, ret, err);
}
