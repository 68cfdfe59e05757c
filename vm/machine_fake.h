/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A machine without a machine: a script says what each boot does (vm/fake_script.h). The rest of the
 * program cannot tell it from a real one, and whole bisects are tested with it.
 *
 * The journal gets a line a boot, "<nth> <number> <label> <outcome> <value of each counted run>…",
 * at the boot's end, in one write.
 */
#ifndef VM_MACHINE_FAKE_H
#define VM_MACHINE_FAKE_H

#include "vm/machine.h"

extern const struct machine_ops machine_fake_ops;

#endif
