/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/lab.h"

#include <stdlib.h>

#include "base/fs.h"
#include "base/log.h"
#include "base/mem.h"
#include "bisect/lab_private.h"
#include "vm/machines.h"
#include "vm/payload.h"

/* For the kernel and what the workload takes. */
#define ROOT_SLACK_BYTES ((int64_t)64 << 20)

static int open_sources(struct lab *lab, struct error *err)
{
	struct workspace *workspace = lab->options.workspace;
	CLEANUP(mem_freep) char *dir = workspace_path(workspace, "trees");

	return slots_open(lab->options.repo, dir, workspace->settings->trees, &lab->slots, err);
}

static int open_machine(struct lab *lab, struct error *err)
{
	const struct machine_settings *settings = lab->options.machine;
	CLEANUP(mem_freep)
	char *state = workspace_path(lab->options.workspace, "machines/%s", settings->name);
	unsigned n_left = 0;

	if (fs_make_dirs(state, err) < 0 || machine_open(settings, state, &lab->machine, err) < 0)
		return -1;
	if (lab->machine->ops->clean_up(lab->machine, &n_left, err) < 0)
		return error_wrap(err, "cannot clean up machine '%s'", settings->name);
	if (n_left)
		log_debug("ended %u boots that a killed process left on '%s'", n_left,
			  settings->name);
	return 0;
}

/* The image is there while what it holds is unpacked beside it. */
static int check_memory(const struct lab *lab, struct error *err)
{
	const struct machine_settings *machine = lab->options.machine;
	int64_t image_bytes, needed_bytes;

	if (!lab->root.image || machine->type != MACHINE_LIBVIRT)
		return 0;
	image_bytes = fs_size_bytes(lab->root.image);
	needed_bytes = 2 * image_bytes + ROOT_SLACK_BYTES;
	if (machine->memory_bytes >= needed_bytes)
		return 0;
	return error_set(err, ERROR_CONFIG,
			 "the guest's root has %lld MiB, and machine '%s' has %lld MiB of memory; "
			 "give it %lld MiB (machines.memory), or take less into the root",
			 (long long)(image_bytes >> 20), machine->name,
			 (long long)(machine->memory_bytes >> 20),
			 (long long)(needed_bytes >> 20) + 1);
}

int lab_open(const struct lab_options *options, struct lab **ret, struct error *err)
{
	CLEANUP(lab_closep) struct lab *lab = mem_zalloc(sizeof(*lab));

	lab->options = *options;
	if (workload_new(options->workload, payload_dir(),
			 settings_has_root(options->workspace->settings), &lab->workload,
			 err) < 0 ||
	    guest_root_make(options->workspace, options->cancel, &lab->root, err) < 0 ||
	    check_memory(lab, err) < 0 || open_sources(lab, err) < 0 || open_machine(lab, err) < 0)
		return -1;
	*ret = lab;
	lab = NULL;
	return 0;
}

void lab_close(struct lab *lab)
{
	struct error ignored = { 0 };

	if (!lab)
		return;
	if (lab_release(lab, &ignored) < 0)
		log_debug("%s", ignored.text); /* closing tries again */
	machine_close(lab->machine);           /* before the stand, which it may know */
	lab_stand_free(lab->stand);
	slots_close(lab->slots);
	workload_free(lab->workload);
	guest_root_clear(&lab->root);
	free(lab);
}

void lab_closep(struct lab **lab)
{
	lab_close(*lab);
	*lab = NULL;
}

const char *lab_root_key(const struct lab *lab)
{
	return lab->root.key;
}

const struct workload *lab_workload(const struct lab *lab)
{
	return lab->workload;
}
