/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "vm/machine.h"

#include <stdlib.h>
#include <string.h>

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

int machine_measure(struct machine *machine, const struct boot_request *request,
		    struct boot_result *ret, struct error *err)
{
	struct boot_result result = { 0 };
	const int status = take_steps(machine, request, &result, err);
	struct error release_err = { 0 };

	/* a guest that cannot be ended matters only when nothing else went wrong */
	if (machine->ops->release(machine, &release_err) < 0 && status == 0) {
		boot_result_clear(&result);
		*err = release_err;
		return -1;
	}
	if (status < 0) {
		boot_result_clear(&result);
		return -1;
	}
	*ret = result;
	return 0;
}
