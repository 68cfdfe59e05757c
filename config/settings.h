/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Everything the configuration file says, as plain structs. Strings are owned by the settings and
 * never NULL where the schema has a default; a NULL string means "not given". Relative paths in the
 * file are relative to the file's folder and are absolute here.
 */
#ifndef CONFIG_SETTINGS_H
#define CONFIG_SETTINGS_H

#include "base/defs.h"
#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum timing { TIMING_WALL, TIMING_ICOUNT };

/*
 * The tables of `kernel` say for which commits of the history they hold, as "A..B", "A.." or "..B": those
 * that have A in their history, and B not before them (bisect/span.h).
 */
struct toolchain_settings {
	char *range;
	char *cc;
	char *ld;            /* NULL: as `kernel` has it */
	struct strlist make; /* behind those of `kernel` */
};

struct override_settings {
	char *range;
	struct strlist set; /* "CONFIG_X=value" each */
};

/* What is added to the source of commits that do not build without. */
struct mend_settings {
	char *range;
	char *commit; /* a revision; NULL: a patch */
	char *patch;  /* a file; NULL: a commit */
};

struct kernel_settings {
	char *config; /* base .config; NULL: the tree's own `make defconfig` target, see make_config */
	char *make_config; /* configuration target used without `config`, e.g. "tinyconfig", "defconfig" */
	struct strlist fragments; /* merged over it, in order */
	char *arch;               /* "x86_64" */
	char *cc;                 /* e.g. "ccache gcc" */
	char *ld;                 /* NULL: the tree's choice */
	struct strlist make;      /* extra NAME=VALUE arguments of every make */
	unsigned jobs;            /* parallel jobs; 0: as many as there are CPUs */
	double timeout_s;         /* of one build */
	bool one_toolchain;       /* all kernels of a case are built by that of its good end */
	struct toolchain_settings *toolchains;
	size_t n_toolchains;
	struct override_settings *overrides;
	size_t n_overrides;
	struct mend_settings *mends;
	size_t n_mends;
	/* Not in the file; what holds for one build (bisect/recipe.h). */
	struct strlist set; /* as of an override, behind the fragments */
	bool as_configured; /* nothing is set that was not asked for */
};

/* What the guest has besides the workload's own files. */
struct guest_settings {
	char *root;              /* a tar or cpio, compressed or not; NULL: none */
	struct strlist packages; /* of Debian, with what they depend on; instead of `root` */
	char *suite;             /* that they are from */
	char *variant;           /* mmdebstrap's: "extract", "custom", … */
	char *mirror;            /* NULL: mmdebstrap's own choice */
};

enum machine_type { MACHINE_LIBVIRT, MACHINE_FAKE };

struct machine_settings {
	char *name;
	enum machine_type type;
	/* libvirt */
	char *uri;      /* NULL: the embedded driver in the workspace */
	char *emulator; /* NULL: qemu-system-x86_64 from PATH */
	char *accel;    /* "auto", "kvm" or "tcg" */
	unsigned vcpus;
	int64_t memory_bytes;
	char *pin; /* CPU list for the vCPUs, "" for none */
	enum timing timing;
	char *cmdline; /* appended to the kernel command line */
	/* fake */
	char *script;
	/* all */
	double boot_timeout_s; /* from start to PID 1 */
	double silence_s;      /* a guest that says nothing for so long is hung */
};

/* One parameter of a workload with the values it takes, e.g. clients = 1, 2, 4. */
struct workload_param {
	char *name;
	struct strlist values; /* ≥ 1 */
};

struct workload_settings {
	char *name;    /* of the catalog, or the user's own name together with `command` */
	char *command; /* the user's own; split into words, no shell; NULL for the catalog's */
	char *parse;   /* "json:/pointer", … (see workloads/parse.h); NULL for the catalog's */
	char *unit;    /* e.g. "ops/s" */
	char *better;  /* "higher" or "lower"; NULL for the catalog's */
	struct strlist files; /* "HOST" or "HOST:GUEST": put into the guest */
	struct workload_param *params;
	size_t n_params;
	unsigned warmups; /* runs before those that count; UINT_MAX: not given */
	double timeout_s; /* of one run; 0: not given */
};

struct search_settings {
	double confidence;      /* 0.99 */
	double smallest_effect; /* percent of throughput a change must have to be looked for */
	unsigned samples;       /* runs that a boot has at least; ≥ 1 */
	unsigned layouts;       /* of one commit's code that may be built; 0, 1: its own alone */
	unsigned max_boots;     /* a hard limit for the case */
	double deadline_s;      /* 0: none */
	bool hold;              /* a boot waits, and may be asked for further samples */
	bool verify;            /* confirm each change that is found */
};

/* How findings are mailed; nothing is ever sent unless the user says so each time. */
struct mail_settings {
	char *server;           /* "smtp://host[:port]" or "smtps://…"; NULL: none */
	char *tls;              /* "required" or "none" */
	char *ca_file;          /* certificates that are trusted; NULL: the system's */
	char *user;             /* NULL: no login */
	char *password_file;    /* its first line */
	char *password_command; /* split into words, no shell; the first line it prints */
	char *from;             /* "Name <mail>"; NULL: not given */
	struct strlist cc;      /* of every report */
	char *archive;          /* URL before a message's id, in Closes: lines */
};

/* Where the file gave a field its value, for the texts of later checks. */
struct settings_place {
	const void *field; /* its address inside the settings */
	char *where;       /* "perfsect.conf:12" */
};

struct settings {
	char *path; /* of the file */
	char *repo;
	struct kernel_settings kernel;
	struct guest_settings guest;
	struct machine_settings *machines;
	size_t n_machines;
	struct workload_settings *workloads;
	size_t n_workloads;
	struct search_settings search;
	struct mail_settings mail;
	unsigned trees;     /* work trees that candidates are built in; ≥ 1 */
	int64_t keep_bytes; /* gc: kernels are kept up to this size */
	struct settings_place *places;
	size_t n_places, places_capacity;
};

void settings_free(struct settings *settings);
void settings_freep(struct settings **settings);

/* NULL when there is none of that name; a NULL name means the first. Borrowed. */
const struct machine_settings *settings_machine(const struct settings *settings, const char *name);
const struct workload_settings *settings_workload(const struct settings *settings,
						  const char *name);

/* The guest has a root with programs besides a workload's own files. */
bool settings_has_root(const struct settings *settings);

/* Remembers that `field`, inside these settings, was given in line `line` of `file`. */
void settings_add_place(struct settings *settings, const void *field, const char *file,
			unsigned line);
/* "perfsect.conf:12" where the file gave the field, else the file's name alone. Borrowed. */
const char *settings_where(const struct settings *settings, const void *field);

/*
 * An entry of `files` is "HOST" or "HOST:GUEST" with an absolute GUEST. Returns the length of HOST;
 * *ret_guest is GUEST (inside `entry`), or the whole entry where there is none.
 */
size_t settings_split_file(const char *entry, const char **ret_guest);

#endif
