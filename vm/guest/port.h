/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds virtio-serial ports by name, without udev. */
#ifndef VM_GUEST_PORT_H
#define VM_GUEST_PORT_H

#include "base/defs.h"

#include <stdbool.h>

/* A descriptor of the port, for both directions, or -1 when there is none of that name. */
int port_open(const char *name) MUST_CHECK;
/* Does the kernel have the driver at all? */
bool port_may_come(void);

#endif
