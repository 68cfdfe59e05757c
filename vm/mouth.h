/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Speaks to a guest: wire records into the FIFO that QEMU reads as the input of a device. QEMU wants the
 * two directions of such a device as PATH.in and PATH.out; the latter is a link to the file that its
 * output goes to.
 */
#ifndef VM_MOUTH_H
#define VM_MOUTH_H

#include "base/defs.h"
#include "base/error.h"
#include "vm/wire.h"

#include <stddef.h>

struct mouth;

/* Makes the FIFO and the link for "DIR/NAME.log", an absolute path: "DIR/NAME.in" and "DIR/NAME.out". */
int mouth_open(const char *output_path, struct mouth **ret, struct error *err) MUST_CHECK;
/* Removes both. NULL is allowed. */
void mouth_close(struct mouth *mouth);
/* Removes both already; QEMU has opened them, and goes on to be spoken to. */
void mouth_unlink(const struct mouth *mouth);
const char *mouth_path(const struct mouth *mouth); /* "DIR/NAME", for QEMU; borrowed */

/* The next record. Does not block: what nobody reads is lost. */
int mouth_speak(struct mouth *mouth, enum wire_kind kind, const char *payload, size_t n,
		struct error *err) MUST_CHECK;

#endif
