/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "vm/machine_libvirt.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/mem.h"
#include "vm/domain_xml.h"
#include "vm/embed_root.h"
#include "vm/guest_line.h"
#include "vm/initramfs.h"
#include "vm/machine_libvirt_driver.h"
#include "vm/payload.h"
#include "vm/verdict.h"

#define EMULATOR "qemu-system-x86_64"
#define PROGRESS_S 0.1
/* A panicking kernel gets this long to finish its trace, and to reboot. */
#define LAST_WORDS_S 1.0
/* A guest that was told to end gets this long to say goodbye. */
#define FAREWELL_S 5.0

/* The boot that is under way. */
struct boot {
	struct boot_request request;
	struct str xml;
	char *initrd_path;
	struct guest_line line;
	double started_s, last_progress_s;
	double held_since_s, held_s; /* held_s: of all times it was held before */
};

struct machine_libvirt {
	struct machine base;
	struct driver *driver;
	char *state_dir;
	char *root;     /* of the embedded driver; NULL: a URI of the settings */
	char *emulator; /* absolute path */
	bool has_kvm;
	struct boot *boot; /* NULL: none */
};

static struct machine_libvirt *to_libvirt(struct machine *machine)
{
	return (struct machine_libvirt *)machine;
}

static double now_s(void)
{
	return (double)deadline_now_ns() / 1e9;
}

/* Absolute path of a program in PATH, or NULL. */
static char *find_program(const char *name)
{
	const char *path = getenv("PATH");

	while (path && *path) {
		const size_t n = strcspn(path, ":");
		char *candidate = mem_printf("%.*s/%s", (int)n, path, name);

		if (candidate[0] == '/' && access(candidate, X_OK) == 0)
			return candidate;
		free(candidate);
		path += n + (path[n] == ':');
	}
	return NULL;
}

static int choose_emulator(struct machine_libvirt *libvirt, struct error *err)
{
	const char *wanted = libvirt->base.settings->emulator;

	if (wanted && access(wanted, X_OK) < 0)
		return error_errno(err, errno, "cannot run emulator '%s'", wanted);
	libvirt->emulator = wanted ? mem_strdup(wanted) : find_program(EMULATOR);
	if (!libvirt->emulator)
		return error_set(err, ERROR_HOST,
				 "cannot find " EMULATOR "; install qemu-system-x86");
	return 0;
}

static int choose_accelerator(struct machine_libvirt *libvirt, struct error *err)
{
	const struct machine_settings *settings = libvirt->base.settings;
	const bool wants_kvm = strcmp(settings->accel, "kvm") == 0;
	CLEANUP(fs_closep) int fd = -1;

	if (strcmp(settings->accel, "tcg") == 0)
		return 0;
	if (wants_kvm && settings->timing == TIMING_ICOUNT)
		return error_set(err, ERROR_CONFIG,
				 "timing = \"icount\" needs emulation, and accel is \"kvm\"");
	fd = open("/dev/kvm", O_RDWR | O_CLOEXEC);
	libvirt->has_kvm = fd >= 0;
	if (wants_kvm && fd < 0)
		return error_errno(err, errno, "accel is \"kvm\", and /dev/kvm cannot be opened");
	return 0;
}

static int connect(struct machine_libvirt *libvirt, struct error *err)
{
	CLEANUP(mem_freep) char *log = mem_printf("%s/libvirt.log", libvirt->state_dir);
	const char *uri = libvirt->base.settings->uri;
	struct str embed = { 0 };
	int status;

	if (!uri && embed_root_make(libvirt->state_dir, &libvirt->root, err) < 0)
		return -1;
	if (!uri)
		embed_root_append_uri(&embed, libvirt->root);
	status = driver_open(uri ? uri : str_text(&embed), log, &libvirt->driver, err);
	str_clear(&embed);
	return status;
}

static void libvirt_close(struct machine *machine);

static int libvirt_open(const struct machine_settings *settings, const char *state_dir,
			struct machine **ret, struct error *err)
{
	struct machine_libvirt *libvirt = mem_zalloc(sizeof(*libvirt));

	assert(state_dir[0] == '/');
	libvirt->base.ops = &machine_libvirt_ops;
	libvirt->base.settings = settings;
	libvirt->state_dir = mem_strdup(state_dir);
	if (choose_emulator(libvirt, err) < 0 || choose_accelerator(libvirt, err) < 0 ||
	    fs_make_dirs(state_dir, err) < 0 || connect(libvirt, err) < 0) {
		libvirt_close(&libvirt->base);
		return -1;
	}
	*ret = &libvirt->base;
	return 0;
}

/* The domain XML stays in the boot's folder, for whoever wants to know how it ran. */
static int write_domain(struct machine_libvirt *libvirt, struct boot *boot, struct error *err)
{
	const struct machine_settings *settings = libvirt->base.settings;
	CLEANUP(mem_freep) char *path = mem_printf("%s/domain.xml", boot->request.dir);
	const struct guest_line *line = &boot->line;
	const bool has_input = line->console_mouth != NULL;
	struct str cmdline = { 0 };
	struct domain_spec spec = {
		.settings = settings,
		.name = boot->request.name,
		.workspace = libvirt->state_dir,
		.emulator = libvirt->emulator,
		.has_kvm = libvirt->has_kvm,
		.kernel = boot->request.kernel->image,
		.initrd = boot->initrd_path,
		.console_path = has_input ? mouth_path(line->console_mouth) : line->console_path,
		.channel_path = has_input ? mouth_path(line->channel_mouth) : line->channel_path,
		.has_input = has_input,
		.is_ours = settings->uri != NULL,
		.uid = getuid(),
		.gid = getgid()
	};

	domain_xml_append_cmdline(&cmdline, settings);
	if (settings->cmdline && *settings->cmdline)
		str_appendf(&cmdline, " %s", settings->cmdline);
	spec.cmdline = str_text(&cmdline);
	domain_xml_append(&boot->xml, &spec);
	str_clear(&cmdline);
	return fs_write_atomic(path, boot->xml.data, boot->xml.length, 0644, err);
}

static int write_initramfs(const struct boot *boot, struct error *err)
{
	const struct boot_request *request = &boot->request;
	CLEANUP(mem_freep) char *init = payload_init_path();
	const struct job_list list = { (struct job *)request->jobs, request->n_jobs,
				       request->hold_s };

	return initramfs_write(boot->initrd_path, request->root, init, request->files,
			       request->n_files, &list, err);
}

static int libvirt_prepare(struct machine *machine, const struct boot_request *request,
			   struct error *err)
{
	struct machine_libvirt *libvirt = to_libvirt(machine);
	struct boot *boot;

	assert(!libvirt->boot && request->dir[0] == '/' && request->kernel->image[0] == '/');
	boot = libvirt->boot = mem_zalloc(sizeof(*boot));
	boot->request = *request;
	boot->initrd_path = mem_printf("%s/initramfs.cpio", request->dir);
	if (guest_line_open(&boot->line, request->dir, request->hold_s > 0, err) < 0)
		return -1;
	if (write_initramfs(boot, err) < 0)
		return -1;
	return write_domain(libvirt, boot, err);
}

static void report_progress(struct boot *boot)
{
	const struct boot_request *request = &boot->request;
	const double now = now_s();

	if (!request->progress || now - boot->last_progress_s < PROGRESS_S)
		return;
	boot->last_progress_s = now;
	request->progress(request->progress_context,
			  boot->line.collect.state == COLLECT_WAITING ? "boot" : "run");
}

/* QEMU's own end, which no guest can bring about. */
static int check_emulator(const struct machine_libvirt *libvirt, struct error *err)
{
	if (driver_state(libvirt->driver) != DRIVER_FAILED)
		return 0;
	return error_set(err, ERROR_HOST,
			 "QEMU of domain '%s' ended before its guest, or was killed",
			 libvirt->boot->request.name);
}

static size_t console_max_bytes(const struct boot *boot)
{
	return boot->request.console_max_bytes ? boot->request.console_max_bytes
					       : VERDICT_CONSOLE_MAX;
}

/* One round: events, bytes, and whether that ends the boot. */
static int look(struct machine_libvirt *libvirt, bool *ret_is_over, enum outcome *ret_outcome,
		struct str *detail, struct error *err)
{
	const struct machine_settings *settings = libvirt->base.settings;
	struct boot *boot = libvirt->boot;
	struct verdict_input input = { .console = &boot->line.console,
				       .collect = &boot->line.collect };
	enum driver_state state;

	if (cancel_check(boot->request.cancel, err) < 0 || driver_pump(libvirt->driver, err) < 0)
		return -1;
	state = driver_state(libvirt->driver); /* before the last bytes are read */
	if (guest_line_read(&boot->line, err) < 0)
		return -1;
	if (state != DRIVER_RUNNING)
		collect_end(&boot->line.collect);
	if (!collect_is_over(&boot->line.collect) && check_emulator(libvirt, err) < 0)
		return -1;
	report_progress(boot);
	input.channel_bytes = boot->line.channel_bytes;
	input.console_max_bytes = console_max_bytes(boot);
	input.is_gone = state != DRIVER_RUNNING;
	input.has_crashed = state == DRIVER_CRASHED;
	input.is_late = deadline_is_over(boot->request.deadline);
	input.now_s = now_s();
	input.started_s = boot->started_s;
	input.last_sign_s = boot->line.last_sign_s;
	input.boot_timeout_s = settings->boot_timeout_s;
	input.silence_s = boot->request.silence_s;
	*ret_is_over = verdict_reach(&input, ret_outcome, detail);
	return 0;
}

/* What a dying kernel still prints is worth a moment to whoever reads its console. */
static int hear_last_words(struct machine_libvirt *libvirt, struct error *err)
{
	const struct deadline deadline = deadline_in(LAST_WORDS_S);

	while (driver_state(libvirt->driver) == DRIVER_RUNNING && !deadline_is_over(deadline)) {
		if (cancel_check(libvirt->boot->request.cancel, err) < 0 ||
		    driver_pump(libvirt->driver, err) < 0)
			return -1;
	}
	return guest_line_read(&libvirt->boot->line, err);
}

static bool has_counted_run(const struct boot_result *result)
{
	return result->n_runs > 0 && !result->runs[result->n_runs - 1].is_warmup;
}

/* Takes the times of a boot that has come so far. */
static void take_times(const struct boot *boot, struct boot_result *ret)
{
	const double so_far_s = now_s() - boot->started_s;

	if (ret->boot_s == 0 && boot->line.collect.state != COLLECT_WAITING)
		ret->boot_s = so_far_s;
	if (ret->ready_s == 0 && has_counted_run(ret))
		ret->ready_s = so_far_s;
}

/* What was made for this boot only; QEMU has read or opened it when the guest speaks. */
static void forget_files(const struct boot *boot)
{
	(void)unlink(boot->initrd_path); /* may have happened already */
	guest_line_unlink(&boot->line);
}

/* Goes on until the boot is over or held, or until PID 1 speaks. */
static int watch(struct machine_libvirt *libvirt, bool until_hello, struct boot_result *ret,
		 struct error *err)
{
	struct boot *boot = libvirt->boot;
	struct str detail = { 0 };
	bool is_over = false;

	while (!is_over) {
		if (look(libvirt, &is_over, &ret->outcome, &detail, err) < 0) {
			str_clear(&detail);
			return -1;
		}
		take_times(boot, ret);
		if (!is_over && until_hello && boot->line.collect.state == COLLECT_TALKING) {
			ret->outcome = OUTCOME_BOOTED;
			break;
		}
	}
	boot->held_since_s = now_s();
	ret->is_held = boot->line.collect.state == COLLECT_HELD;
	if (ret->is_held)
		forget_files(boot);
	if (is_over)
		ret->total_s = boot->held_since_s - boot->started_s - boot->held_s;
	if (detail.length)
		ret->detail = str_steal(&detail);
	return ret->outcome == OUTCOME_PANICKED ? hear_last_words(libvirt, err) : 0;
}

static int libvirt_boot(struct machine *machine, struct boot_result *ret, struct error *err)
{
	struct machine_libvirt *libvirt = to_libvirt(machine);
	struct boot *boot = libvirt->boot;

	assert(boot && !boot->line.has_begun);
	if (cancel_check(boot->request.cancel, err) < 0)
		return -1;
	boot->started_s = now_s();
	guest_line_begin(&boot->line, &boot->request, ret);
	if (driver_start(libvirt->driver, str_text(&boot->xml), err) < 0)
		return -1;
	return watch(libvirt, true, ret, err);
}

static int libvirt_run(struct machine *machine, struct boot_result *ret, struct error *err)
{
	struct machine_libvirt *libvirt = to_libvirt(machine);

	assert(libvirt->boot && libvirt->boot->line.collect.result == ret);
	return watch(libvirt, false, ret, err);
}

static int libvirt_extend(struct machine *machine, unsigned runs, struct deadline deadline,
			  struct boot_result *ret, struct error *err)
{
	struct machine_libvirt *libvirt = to_libvirt(machine);
	struct boot *boot = libvirt->boot;
	char payload[WIRE_PAYLOAD_MAX + 1];

	assert(boot && boot->line.collect.result == ret);
	if (guest_line_read(&boot->line, err) < 0) /* it may have gone since */
		return -1;
	boot->held_s += now_s() - boot->held_since_s;
	boot->line.last_sign_s = now_s();
	boot->request.deadline = deadline;
	if (boot->line.collect.state == COLLECT_HELD) {
		collect_more(&boot->line.collect, runs);
		if (guest_line_speak(&boot->line, WIRE_MORE, payload,
				     wire_format_more(runs, payload), err) < 0)
			return -1;
	}
	return watch(libvirt, false, ret, err);
}

/* A guest that is held ends by itself when it is told to; one that does not is ended anyway. */
static int dismiss(struct machine_libvirt *libvirt, struct error *err)
{
	const struct deadline deadline = deadline_in(FAREWELL_S);
	struct boot *boot = libvirt->boot;

	if (!boot->line.has_begun || boot->line.collect.state != COLLECT_HELD ||
	    cancel_is_requested(boot->request.cancel))
		return 0;
	if (guest_line_speak(&boot->line, WIRE_END, "", 0, err) < 0)
		return -1;
	while (boot->line.collect.state == COLLECT_HELD && !deadline_is_over(deadline) &&
	       driver_state(libvirt->driver) == DRIVER_RUNNING)
		if (driver_pump(libvirt->driver, err) < 0 || guest_line_read(&boot->line, err) < 0)
			return -1;
	return 0;
}

/* What QEMU itself said joins the boot's other files; of no importance when it cannot. */
static void keep_emulator_log(const struct machine_libvirt *libvirt)
{
	CLEANUP(mem_freep) char *from = NULL, *to = NULL;

	if (!libvirt->root)
		return;
	from = mem_printf("%s/log/qemu/%s.log", libvirt->root, libvirt->boot->request.name);
	to = mem_printf("%s/qemu.log", libvirt->boot->request.dir);
	if (rename(from, to) < 0 && errno == EXDEV) {
		struct error ignored = { 0 };

		if (fs_copy_file(from, to, &ignored) == 0 || ignored.kind != ERROR_NONE)
			(void)unlink(from);
	}
}

static void free_boot(struct boot *boot)
{
	guest_line_close(&boot->line, console_max_bytes(boot));
	if (boot->initrd_path)
		(void)unlink(boot->initrd_path); /* was made for this boot only */
	str_clear(&boot->xml);
	free(boot->initrd_path);
	free(boot);
}

static int libvirt_release(struct machine *machine, struct error *err)
{
	struct machine_libvirt *libvirt = to_libvirt(machine);
	struct boot *boot = libvirt->boot;
	struct error ignored = { 0 };

	if (!boot)
		return 0;
	(void)dismiss(libvirt, &ignored); /* a courtesy: what counts is that it is gone */
	if (driver_stop(libvirt->driver, err) < 0)
		return -1;
	keep_emulator_log(libvirt);
	free_boot(boot);
	libvirt->boot = NULL;
	return 0;
}

static int libvirt_clean_up(struct machine *machine, unsigned *ret_n, struct error *err)
{
	struct machine_libvirt *libvirt = to_libvirt(machine);

	return driver_clean_up(libvirt->driver, libvirt->state_dir, ret_n, err);
}

static void libvirt_close(struct machine *machine)
{
	struct machine_libvirt *libvirt = to_libvirt(machine);
	struct error ignored = { 0 };

	if (libvirt->driver)
		(void)libvirt_release(machine, &ignored); /* nobody is left to be told */
	driver_close(libvirt->driver);
	free(libvirt->root);
	free(libvirt->emulator);
	free(libvirt->state_dir);
	free(libvirt);
}

const struct machine_ops machine_libvirt_ops = {
	.type = "libvirt",
	.open = libvirt_open,
	.prepare = libvirt_prepare,
	.boot = libvirt_boot,
	.run = libvirt_run,
	.extend = libvirt_extend,
	.release = libvirt_release,
	.clean_up = libvirt_clean_up,
	.close = libvirt_close,
};
