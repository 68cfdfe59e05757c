/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A QEMU as libvirt has started it before, started without libvirt: the command line is taken from
 * the log that libvirt leaves of a boot, without what only connects QEMU with libvirt.
 */
#ifndef TESTS_BENCH_BARE_H
#define TESTS_BENCH_BARE_H

#include "base/defs.h"
#include "base/error.h"
#include "base/str.h"

/* Absolute paths of one boot's files. */
struct bare_files {
	const char *console; /* the serial port */
	const char *records; /* where PID 1 speaks; must be there, and empty, before a boot */
	const char *output;  /* what QEMU itself prints */
};

struct bare_command {
	struct strlist argv;
	struct strlist env; /* NAME=VALUE */
};

/* `log_path` is a boot's qemu.log. The caller clears *ret. */
int bare_command_read(const char *log_path, const struct bare_files *files,
		      struct bare_command *ret, struct error *err) MUST_CHECK;
void bare_command_clear(struct bare_command *command);

struct bare_boot {
	const struct bare_command *command;
	const struct bare_files *files;
	double timeout_s;
};
/*
 * Starts the command, waits until PID 1 has spoken, and kills QEMU; *ret_s is the time from the one
 * to the other. Blocks for `timeout_s` at most.
 */
int bare_boot(const struct bare_boot *boot, double *ret_s, struct error *err) MUST_CHECK;

#endif
