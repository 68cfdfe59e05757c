/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The types of machines there are: the explicit list. */
#ifndef VM_MACHINES_H
#define VM_MACHINES_H

#include "base/defs.h"
#include "base/error.h"
#include "config/settings.h"
#include "vm/machine.h"

/*
 * Opens the machine of the type its settings name. `state_dir` (absolute) is kept for files of the
 * machines' own; it is the same for all machines of a process, and libvirt's embedded driver allows
 * no second one.
 */
int machine_open(const struct machine_settings *settings, const char *state_dir,
		 struct machine **ret, struct error *err) MUST_CHECK;

#endif
