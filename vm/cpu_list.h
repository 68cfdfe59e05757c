/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists of CPUs as Linux writes them: "0-3,8". Pure. */
#ifndef VM_CPU_LIST_H
#define VM_CPU_LIST_H

#include "base/defs.h"

#include <stdbool.h>
#include <stddef.h>

#define CPU_LIST_MAX 4096

/* The CPUs in the order they are named, at most CPU_LIST_MAX; false for any other text. */
bool cpu_list_parse(const char *text, unsigned cpus[CPU_LIST_MAX], size_t *ret_n) MUST_CHECK;

#endif
