/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is known of options: which of them decide how fast a kernel is, and which were renamed. Pure. */
#ifndef BISECT_KCONFIG_SPEED_H
#define BISECT_KCONFIG_SPEED_H

#include <stdbool.h>
#include <stddef.h>

/* `name` with CONFIG_, n bytes: of the timer, preemption, mitigations, debugging, code generation, … */
bool kconfig_is_speed(const char *name, size_t n);
/*
 * The other name of an option that was renamed without another meaning, older or newer; NULL where there
 * is none. Constant.
 */
const char *kconfig_twin(const char *name, size_t n);

#endif
