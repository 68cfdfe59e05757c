/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "vm/machines.h"

#include <assert.h>

#include "vm/machine_fake.h"
#include "vm/machine_libvirt.h"

static const struct machine_ops *const types[] = {
	[MACHINE_LIBVIRT] = &machine_libvirt_ops,
	[MACHINE_FAKE] = &machine_fake_ops,
};

int machine_open(const struct machine_settings *settings, const char *state_dir,
		 struct machine **ret, struct error *err)
{
	assert((size_t)settings->type < ARRAY_LENGTH(types));
	if (types[settings->type]->open(settings, state_dir, ret, err) < 0)
		return error_wrap(err, "cannot use machine '%s'", settings->name);
	return 0;
}
