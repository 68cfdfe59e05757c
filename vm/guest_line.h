/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The two lines to a guest of QEMU, its serial console and its results channel: files that QEMU writes
 * and that are followed into console and collect, and for a guest that may be held a way back.
 */
#ifndef VM_GUEST_LINE_H
#define VM_GUEST_LINE_H

#include "base/defs.h"
#include "base/error.h"
#include "vm/collect.h"
#include "vm/console.h"
#include "vm/follow.h"
#include "vm/mouth.h"

#include <stdbool.h>
#include <stddef.h>

struct guest_line {
	char *console_path, *channel_path;
	struct follow *console_file, *channel_file;
	struct mouth *console_mouth, *channel_mouth; /* NULL: the guest is not spoken to */
	struct console console;
	struct collect collect;
	size_t channel_bytes;
	double last_sign_s; /* host's clock, of the last byte */
	bool has_begun;     /* console and collect are there */
};

/* Makes the files in the boot's folder; `line` is zeroed before, and closed also after a failure. */
int guest_line_open(struct guest_line *line, const char *dir, bool can_speak,
		    struct error *err) MUST_CHECK;
/* A console longer than that is cut, the rest of the files is removed. */
void guest_line_close(struct guest_line *line, size_t console_max_bytes);

/*
 * Removes already, of a guest that is held, what QEMU has opened and nobody reads later: a process that
 * is killed from here on leaves nothing of it. The line goes on.
 */
void guest_line_unlink(const struct guest_line *line);

/* Before the guest starts; as collect_init. */
void guest_line_begin(struct guest_line *line, const struct boot_request *request,
		      struct boot_result *result);
/* Feeds what has been written since. Does not block. */
int guest_line_read(struct guest_line *line, struct error *err) MUST_CHECK;
/* Where the guest speaks from is where it listens. Does not block. */
int guest_line_speak(struct guest_line *line, enum wire_kind kind, const char *payload, size_t n,
		     struct error *err) MUST_CHECK;

#endif
