/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Builds kernels: out of tree, incrementally, with pinned stamps, stdin closed, a deadline, and in a
 * sandbox without network (bubblewrap) where there is one. Tells a tree that does not compile from a
 * host that could not compile it.
 */
#ifndef BISECT_BUILD_H
#define BISECT_BUILD_H

#include "base/cancel.h"
#include "base/defs.h"
#include "base/error.h"
#include "config/settings.h"
#include "results/sample.h"

#include <stdbool.h>

struct build_request {
	const struct kernel_settings *settings;
	const char *source_dir;   /* the checked-out work tree */
	const char *object_dir;   /* kept from build to build */
	const char *artefact_dir; /* bzImage, config, meta.json are put here, atomically */
	const char *log_path;     /* everything make printed */
	const char *
		config_name; /* remembered with the configuration, see build_config_name(); or NULL */
	bool config_stands; /* the one in object_dir is what would be made again */
	struct cancel *cancel;
	/* Called about once a second while make runs; may be NULL. */
	void (*tick)(void *context);
	void *tick_context;
};

struct build_result {
	enum outcome
		outcome; /* BUILT, NOT_BUILDABLE, COMPILER_KILLED, DISK_FULL, BUILD_TIMED_OUT */
	char *detail;    /* first error lines, or what the host lacked; NULL when built */
	char *release;   /* make kernelrelease */
	char *build_id;  /* hex, "" where vmlinux has none */
	char *content;   /* elf_content_read() of vmlinux */
	char *not_granted; /* asked-for options the configuration did not get, one a line; "" for none */
	double wall_s;
};
void build_result_clear(struct build_result *result);

/* Configures and builds. Blocks up to the build time-out of the settings. */
int build_kernel(const struct build_request *request, struct build_result *ret,
		 struct error *err) MUST_CHECK;

/*
 * What compiler and linker of the settings say they are; the caller frees it. Runs them. ERROR_HOST,
 * naming the Debian package, when one is missing or does not run.
 */
int build_ask_toolchain(const struct kernel_settings *settings, char **ret,
			struct error *err) MUST_CHECK;

/*
 * Hex digest of all that decides the binary besides the tree: configuration and fragments' contents,
 * make arguments, and `toolchain`, which is what build_ask_toolchain() gave.
 */
int build_fingerprint(const struct kernel_settings *settings, const char *toolchain, char ret[41],
		      struct error *err) MUST_CHECK;

#endif
