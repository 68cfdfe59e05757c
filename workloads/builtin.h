/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A workload of the catalog: a constant that says how to run a program and what its output means. */
#ifndef WORKLOADS_BUILTIN_H
#define WORKLOADS_BUILTIN_H

#include "workloads/field.h"

struct workload_builtin {
	const char *name;
	const char *help;          /* one sentence */
	const char *const *params; /* "loops=20000": name and default; NULL-terminated */
	/* Ours, which is put at /perfsect/bin/<payload>; NULL: the user's `files` have argv[0]. */
	const char *payload;
	const char *server; /* what must run beside it, e.g. "netserver"; NULL for nothing */
	/* How PID 1 starts that, and the TCP port of 127.0.0.1 at which it is there. */
	const char *const *server_argv;
	unsigned server_port;
	/* What is run once before the first run, with the parameters' values put in; NULL: nothing. */
	const char *const *prepare_argv;
	const char *packages; /* of Debian, for `guest.packages`; NULL: it is not there */
	/* One word each; "{loops}" is replaced by the parameter's value. NULL-terminated. */
	const char *const *argv;
	unsigned warmups;
	unsigned timeout_s;
	const struct field *fields;     /* all it prints, the main metric first */
	const struct refusal *refusals; /* NULL: none */
};

#endif
