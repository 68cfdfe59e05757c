/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * bench_boot KERNEL [RUNS]: seconds from the start of a domain until the guest's PID 1 speaks, through
 * our machine, against the same QEMU with the same kernel, initramfs and devices started bare. In
 * turns, so that what else the host does falls on both; medians. With wall time and with icount.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/mem.h"
#include "base/str.h"
#include "tests/bench/bare.h"
#include "tests/bench/figure.h"
#include "vm/machines.h"
#include "vm/payload.h"

#define LIMIT 1.15
#define TIMEOUT_S 600.0
#define GUEST_PROGRAM "/perfsect/bin/sched-pipe"

/* One machine with one kind of boot. */
struct rig {
	struct machine_settings settings;
	struct machine *machine;
	char *program, *dir, *log_path, *console_path, *records_path, *output_path;
	struct bare_files files;
	char release[64];
	struct kernel kernel;
	struct guest_file file;
	struct job job;
	struct boot_request request;
	struct bare_command command;
	double ours_s[FIGURE_RUNS_MAX], bare_s[FIGURE_RUNS_MAX];
};

static _Noreturn void die(const struct error *err)
{
	(void)fprintf(stderr, "bench_boot: %s\n", err->text);
	exit(1);
}

/* Where the boot protocol's header says the version is: "6.1.192 (user@host) …". */
static void read_release(const char *image, char *release, size_t size)
{
	FILE *file = fopen(image, "re");
	struct error err = { 0 };
	unsigned char place[2];

	if (!file || fseek(file, 0x20e, SEEK_SET) < 0 || fread(place, 1, 2, file) != 2 ||
	    fseek(file, 0x200 + place[0] + 256 * place[1], SEEK_SET) < 0 ||
	    fread(release, 1, size - 1, file) == 0) {
		error_set(&err, ERROR_USAGE, "'%s' is no bzImage", image);
		die(&err);
	}
	(void)fclose(file); /* was only read */
	release[strcspn(release, " ")] = '\0';
}

static void init_rig(struct rig *rig, const char *base, const char *image, enum timing timing)
{
	const char *name = timing == TIMING_ICOUNT ? "icount" : "wall";
	CLEANUP(mem_freep) char *state_dir = mem_printf("%s/state", base);
	struct error err = { 0 };

	*rig = (struct rig){ .kernel = { .image = image, .build_id = "", .label = "bench" },
			     .job = { .argv = { (char *)GUEST_PROGRAM, (char *)"--loops=1000" },
				      .repetitions = 1,
				      .timeout_s = 60 } };
	read_release(image, rig->release, sizeof(rig->release));
	rig->kernel.release = rig->release;
	rig->settings = (struct machine_settings){ .name = (char *)name,
						   .type = MACHINE_LIBVIRT,
						   .accel = (char *)"auto",
						   .vcpus = 1,
						   .memory_bytes = 256LL * 1024 * 1024,
						   .pin = (char *)"",
						   .timing = timing,
						   .cmdline = (char *)"",
						   .boot_timeout_s = TIMEOUT_S };
	rig->program = payload_path("sched-pipe");
	rig->file = (struct guest_file){ rig->program, GUEST_PROGRAM };
	rig->dir = mem_printf("%s/%s", base, name);
	rig->console_path = mem_printf("%s/console.log", rig->dir);
	rig->records_path = mem_printf("%s/records.log", rig->dir);
	rig->log_path = mem_printf("%s/qemu.log", rig->dir);
	rig->output_path = mem_printf("%s/bare.log", rig->dir);
	rig->files = (struct bare_files){ rig->console_path, rig->records_path, rig->output_path };
	rig->request = (struct boot_request){ .name = "perfsect-bench",
					      .dir = rig->dir,
					      .kernel = &rig->kernel,
					      .jobs = &rig->job,
					      .n_jobs = 1,
					      .files = &rig->file,
					      .n_files = 1,
					      .silence_s = TIMEOUT_S };
	if (fs_make_dirs(rig->dir, &err) < 0 ||
	    machine_open(&rig->settings, state_dir, &rig->machine, &err) < 0)
		die(&err);
}

static void clear_rig(struct rig *rig)
{
	machine_close(rig->machine);
	bare_command_clear(&rig->command);
	free(rig->program);
	free(rig->dir);
	free(rig->console_path);
	free(rig->records_path);
	free(rig->log_path);
	free(rig->output_path);
}

static void prepare(struct rig *rig)
{
	struct error err = { 0 };

	rig->request.deadline = deadline_in(TIMEOUT_S);
	if (rig->machine->ops->prepare(rig->machine, &rig->request, &err) < 0)
		die(&err);
}

static void release(struct rig *rig)
{
	struct error err = { 0 };

	if (rig->machine->ops->release(rig->machine, &err) < 0)
		die(&err);
}

static double boot_ours(struct rig *rig)
{
	struct boot_result result = { 0 };
	struct error err = { 0 };
	double boot_s;

	prepare(rig);
	if (rig->machine->ops->boot(rig->machine, &result, &err) < 0)
		die(&err);
	if (result.boot_s <= 0) {
		error_set(&err, ERROR_HOST, "the guest did not come up: %s",
			  result.detail ? result.detail : "no reason known");
		die(&err);
	}
	boot_s = result.boot_s;
	release(rig);
	boot_result_clear(&result);
	return boot_s;
}

/* The machine prepares the files and clears them away; between, no libvirt. */
static double boot_bare(struct rig *rig)
{
	const struct bare_boot boot = { .command = &rig->command,
					.files = &rig->files,
					.timeout_s = TIMEOUT_S };
	struct error err = { 0 };
	double boot_s;

	prepare(rig);
	if (bare_boot(&boot, &boot_s, &err) < 0)
		die(&err);
	release(rig);
	return boot_s;
}

static void compare(const char *base, const char *image, enum timing timing, unsigned runs)
{
	struct error err = { 0 };
	struct rig rig;

	init_rig(&rig, base, image, timing);
	(void)boot_ours(&rig); /* for its log, and to have everything in memory */
	if (bare_command_read(rig.log_path, &rig.files, &rig.command, &err) < 0)
		die(&err);
	(void)boot_bare(&rig);
	for (unsigned i = 0; i < runs; i++) {
		rig.ours_s[i] = boot_ours(&rig);
		rig.bare_s[i] = boot_bare(&rig);
		(void)fprintf(stderr, "%s: ours %.3f s, bare %.3f s\n", rig.settings.name,
			      rig.ours_s[i], rig.bare_s[i]);
	}
	figure_print(
		&(struct figure){ .name = timing == TIMING_ICOUNT ? "boot, icount" : "boot, wall",
				  .peer = "bare QEMU",
				  .unit = "s",
				  .digits = 3,
				  .ours = figure_median(rig.ours_s, runs),
				  .theirs = figure_median(rig.bare_s, runs),
				  .limit = LIMIT });
	clear_rig(&rig);
}

int main(int argc, char **argv)
{
	char base[] = "/tmp/perfsect-bench-XXXXXX";
	struct error err = { 0 };
	int64_t runs = 9;

	if (argc < 2 || argc > 3 || argv[1][0] != '/') {
		(void)fprintf(stderr, "usage: bench_boot /absolute/KERNEL [RUNS]\n");
		return 2;
	}
	if (argc == 3 && str_parse_i64(argv[2], 1, FIGURE_RUNS_MAX, &runs, &err) < 0)
		die(&err);
	if (!mkdtemp(base))
		return 1;
	compare(base, argv[1], TIMING_WALL, (unsigned)runs);
	compare(base, argv[1], TIMING_ICOUNT, (unsigned)runs);
	if (fs_remove_tree(base, &err) < 0)
		die(&err);
	return 0;
}
