/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config/schema.h"

#include <stddef.h>
#include <string.h>

#include "base/defs.h"
#include "config/settings.h"

#define KIB 1024.0
#define MIB (1024.0 * KIB)
#define GIB (1024.0 * MIB)
#define TIB (1024.0 * GIB)
#define MINUTE 60.0
#define HOUR (60.0 * MINUTE)
#define DAY (24.0 * HOUR)

static const struct schema_group GROUPS[] = {
	{
		.name = "",
		.help = "What is searched, and what is kept.",
	},
	{
		.name = "kernel",
		.offset = offsetof(struct settings, kernel),
		.help = "How each commit is configured and built.",
	},
	{
		.name = "toolchains",
		.parent = "kernel",
		.is_list = true,
		.offset = offsetof(struct settings, kernel.toolchains),
		.n_offset = offsetof(struct settings, kernel.n_toolchains),
		.element_bytes = sizeof(struct toolchain_settings),
		.help = "Compilers by range of history, for commits that today's does not compile; "
			"the first whose range has the commit is taken, else kernel.cc.",
	},
	{
		.name = "overrides",
		.parent = "kernel",
		.is_list = true,
		.offset = offsetof(struct settings, kernel.overrides),
		.n_offset = offsetof(struct settings, kernel.n_overrides),
		.element_bytes = sizeof(struct override_settings),
		.help = "Options by range of history, merged over base and fragments.",
	},
	{
		.name = "mend",
		.parent = "kernel",
		.is_list = true,
		.offset = offsetof(struct settings, kernel.mends),
		.n_offset = offsetof(struct settings, kernel.n_mends),
		.element_bytes = sizeof(struct mend_settings),
		.help = "What is added in memory to the source of commits that do not build or "
			"boot "
			"without, in this order: a later commit that mended them, or a patch. Left "
			"out where it is there already; never part of a finding.",
	},
	{
		.name = "guest",
		.offset = offsetof(struct settings, guest),
		.help = "What the guest has besides a workload's own files: by default, nothing.",
	},
	{
		.name = "machines",
		.is_list = true,
		.offset = offsetof(struct settings, machines),
		.n_offset = offsetof(struct settings, n_machines),
		.element_bytes = sizeof(struct machine_settings),
		.help = "Where kernels boot. The first machine is used unless another is named.",
	},
	{
		.name = "workloads",
		.is_list = true,
		.offset = offsetof(struct settings, workloads),
		.n_offset = offsetof(struct settings, n_workloads),
		.element_bytes = sizeof(struct workload_settings),
		.help = "What is measured. The first workload is used unless another is named.",
	},
	{
		.name = "search",
		.offset = offsetof(struct settings, search),
		.help = "How sure the answer has to be, and what it may cost.",
	},
	{
		.name = "mail",
		.offset = offsetof(struct settings, mail),
		.help = "How a finding is mailed, by `perfsect report --format mail --send` only.",
	},
};

#define KEY(in, type, key, field) .group = in, .name = key, .offset = offsetof(struct type, field)
#define ROOT(key, field) KEY("", settings, key, field)
#define KERNEL(key, field) KEY("kernel", kernel_settings, key, field)
#define TOOLCHAIN(key, field) KEY("toolchains", toolchain_settings, key, field)
#define OVERRIDE(key, field) KEY("overrides", override_settings, key, field)
#define MEND(key, field) KEY("mend", mend_settings, key, field)
#define GUEST(key, field) KEY("guest", guest_settings, key, field)
#define MACHINE(key, field) KEY("machines", machine_settings, key, field)
#define WORKLOAD(key, field) KEY("workloads", workload_settings, key, field)
#define SEARCH(key, field) KEY("search", search_settings, key, field)
#define MAIL(key, field) KEY("mail", mail_settings, key, field)

#define RANGE_HELP                                                                                 \
	"The commits with A in their history and not beyond B, for \"A..B\"; \"A..\" and \"..B\" " \
	"are "                                                                                     \
	"open at one end, \"..\" is all. A branch that left before A is before A, whatever it "    \
	"was "                                                                                     \
	"merged into."

// clang-format off
static const struct schema_key KEYS[] = {
	{ ROOT("repo", repo), .type = SCHEMA_PATH, .required = true,
	  .example = "\"/srv/linux\"",
	  .help = "The kernel's git repository, bare or with a work tree; it is only read." },
	{ ROOT("trees", trees), .type = SCHEMA_INTEGER, .min = 1, .max = 16,
	  .fallback = "1",
	  .help = "Work trees with their objects; a commit is built in the one where the fewest files "
		  "differ. A second one is worth its disk space where the ends are far apart." },
	{ ROOT("keep", keep_bytes), .type = SCHEMA_SIZE, .min = 0, .max = 1024 * TIB,
	  .fallback = "20 GiB",
	  .help = "Built kernels are kept for later bisects up to this size." },

	{ KERNEL("config", config), .type = SCHEMA_PATH,
	  .example = "\"lab.config\"",
	  .help = "Base .config of every commit; without it, `make_config` makes one." },
	{ KERNEL("make_config", make_config), .type = SCHEMA_STRING,
	  .fallback = "defconfig",
	  .help = "The tree's own configuration target, e.g. tinyconfig." },
	{ KERNEL("fragments", fragments), .type = SCHEMA_PATHS,
	  .example = "( \"fast.config\" )",
	  .help = "Configuration fragments, merged over the base in this order." },
	{ KERNEL("arch", arch), .type = SCHEMA_STRING,
	  .fallback = "x86_64",
	  .help = "ARCH of every make." },
	{ KERNEL("cc", cc), .type = SCHEMA_STRING,
	  .fallback = "gcc",
	  .help = "CC of every make; \"ccache gcc\" is worth its disk space." },
	{ KERNEL("ld", ld), .type = SCHEMA_STRING,
	  .example = "\"ld.lld\"",
	  .help = "LD of every make; without it, the tree's own choice." },
	{ KERNEL("make", make), .type = SCHEMA_STRINGS,
	  .example = "( \"KCFLAGS=-Wno-error\" )",
	  .help = "Further NAME=VALUE arguments of every make." },
	{ KERNEL("jobs", jobs), .type = SCHEMA_INTEGER, .min = 0, .max = 4096,
	  .fallback = "0",
	  .help = "Parallel jobs of one build; 0 for as many as there are CPUs." },
	{ KERNEL("timeout", timeout_s), .type = SCHEMA_DURATION, .min = 1, .max = 7 * DAY,
	  .fallback = "1 h",
	  .help = "A build that takes longer is given up." },
	{ KERNEL("one_toolchain", one_toolchain), .type = SCHEMA_BOOL,
	  .fallback = "true",
	  .help = "All kernels of a bisect are built by the compiler of its good end, also where "
		  "`toolchains` has another one for some of its commits: else the compilers would be "
		  "compared, too. false builds each commit by its own." },

	{ TOOLCHAIN("range", range), .type = SCHEMA_STRING, .required = true,
	  .example = "\"v5.4..v5.10\"",
	  .help = RANGE_HELP },
	{ TOOLCHAIN("cc", cc), .type = SCHEMA_STRING, .required = true,
	  .example = "\"ccache gcc-11\"",
	  .help = "CC of every make there." },
	{ TOOLCHAIN("ld", ld), .type = SCHEMA_STRING,
	  .example = "\"ld.lld\"",
	  .help = "LD of every make there; without it, kernel.ld." },
	{ TOOLCHAIN("make", make), .type = SCHEMA_STRINGS,
	  .example = "( \"KCFLAGS=-Wno-error\" )",
	  .help = "Further arguments of every make there, behind those of kernel.make." },

	{ OVERRIDE("range", range), .type = SCHEMA_STRING, .required = true,
	  .example = "\"..v5.12\"",
	  .help = RANGE_HELP },
	{ OVERRIDE("set", set), .type = SCHEMA_STRINGS, .required = true,
	  .example = "( \"CONFIG_DEBUG_INFO_BTF=n\" )",
	  .help = "Options as CONFIG_NAME=value." },

	{ MEND("range", range), .type = SCHEMA_STRING, .required = true,
	  .example = "\"v5.8..v5.15\"",
	  .help = RANGE_HELP },
	{ MEND("commit", commit), .type = SCHEMA_STRING,
	  .example = "\"1d489151e9f9\"",
	  .help = "Its change is merged into the source, as git cherry-pick does it." },
	{ MEND("patch", patch), .type = SCHEMA_PATH,
	  .example = "\"mends/old-objtool.patch\"",
	  .help = "A file as of git diff or git format-patch, whose hunks must apply as they are." },

	{ GUEST("root", root), .type = SCHEMA_PATH,
	  .example = "\"rootfs.tar.zst\"",
	  .help = "A tar or cpio of any distribution, compressed or not, which becomes the guest's /; "
		  "it is unpacked in the guest's memory." },
	{ GUEST("packages", packages), .type = SCHEMA_STRINGS,
	  .example = "( \"dbench\", \"rt-tests\" )",
	  .help = "Debian packages that the guest has, with all they depend on, got once by mmdebstrap; "
		  "instead of `root`." },
	{ GUEST("suite", suite), .type = SCHEMA_STRING,
	  .fallback = "bookworm",
	  .help = "The Debian release that `packages` are from." },
	{ GUEST("variant", variant), .type = SCHEMA_STRING,
	  .choices = "extract|custom|essential|apt|minbase", .fallback = "extract",
	  .help = "\"extract\" unpacks the packages and runs none of their scripts, which is quick and "
		  "small; the others of mmdebstrap(1) set them up." },
	{ GUEST("mirror", mirror), .type = SCHEMA_STRING,
	  .example = "\"http://deb.debian.org/debian\"",
	  .help = "Where `packages` come from; without it, mmdebstrap's own choice." },

	{ MACHINE("name", name), .type = SCHEMA_STRING, .required = true,
	  .fallback = "vm0",
	  .help = "A name of your choice." },
	{ MACHINE("type", type), .type = SCHEMA_ENUM,
	  .choices = "libvirt|fake", .fallback = "libvirt",
	  .help = "\"libvirt\" is a virtual machine, \"fake\" plays a script to try things out." },
	{ MACHINE("uri", uri), .type = SCHEMA_STRING,
	  .example = "\"qemu:///system\"",
	  .help = "libvirt's connection; without it, one of perfsect's own that needs no daemon." },
	{ MACHINE("emulator", emulator), .type = SCHEMA_PATH,
	  .example = "\"/opt/qemu/bin/qemu-system-x86_64\"",
	  .help = "The QEMU to run; without it, the one of the host." },
	{ MACHINE("accel", accel), .type = SCHEMA_STRING,
	  .choices = "auto|kvm|tcg", .fallback = "auto",
	  .help = "\"auto\" takes KVM where the host has it, else TCG." },
	{ MACHINE("vcpus", vcpus), .type = SCHEMA_INTEGER, .min = 1, .max = 512,
	  .fallback = "1",
	  .help = "Virtual CPUs." },
	{ MACHINE("memory", memory_bytes), .type = SCHEMA_SIZE, .min = 16 * MIB, .max = 64 * TIB,
	  .fallback = "512 MiB",
	  .help = "The guest's memory." },
	{ MACHINE("pin", pin), .type = SCHEMA_STRING,
	  .fallback = "",
	  .help = "Host CPUs for the virtual ones, one each, e.g. \"2-5\"; \"\" pins nothing." },
	{ MACHINE("timing", timing), .type = SCHEMA_ENUM,
	  .choices = "wall|icount", .fallback = "wall",
	  .help = "\"icount\" makes guest time count instructions: free of noise, blind to "
		  "caches." },
	{ MACHINE("cmdline", cmdline), .type = SCHEMA_STRING,
	  .fallback = "",
	  .help = "Appended to the kernel command line." },
	{ MACHINE("script", script), .type = SCHEMA_PATH,
	  .example = "\"fake.script\"",
	  .help = "What a fake machine plays." },
	{ MACHINE("boot_timeout", boot_timeout_s), .type = SCHEMA_DURATION, .min = 1, .max = DAY,
	  .fallback = "2 min",
	  .help = "From the start to the first word of the guest." },
	{ MACHINE("silence", silence_s), .type = SCHEMA_DURATION, .min = 1, .max = DAY,
	  .fallback = "60 s",
	  .help = "A guest that says nothing for so long is hung." },

	{ WORKLOAD("name", name), .type = SCHEMA_STRING, .required = true,
	  .fallback = "sched-pipe",
	  .help = "One of `perfsect workload list`, or a name of your own with a command." },
	{ WORKLOAD("command", command), .type = SCHEMA_STRING,
	  .example = "\"/opt/mine --json --clients {clients}\"",
	  .help = "Your own command: split into words, no shell; {NAME} is a parameter's value." },
	{ WORKLOAD("parse", parse), .type = SCHEMA_STRING,
	  .example = "\"json:/result/ops\"",
	  .help = "How your command's output becomes a number: \"keyvalue:NAME\", \"json:/POINTER\", "
		  "\"csv:COLUMN\" or \"csv:COLUMN where NAME=VALUE\", \"tap:NAME\" (of \"# NAME: 1\"), \"lava:NAME\", "
		  "or \"regex:PATTERN\" with a group (?<value>...)." },
	{ WORKLOAD("unit", unit), .type = SCHEMA_STRING,
	  .example = "\"ops/s\"",
	  .help = "The unit of that number." },
	{ WORKLOAD("better", better), .type = SCHEMA_STRING,
	  .choices = "higher|lower", .example = "\"higher\"",
	  .help = "Which direction of it is the better one." },
	{ WORKLOAD("files", files), .type = SCHEMA_PATHS,
	  .example = "( \"mine:/opt/mine\" )",
	  .help = "Files the guest gets, \"HOST\" or \"HOST:/GUEST\"." },
	{ WORKLOAD("params", params), .type = SCHEMA_PARAMS,
	  .example = "{ clients = 4; }",
	  .help = "Parameters, each with one value; a list of values is refused for now." },
	{ WORKLOAD("warmups", warmups), .type = SCHEMA_INTEGER, .min = 0, .max = 1000,
	  .example = "1",
	  .help = "Runs before those that count; without it, the catalog's number, or 1." },
	{ WORKLOAD("timeout", timeout_s), .type = SCHEMA_DURATION, .min = 1, .max = 7 * DAY,
	  .example = "\"10 min\"",
	  .help = "Of one run, in guest time; without it, the catalog's, or 10 min." },

	{ SEARCH("confidence", confidence), .type = SCHEMA_REAL, .min = 0.5, .max = 0.999999,
	  .fallback = "0.99",
	  .help = "The probability the answer must have." },
	{ SEARCH("smallest_effect", smallest_effect), .type = SCHEMA_PERCENT, .min = 0.001, .max = 100,
	  .fallback = "1 %",
	  .help = "Changes of throughput smaller than this are not looked for." },
	{ SEARCH("samples", samples), .type = SCHEMA_INTEGER, .min = 1, .max = 1000,
	  .fallback = "1",
	  .help = "Runs that count in a boot, at least; the search takes more by itself where that pays, "
		  "and where it met some that were off. 3 where that is known before." },
	{ SEARCH("hold", hold), .type = SCHEMA_BOOL,
	  .fallback = "true",
	  .help = "A boot waits when its runs are done, and gives further samples where that tells more "
		  "per minute than anything else; false fixes their number before each boot, as "
		  "timing = \"icount\" always does." },
	{ SEARCH("layouts", layouts), .type = SCHEMA_INTEGER, .min = 0, .max = 16,
	  .fallback = "8",
	  .help = "Layouts of its code, its own among them, in which a commit may be built where "
		  "builds differ by more than what was changed; 0 or 1 for its own alone. Counted "
		  "instructions (`timing`) are the same in all of them: none is built then." },
	{ SEARCH("max_boots", max_boots), .type = SCHEMA_INTEGER, .min = 2, .max = 1000000,
	  .fallback = "400",
	  .help = "A hard limit for one bisect." },
	{ SEARCH("deadline", deadline_s), .type = SCHEMA_DURATION, .min = 1, .max = 365 * DAY,
	  .fallback = "",
	  .help = "A bisect pauses after this time, once the build or boot under way is done; \"\" "
		  "for no limit." },
	{ SEARCH("verify", verify), .type = SCHEMA_BOOL,
	  .fallback = "true",
	  .help = "What was found is booted in turn with what was before it, and taken out of the "
		  "bad end; false leaves both out." },

	{ MAIL("server", server), .type = SCHEMA_STRING,
	  .example = "\"smtp://mail.example.org:587\"",
	  .help = "The mail server: smtp:// begins plainly and changes to TLS (STARTTLS), smtps:// is TLS from "
		  "the start." },
	{ MAIL("tls", tls), .type = SCHEMA_STRING, .choices = "required|none", .fallback = "required",
	  .help = "\"none\" is for a server on this host, without a login." },
	{ MAIL("ca_file", ca_file), .type = SCHEMA_PATH,
	  .example = "\"lab-ca.pem\"",
	  .help = "Certificates to trust; without it, those of the system." },
	{ MAIL("user", user), .type = SCHEMA_STRING,
	  .example = "\"perfsect\"",
	  .help = "The login at the server; without it, there is none." },
	{ MAIL("password_file", password_file), .type = SCHEMA_PATH,
	  .example = "\"mail.pw\"",
	  .help = "Its first line is the password." },
	{ MAIL("password_command", password_command), .type = SCHEMA_STRING,
	  .example = "\"pass show mail\"",
	  .help = "Prints the password; split into words, no shell." },
	{ MAIL("from", from), .type = SCHEMA_STRING,
	  .example = "\"Performance Robot <perf@example.org>\"",
	  .help = "The sender, who is also the reporter in the tags." },
	{ MAIL("cc", cc), .type = SCHEMA_STRINGS,
	  .example = "( \"regressions@lists.linux.dev\" )",
	  .help = "Further receivers of every report." },
	{ MAIL("archive", archive), .type = SCHEMA_STRING,
	  .fallback = "https://lore.kernel.org/r/",
	  .help = "What stands before a message's id in the address of its archive, for Closes: lines." },
};
// clang-format on

const struct schema_group *schema_groups(size_t *ret_n)
{
	*ret_n = ARRAY_LENGTH(GROUPS);
	return GROUPS;
}

const struct schema_group *schema_find_group(const char *name)
{
	for (size_t i = 0; i < ARRAY_LENGTH(GROUPS); i++) {
		if (strcmp(GROUPS[i].name, name) == 0)
			return &GROUPS[i];
	}
	return NULL;
}

bool schema_is_within(const struct schema_group *group, const char *outer)
{
	return group->name[0] != '\0' && strcmp(group->parent ? group->parent : "", outer) == 0;
}

const struct schema_key *schema_keys(size_t *ret_n)
{
	*ret_n = ARRAY_LENGTH(KEYS);
	return KEYS;
}

const struct schema_key *schema_find(const char *group, const char *name)
{
	for (size_t i = 0; i < ARRAY_LENGTH(KEYS); i++) {
		if (strcmp(KEYS[i].group, group) == 0 && strcmp(KEYS[i].name, name) == 0)
			return &KEYS[i];
	}
	return NULL;
}

/* Takes `candidate` when it is nearer than what was found so far. */
static void consider(const char *name, const char *candidate, const char **nearest,
		     size_t *distance)
{
	size_t limit = strlen(name) / 2 < 3 ? strlen(name) / 2 : 3;
	size_t d = str_distance(name, candidate);

	if (strlen(name) >= 3 &&
	    (str_starts_with(candidate, name) || str_starts_with(name, candidate)))
		d = d < limit ? d : limit;
	if (d <= limit && d < *distance) {
		*nearest = candidate;
		*distance = d;
	}
}

const char *schema_suggest(const char *group, const char *name)
{
	const char *nearest = NULL;
	size_t distance = SIZE_MAX;

	for (size_t i = 0; i < ARRAY_LENGTH(KEYS); i++) {
		if (strcmp(KEYS[i].group, group) == 0)
			consider(name, KEYS[i].name, &nearest, &distance);
	}
	for (size_t i = 0; i < ARRAY_LENGTH(GROUPS); i++) {
		if (schema_is_within(&GROUPS[i], group))
			consider(name, GROUPS[i].name, &nearest, &distance);
	}
	return nearest;
}

const char *schema_choice(const char *choices, size_t i, size_t *ret_n)
{
	for (; i > 0; i--) {
		choices = strchr(choices, '|');
		if (!choices)
			return NULL;
		choices++;
	}
	*ret_n = strcspn(choices, "|");
	return choices;
}
