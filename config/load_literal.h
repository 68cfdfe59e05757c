/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A second look at the text of a configuration file for what libconfig misreads in silence. */
#ifndef CONFIG_LOAD_LITERAL_H
#define CONFIG_LOAD_LITERAL_H

#include "base/defs.h"
#include "base/error.h"

/*
 * Refuses, as "PATH:LINE: …", integers that do not fit their type (libconfig 1.5 wraps them), "\x00"
 * in a text (it ends there), and a comment without an end (the rest of the file is gone). The text
 * has passed libconfig's own parser.
 */
int load_literal_check(const char *text, const char *path, struct error *err) MUST_CHECK;

#endif
