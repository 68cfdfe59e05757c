/* SPDX-License-Identifier: GPL-3.0-or-later */
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

static void tell_phase(void *context, const char *phase)
{
	const struct lab *lab = context;

	lab_tell(lab, strcmp(phase, "boot") == 0 ? LAB_BOOT : LAB_RUN);
}

/* What the boot gave, as it is stored. */
static void fill_boot(const struct lab *lab, const struct boot_result *result,
		      struct history_boot *boot)
{
	CLEANUP(runner_samples_clear) struct runner_samples samples = { 0 };

	boot->outcome = result->outcome;
	boot->detail = mem_strdup(result->detail ? result->detail : "");
	boot->facts = result->facts ? json_dump(result->facts, true) : mem_strdup("{}");
	boot->boot_s = result->boot_s;
	boot->total_s = result->total_s;
	if (result->outcome != OUTCOME_MEASURED)
		return;
	runner_collect(lab->workload, result, &samples);
	boot->outcome = samples.outcome;
	if (samples.detail) {
		free(boot->detail);
		boot->detail = mem_strdup(samples.detail);
	}
	boot->values = samples.values;
	boot->n = samples.n;
	samples.values = NULL;
	samples.n = 0;
}

static int measure(struct lab *lab, const struct history_kernel *kernel, unsigned samples,
		   int64_t number, struct history_boot *boot, struct error *err)
{
	struct workspace *workspace = lab->options.workspace;
	const struct machine_settings *machine = lab->options.machine;
	CLEANUP(mem_freep) char *dir = workspace_path(workspace, "boots/%lld", (long long)number);
	CLEANUP(mem_freep) char *image = mem_printf("%s/%s/bzImage", workspace->dir, kernel->dir);
	CLEANUP(mem_freep)
	char *name = mem_printf("perfsect-%.12s-%lld", lab->fingerprint, (long long)number);
	CLEANUP(mem_freep) char *label = mem_printf("%.12s", kernel->commit);
	CLEANUP(boot_result_clear) struct boot_result result = { 0 };
	struct job *job = &lab->workload->job;
	const struct kernel booted = { image, kernel->release, kernel->build_id, label };
	const struct boot_request request = {
		.name = name,
		.dir = dir,
		.kernel = &booted,
		.jobs = job,
		.n_jobs = 1,
		.files = lab->workload->files,
		.n_files = lab->workload->n_files,
		.deadline = deadline_in(machine->boot_timeout_s + BOOT_SLACK_S +
					(double)job->timeout_s * (samples + job->warmups)),
		.silence_s = machine->silence_s,
		.cancel = lab->options.cancel,
		.progress = tell_phase,
		.progress_context = lab,
	};

	job->repetitions = samples; /* the runner holds the runs against it */
	boot->dir = mem_strdup(workspace_relative(workspace, dir));
	if (fs_make_dirs(dir, err) < 0 ||
	    machine_measure(lab->machine, &request, &result, err) < 0) {
		struct error later = { 0 }; /* the first error says more */

		if (fs_remove_tree(dir, &later) < 0)
			log_debug("%s", later.text);
		return -1;
	}
	fill_boot(lab, &result, boot);
	return 0;
}

int lab_boot(struct lab *lab, const struct history_kernel *kernel, unsigned samples,
	     struct history_boot *ret, struct error *err)
{
	CLEANUP(history_boot_clear) struct history_boot boot = { 0 };
	int64_t number;

	boot.machine = mem_strdup(lab->options.machine->name);
	boot.cell = mem_strdup(lab->workload->cell);
	boot.started = (int64_t)time(NULL);
	lab_tell(lab, LAB_BOOT);
	if (store_next_number(lab->options.workspace->store, &number, err) < 0 ||
	    measure(lab, kernel, samples, number, &boot, err) < 0)
		return error_wrap(err, "cannot boot commit %.12s", kernel->commit);
	*ret = boot;
	boot = (struct history_boot){ 0 };
	return 0;
}
