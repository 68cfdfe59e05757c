/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/fs.h"
#include "base/json.h"
#include "base/log.h"
#include "base/mem.h"
#include "bisect/lab.h"
#include "bisect/lab_private.h"
#include "workloads/runner.h"

/* Host seconds beyond the time-outs of boot and runs, for starting and ending the machine. */
#define BOOT_SLACK_S 30
/* A guest that hears nothing for so long was forgotten: deciding takes seconds at most. */
#define HOLD_S 300

/*
 * The last boot, with all that its request points to: the machine knows it until it is released, and
 * what has failed to end it is told again when the lab closes.
 */
struct lab_stand {
	char *dir, *image, *name, *label, *release, *build_id;
	struct kernel kernel;
	struct job job;
	struct boot_request request;
	struct boot_result result;
	unsigned samples; /* runs that count, asked for so far */
	int64_t started;
};

void lab_stand_free(struct lab_stand *stand)
{
	if (!stand)
		return;
	boot_result_clear(&stand->result);
	free(stand->dir);
	free(stand->image);
	free(stand->name);
	free(stand->label);
	free(stand->release);
	free(stand->build_id);
	free(stand);
}

static void tell_phase(void *context, const char *phase)
{
	const struct lab *lab = context;

	lab_tell(lab, strcmp(phase, "boot") == 0 ? LAB_BOOT : LAB_RUN);
}

static double runs_timeout_s(const struct job *job, unsigned runs)
{
	return BOOT_SLACK_S + (double)job->timeout_s * runs;
}

static void fill_request(struct lab *lab, struct lab_stand *stand, bool hold)
{
	const struct machine_settings *machine = lab->options.machine;

	stand->request = (struct boot_request){
		.name = stand->name,
		.dir = stand->dir,
		.kernel = &stand->kernel,
		.jobs = &stand->job,
		.n_jobs = 1,
		.files = lab->workload->files,
		.n_files = lab->workload->n_files,
		.root = lab->root.image,
		.hold_s = hold ? HOLD_S : 0,
		.deadline = deadline_in(
			machine->boot_timeout_s +
			runs_timeout_s(&stand->job, stand->samples + stand->job.warmups)),
		.silence_s = machine->silence_s,
		.cancel = lab->options.cancel,
		.progress = tell_phase,
		.progress_context = lab,
	};
}

/* "1a2b3c4d5e6f", of its third layout "1a2b3c4d5e6f.3". */
static char *make_label(const struct history_kernel *kernel)
{
	return kernel->variant > 0 ? mem_printf("%.12s.%u", kernel->commit, kernel->variant)
				   : mem_printf("%.12s", kernel->commit);
}

/* The next boot, not begun. */
static int make_stand(struct lab *lab, const struct history_kernel *kernel, unsigned samples,
		      bool hold, struct error *err)
{
	struct workspace *workspace = lab->options.workspace;
	struct lab_stand *stand;
	int64_t number;

	lab_stand_free(lab->stand);
	stand = lab->stand = mem_zalloc(sizeof(*stand));
	if (store_next_number(workspace->store, &number, err) < 0)
		return -1;
	stand->dir = workspace_path(workspace, "boots/%lld", (long long)number);
	stand->image = mem_printf("%s/%s/bzImage", workspace->dir, kernel->dir);
	stand->name = mem_printf("perfsect-%.12s-%lld", recipes_fingerprint(lab->options.recipes),
				 (long long)number);
	stand->label = make_label(kernel);
	stand->release = mem_strdup(kernel->release);
	stand->build_id = mem_strdup(kernel->build_id);
	stand->kernel =
		(struct kernel){ stand->image, stand->release, stand->build_id, stand->label };
	stand->job = lab->workload->job;
	stand->job.repetitions = samples;
	stand->samples = samples;
	stand->started = (int64_t)time(NULL);
	fill_request(lab, stand, hold);
	return 0;
}

/* All the samples of the boot so far. */
static void collect(struct lab *lab, struct runner_samples *ret)
{
	lab->workload->job.repetitions =
		lab->stand->samples; /* the runner holds the runs against it */
	runner_collect(lab->workload, &lab->stand->result, ret);
}

static void take_values(struct history_boot *boot, struct runner_samples *samples, size_t n)
{
	boot->values = samples->values;
	boot->n = n;
	samples->values = NULL;
	samples->n = 0;
}

/* What the boot gave, as it is stored, but for its samples and what became of them. */
static void fill_boot(const struct lab *lab, struct history_boot *boot)
{
	const struct lab_stand *stand = lab->stand;
	const struct boot_result *result = &stand->result;

	boot->machine = mem_strdup(lab->options.machine->name);
	boot->cell = mem_strdup(lab->workload->cell);
	boot->dir = mem_strdup(workspace_relative(lab->options.workspace, stand->dir));
	boot->started = stand->started;
	boot->facts = result->facts ? json_dump(result->facts, true) : mem_strdup("{}");
	boot->boot_s = result->boot_s;
	boot->ready_s = result->ready_s;
	boot->total_s = result->total_s;
}

static void fill_outcome(struct lab *lab, struct history_boot *boot)
{
	const struct boot_result *result = &lab->stand->result;
	CLEANUP(runner_samples_clear) struct runner_samples samples = { 0 };

	boot->outcome = result->outcome;
	boot->detail = mem_strdup(result->detail ? result->detail : "");
	if (result->outcome != OUTCOME_MEASURED)
		return;
	collect(lab, &samples);
	boot->outcome = samples.outcome;
	if (samples.detail) {
		free(boot->detail);
		boot->detail = mem_strdup(samples.detail);
	}
	take_values(boot, &samples, samples.n);
}

static int measure(struct lab *lab, struct error *err)
{
	struct lab_stand *stand = lab->stand;

	if (fs_make_dirs(stand->dir, err) < 0 ||
	    machine_start(lab->machine, &stand->request, &stand->result, err) < 0) {
		struct error later = { 0 }; /* the first error says more */

		if (fs_remove_tree(stand->dir, &later) < 0)
			log_debug("%s", later.text);
		return -1;
	}
	return 0;
}

int lab_boot(struct lab *lab, const struct history_kernel *kernel, unsigned samples, bool hold,
	     struct history_boot *ret, struct error *err)
{
	CLEANUP(history_boot_clear) struct history_boot boot = { 0 };

	assert(!lab_is_running(lab));
	lab_tell(lab, LAB_BOOT);
	if (make_stand(lab, kernel, samples, hold, err) < 0 || measure(lab, err) < 0)
		return error_wrap(err, "cannot boot commit %.12s", kernel->commit);
	fill_boot(lab, &boot);
	fill_outcome(lab, &boot);
	if (boot.outcome != OUTCOME_MEASURED && lab_release(lab, err) < 0)
		return -1;
	*ret = boot;
	boot = (struct history_boot){ 0 };
	return 0;
}

bool lab_is_running(const struct lab *lab)
{
	return lab->stand && lab->stand->result.is_held;
}

/* The boot stays measured whatever became of its further samples; those before the trouble count. */
static void fill_extension(struct lab *lab, size_t n_runs, struct lab_extension *ret)
{
	const struct lab_stand *stand = lab->stand;
	CLEANUP(runner_samples_clear) struct runner_samples samples = { 0 };
	const bool gave_up =
		stand->result.outcome == OUTCOME_MEASURED && stand->result.n_runs == n_runs;

	collect(lab, &samples);
	ret->outcome = gave_up ? OUTCOME_MEASURED : samples.outcome;
	fill_boot(lab, &ret->boot);
	ret->boot.outcome = OUTCOME_MEASURED;
	if (ret->outcome == OUTCOME_MEASURED)
		ret->boot.detail = mem_strdup("");
	else
		ret->boot.detail = mem_printf("%s in further samples: %s",
					      outcome_name(ret->outcome), samples.detail);
	take_values(&ret->boot, &samples, samples.n_sound);
}

int lab_extend(struct lab *lab, unsigned samples, struct lab_extension *ret, struct error *err)
{
	struct lab_stand *stand = lab->stand;
	CLEANUP(lab_extension_clear) struct lab_extension extension = { 0 };
	size_t n_runs;

	assert(lab_is_running(lab));
	lab_tell(lab, LAB_RUN);
	n_runs = stand->result.n_runs;
	if (machine_extend(lab->machine, samples, deadline_in(runs_timeout_s(&stand->job, samples)),
			   &stand->result, err) < 0)
		return error_wrap(err, "cannot take further samples of commit %s", stand->label);
	stand->samples += samples;
	fill_extension(lab, n_runs, &extension);
	if (extension.outcome != OUTCOME_MEASURED && lab_release(lab, err) < 0)
		return -1;
	*ret = extension;
	extension = (struct lab_extension){ 0 };
	return 0;
}

void lab_extension_clear(struct lab_extension *extension)
{
	history_boot_clear(&extension->boot);
}

int lab_release(struct lab *lab, struct error *err)
{
	if (!lab_is_running(lab))
		return 0;
	return machine_finish(lab->machine, &lab->stand->result, err);
}
