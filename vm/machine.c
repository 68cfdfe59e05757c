/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "vm/machine.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

void boot_result_clear(struct boot_result *result)
{
	for (size_t i = 0; i < result->n_runs; i++)
		str_clear(&result->runs[i].output);
	free(result->runs);
	free(result->detail);
	json_free(result->facts);
	memset(result, 0, sizeof(*result));
}

void machine_close(struct machine *machine)
{
	if (machine)
		machine->ops->close(machine);
}

void machine_closep(struct machine **machine)
{
	machine_close(*machine);
	*machine = NULL;
}

/* The steps up to the first that ends the boot. */
static int take_steps(struct machine *machine, const struct boot_request *request,
		      struct boot_result *result, struct error *err)
{
	if (machine->ops->prepare(machine, request, err) < 0)
		return error_wrap(err, "cannot prepare a boot of kernel %s",
				  request->kernel->label);
	if (machine->ops->boot(machine, result, err) < 0)
		return error_wrap(err, "cannot boot kernel %s", request->kernel->label);
	if (result->outcome != OUTCOME_BOOTED)
		return 0;
	if (machine->ops->run(machine, result, err) < 0)
		return error_wrap(err, "cannot run the jobs of kernel %s", request->kernel->label);
	return 0;
}

/* Releases unless the guest is held. One that cannot be ended matters only when nothing else went wrong. */
static int release_unless_held(struct machine *machine, int status, struct boot_result *result,
			       struct error *err)
{
	struct error release_err = { 0 };

	if (status == 0 && result->is_held)
		return 0;
	result->is_held = false;
	if (machine->ops->release(machine, &release_err) < 0 && status == 0) {
		*err = release_err;
		return -1;
	}
	return status;
}

int machine_start(struct machine *machine, const struct boot_request *request,
		  struct boot_result *ret, struct error *err)
{
	struct boot_request asked = *request;
	int status;

	if (machine->settings->timing == TIMING_ICOUNT)
		asked.hold_s = 0;
	*ret = (struct boot_result){ 0 };
	status = take_steps(machine, &asked, ret, err);
	status = release_unless_held(machine, status, ret, err);
	if (status < 0)
		boot_result_clear(ret);
	return status;
}

int machine_extend(struct machine *machine, unsigned runs, struct deadline deadline,
		   struct boot_result *ret, struct error *err)
{
	int status;

	assert(ret->is_held && runs > 0);
	ret->is_held = false; /* until it says so again */
	mem_freep(&ret->detail);
	status = machine->ops->extend(machine, runs, deadline, ret, err);
	return release_unless_held(machine, status, ret, err);
}

int machine_finish(struct machine *machine, struct boot_result *ret, struct error *err)
{
	ret->is_held = false;
	return machine->ops->release(machine, err);
}

int machine_measure(struct machine *machine, const struct boot_request *request,
		    struct boot_result *ret, struct error *err)
{
	struct boot_request asked = *request;
	struct boot_result result = { 0 };

	asked.hold_s = 0;
	if (machine_start(machine, &asked, &result, err) < 0)
		return -1;
	*ret = result;
	return 0;
}
