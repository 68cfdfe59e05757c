/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Kernels in VMs of this host, through libvirt: its embedded QEMU driver, which needs no daemon, or
 * whatever local URI the settings name. KVM where it works, else emulation.
 */
#ifndef VM_MACHINE_LIBVIRT_H
#define VM_MACHINE_LIBVIRT_H

#include "vm/machine.h"

extern const struct machine_ops machine_libvirt_ops;

#endif
