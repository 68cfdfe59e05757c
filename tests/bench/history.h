/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A synthetic history that is merged like a kernel's. */
#ifndef TESTS_BENCH_HISTORY_H
#define TESTS_BENCH_HISTORY_H

#include "base/defs.h"
#include "base/error.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct history_options {
	uint32_t n;
	uint64_t seed;
	/* Each commit changes a file, of HISTORY_FOLDERS folders "f0" and so on; else trees are empty. */
	bool has_files;
	bool has_short_messages; /* of a line: where a commit-graph file is to spare reading them */
};
#define HISTORY_FOLDERS 40

/*
 * Makes a bare repository with about n commits after the tag "good" and half as many before it, up to the
 * tag "bad": one in fourteen is a merge, branches hold a dozen commits, start up to a few hundred
 * main-line commits back (some before good), and one in five merges another branch itself.
 */
int history_make(const char *dir, const struct history_options *options,
		 struct error *err) MUST_CHECK;
/* The same as a stream for git fast-import. */
void history_write(FILE *stream, const struct history_options *options);
/* Has git write a commit-graph file of all commits. */
int history_write_graph(const char *dir, struct error *err) MUST_CHECK;

#endif
