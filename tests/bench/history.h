/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A synthetic history that is merged like a kernel's, as a stream for git fast-import: commits only. */
#ifndef TESTS_BENCH_HISTORY_H
#define TESTS_BENCH_HISTORY_H

#include <stdint.h>
#include <stdio.h>

/*
 * About n commits after the tag "good" and half as many before it, up to the tag "bad": one in
 * fourteen is a merge, branches hold a dozen commits, start up to a few hundred main-line commits
 * back (some before good), and one in five merges another branch itself.
 */
void history_write(FILE *stream, uint32_t n, uint64_t seed);

#endif
