/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/build_diagnose.h"

#include <stdlib.h>
#include <string.h>

#include "base/defs.h"
#include "base/mem.h"
#include "base/str.h"

#define ERROR_LINES 5
#define LINE_BYTES 300

/* One line of the log, without its newline. */
struct line {
	const char *text;
	size_t n;
};

struct need {
	const char *what; /* a command, or the header that the compiler did not find */
	const char *package;
};

// clang-format off
static const struct need commands[] = {
	{ "make", "make" }, { "gcc", "gcc" }, { "cc", "gcc" }, { "g++", "g++" }, { "clang", "clang" },
	{ "ld", "binutils" }, { "as", "binutils" }, { "ar", "binutils" }, { "nm", "binutils" },
	{ "objcopy", "binutils" }, { "objdump", "binutils" }, { "strip", "binutils" },
	{ "ld.lld", "lld" }, { "ccache", "ccache" }, { "flex", "flex" }, { "bison", "bison" },
	{ "bc", "bc" }, { "perl", "perl" }, { "python3", "python3" }, { "openssl", "openssl" },
	{ "gawk", "gawk" }, { "awk", "mawk" }, { "xz", "xz-utils" }, { "lzma", "xz-utils" },
	{ "zstd", "zstd" }, { "lz4", "lz4" }, { "lz4c", "lz4" }, { "lzop", "lzop" },
	{ "bzip2", "bzip2" }, { "gzip", "gzip" }, { "cpio", "cpio" }, { "rsync", "rsync" },
	{ "depmod", "kmod" }, { "pahole", "dwarves" }, { "m4", "m4" },
};

static const struct need headers[] = {
	{ "libelf.h", "libelf-dev" }, { "gelf.h", "libelf-dev" }, { "elfutils/libdw.h", "libdw-dev" },
	{ "openssl/", "libssl-dev" }, { "zlib.h", "zlib1g-dev" }, { "stdio.h", "libc6-dev" },
	{ "stdlib.h", "libc6-dev" }, { "gmp.h", "libgmp-dev" }, { "mpc.h", "libmpc-dev" },
};

/* Complete sentences of kernel makefiles that ask for a package. */
static const struct { const char *text; struct need need; } demands[] = {
	{ "please install libelf-dev", { "libelf", "libelf-dev" } },
	{ "pahole (pahole) is not available", { "pahole", "dwarves" } },
	{ "cannot find -lelf", { "libelf", "libelf-dev" } },
	{ "cannot find -lcrypto", { "libcrypto", "libssl-dev" } },
};

static const char *const disk_full[] = {
	": No space left on device", ": 'No space left on device'", ": Disk quota exceeded",
};

static const char *const killed[] = {
	"Killed signal terminated program", "internal compiler error: Killed",
	"unable to execute command: Killed", "terminated with signal 9 [Killed]", "] Error 137",
	"] Killed", "virtual memory exhausted", "out of memory allocating", "LLVM ERROR: out of memory",
	"memory exhausted", ": Cannot allocate memory",
	/* The host, too: somebody else's signal, a limit, a disk or a processor that fails. */
	"] Terminated", "] Interrupt", "] Hangup", "] Error 143", "] Error 130", "] Error 129",
	"Terminated signal terminated program", ": Resource temporarily unavailable", "Cannot fork",
	": Input/output error", ": Too many open files", ": Stale file handle",
	"likely a hardware or OS problem",
};

static const char *const errors[] = {
	": error:", ": fatal error:", ": Error: ", "undefined reference to", "multiple definition of",
	"undefined symbol:", "ERROR: modpost:", "error: objtool:", "internal compiler error:",
	": syntax error", "can't open file", "*** No rule to make target", "*** missing separator",
	"recursive dependency detected",
};
// clang-format on

static bool next_line(const struct build_evidence *evidence, size_t *at, struct line *ret)
{
	const char *from = evidence->log + *at;
	const char *end;
	size_t left = evidence->log_n - *at;

	if (left == 0)
		return false;
	end = memchr(from, '\n', left);
	ret->text = from;
	ret->n = end != NULL ? (size_t)(end - from) : left;
	*at += end != NULL ? ret->n + 1 : ret->n;
	return true;
}

static const char *find(struct line line, const char *text)
{
	return memmem(line.text, line.n, text, strlen(text));
}

static bool has_any(struct line line, const char *const *texts, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (find(line, texts[i]) != NULL)
			return true;
	return false;
}

/* Compilers quote the source behind "   12 | ", and #error repeats what the tree says. */
static bool quotes_source(struct line line)
{
	size_t i = 0;

	while (i < line.n && (line.text[i] == ' ' || (line.text[i] >= '0' && line.text[i] <= '9')))
		i++;
	return (i > 0 && i < line.n && line.text[i] == '|') || find(line, "#error") != NULL ||
	       find(line, "#warning") != NULL;
}

static bool log_has_any(const struct build_evidence *evidence, const char *const *texts, size_t n)
{
	struct line line;

	for (size_t at = 0; next_line(evidence, &at, &line);)
		if (!quotes_source(line) && has_any(line, texts, n))
			return true;
	return false;
}

static bool log_has(const struct build_evidence *evidence, const char *text)
{
	return log_has_any(evidence, &text, 1);
}

const char *build_package_of(const char *command)
{
	const char *base = strrchr(command, '/') != NULL ? strrchr(command, '/') + 1 : command;

	for (size_t i = 0; i < ARRAY_LENGTH(commands); i++)
		if (strcmp(commands[i].what, base) == 0)
			return commands[i].package;
	return NULL;
}

/* "/bin/sh: 1: flex: not found", "flex: command not found", "make: flex: No such file or directory". */
static bool says_not_found(struct line line, const char *command)
{
	static const char *const tails[] = { ": not found", ": command not found",
					     ": No such file or directory" };
	CLEANUP(str_clear) struct str whole = { 0 };

	for (size_t i = 0; i < ARRAY_LENGTH(tails); i++) {
		const char *found;

		str_clear(&whole);
		str_appendf(&whole, "%s%s", command, tails[i]);
		found = find(line, str_text(&whole));
		if (found != NULL && (found == line.text || found[-1] == ' ') &&
		    found + whole.length == line.text + line.n)
			return true;
	}
	return false;
}

/* make says "Error 127" for a command that the shell did not find; a mere probe says nothing. */
static const struct need *missing_command(const struct build_evidence *evidence)
{
	struct line line;

	if (!log_has(evidence, "Error 127"))
		return NULL;
	for (size_t at = 0; next_line(evidence, &at, &line);)
		for (size_t i = 0; i < ARRAY_LENGTH(commands); i++)
			if (says_not_found(line, commands[i].what))
				return &commands[i];
	return NULL;
}

static const struct need *missing_header(struct line line)
{
	static const char marker[] = "fatal error: ";
	const char *name = find(line, marker);
	struct line rest;

	if (name == NULL || find(line, ": No such file or directory") == NULL)
		return NULL;
	rest.text = name + sizeof(marker) - 1;
	rest.n = (size_t)(line.text + line.n - rest.text);
	for (size_t i = 0; i < ARRAY_LENGTH(headers); i++)
		if (find(rest, headers[i].what) == rest.text)
			return &headers[i];
	return NULL;
}

/* Kconfig: "… C compiler 'gcc' not found". */
static const struct need *missing_compiler(struct line line)
{
	if (find(line, "ompiler '") == NULL || find(line, "' not found") == NULL)
		return NULL;
	for (size_t i = 0; i < ARRAY_LENGTH(commands); i++) {
		const char *found = find(line, commands[i].what);

		if (found != NULL && found[-1] == '\'' && found[strlen(commands[i].what)] == '\'')
			return &commands[i];
	}
	return NULL;
}

static const struct need *find_missing(const struct build_evidence *evidence)
{
	const struct need *need = missing_command(evidence);
	struct line line;

	for (size_t at = 0; need == NULL && next_line(evidence, &at, &line);) {
		if (quotes_source(line))
			continue;
		need = missing_header(line);
		if (need == NULL)
			need = missing_compiler(line);
		for (size_t i = 0; need == NULL && i < ARRAY_LENGTH(demands); i++)
			if (find(line, demands[i].text) != NULL)
				need = &demands[i].need;
	}
	return need;
}

/* One line, without the folder of the sources, printable, and not longer than people read. */
static void append_line(struct str *str, struct line line, const char *source_dir)
{
	size_t n = source_dir != NULL ? strlen(source_dir) : 0;

	if (n > 0 && line.n > n && memcmp(line.text, source_dir, n) == 0 && line.text[n] == '/') {
		line.text += n + 1;
		line.n -= n + 1;
	}
	if (str->length > 0)
		str_append_char(str, '\n');
	str_append_printable(str, line.text, line.n < LINE_BYTES ? line.n : LINE_BYTES, false);
}

/* Up to ERROR_LINES lines with one of the texts. */
static void collect(const struct build_evidence *evidence, const char *const *texts, size_t n,
		    struct str *ret)
{
	struct line line;
	size_t taken = 0;

	for (size_t at = 0; taken < ERROR_LINES && next_line(evidence, &at, &line);) {
		if (quotes_source(line) && find(line, ": error:") == NULL)
			continue;
		if (!has_any(line, texts, n))
			continue;
		append_line(ret, line, evidence->source_dir);
		taken++;
	}
}

static void append_last_line(const struct build_evidence *evidence, struct str *ret)
{
	struct line line, last = { NULL, 0 };

	for (size_t at = 0; next_line(evidence, &at, &line);)
		if (line.n > 0)
			last = line;
	if (last.text != NULL)
		append_line(ret, last, evidence->source_dir);
}

static char *describe_tree_error(const struct build_evidence *evidence)
{
	static const char *const make_errors[] = { "*** " };
	struct str detail = { 0 };

	collect(evidence, errors, ARRAY_LENGTH(errors), &detail);
	if (detail.length == 0)
		collect(evidence, make_errors, ARRAY_LENGTH(make_errors), &detail);
	if (detail.length == 0)
		append_last_line(evidence, &detail);
	if (detail.length == 0)
		str_appendf(&detail, "make ended with status %d and said nothing", evidence->code);
	return str_steal(&detail);
}

static char *describe_host(const struct build_evidence *evidence, const char *const *texts,
			   size_t n)
{
	struct str detail = { 0 };

	collect(evidence, texts, n, &detail);
	if (detail.length == 0)
		str_appendf(&detail, "make was ended by signal %d", evidence->code);
	return str_steal(&detail);
}

static char *describe_time_out(const struct build_evidence *evidence)
{
	struct str detail = { 0 };

	append_last_line(evidence, &detail);
	if (detail.length == 0)
		str_append(&detail, "make printed nothing");
	return str_steal(&detail);
}

void build_diagnose(const struct build_evidence *evidence, struct build_verdict *ret)
{
	const struct need *need;

	memset(ret, 0, sizeof(*ret));
	ret->outcome = OUTCOME_BUILT;
	if (evidence->end == BUILD_END_EXITED && evidence->code == 0)
		return;
	/* A full disk also kills compilers and loses headers, so it is asked for first. */
	if (log_has_any(evidence, disk_full, ARRAY_LENGTH(disk_full))) {
		ret->outcome = OUTCOME_DISK_FULL;
		ret->detail = describe_host(evidence, disk_full, ARRAY_LENGTH(disk_full));
		return;
	}
	if (evidence->end == BUILD_END_TIMED_OUT) {
		ret->outcome = OUTCOME_BUILD_TIMED_OUT;
		ret->detail = describe_time_out(evidence);
		return;
	}
	if (evidence->end == BUILD_END_SIGNALLED || evidence->code == 137 ||
	    log_has_any(evidence, killed, ARRAY_LENGTH(killed))) {
		ret->outcome = OUTCOME_COMPILER_KILLED;
		ret->detail = describe_host(evidence, killed, ARRAY_LENGTH(killed));
		return;
	}
	ret->outcome = OUTCOME_NOT_BUILDABLE;
	ret->detail = describe_tree_error(evidence);
	need = find_missing(evidence);
	if (need != NULL) {
		ret->missing = need->what;
		ret->package = need->package;
	}
}

void build_verdict_clear(struct build_verdict *verdict)
{
	free(verdict->detail);
	memset(verdict, 0, sizeof(*verdict));
}
