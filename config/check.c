/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config/check.h"

#include <string.h>

#include "base/fs.h"
#include "base/str.h"
#include "config/check_kconfig.h"
#include "config/check_machine.h"
#include "config/check_guest.h"
#include "config/check_mail.h"
#include "config/check_make.h"
#include "config/check_rule.h"
#include "config/check_tables.h"
#include "config/check_workload.h"

/* A word that becomes an argument of make: no blank, and no option. */
static int MUST_CHECK check_make_word(const struct settings *settings, char *const *field,
				      const char *label, struct error *err)
{
	if (strspn(*field, CHECK_MAKE_NAME ".-") != strlen(*field) || (*field)[0] == '-')
		return check_rule_refuse(settings, field, err,
					 "%s is '%s'; it must be one word of letters, digits and "
					 "'._-'",
					 label, *field);
	return 0;
}

static int MUST_CHECK check_kernel(const struct settings *settings, struct error *err)
{
	const struct kernel_settings *kernel = &settings->kernel;

	if (check_make_word(settings, &kernel->arch, "kernel.arch", err) < 0 ||
	    check_make_word(settings, &kernel->make_config, "kernel.make_config", err) < 0 ||
	    check_kconfig_target(settings, &kernel->make_config, err) < 0 ||
	    check_rule_file(settings, &kernel->config, "kernel.config", kernel->config, err) < 0 ||
	    check_kconfig_file(settings, &kernel->config, "kernel.config", kernel->config, err) < 0)
		return -1;
	if (kernel->config && strcmp(kernel->make_config, "defconfig") != 0)
		return check_rule_refuse(settings, &kernel->make_config, err,
					 "kernel.config and kernel.make_config are both given; one "
					 "base configuration is enough");
	for (size_t i = 0; i < kernel->fragments.n; i++) {
		const char *path = kernel->fragments.items[i];

		if (check_rule_file(settings, &kernel->fragments, "kernel.fragments", path, err) <
			    0 ||
		    check_kconfig_file(settings, &kernel->fragments, "kernel.fragments", path,
				       err) < 0)
			return -1;
	}
	if (check_make_arguments(settings, &kernel->make, "kernel.make", err) < 0)
		return -1;
	return check_tables(settings, err);
}

static int MUST_CHECK check_machines(const struct settings *settings, struct error *err)
{
	for (size_t i = 0; i < settings->n_machines; i++) {
		const struct machine_settings *machine = &settings->machines[i];

		if (check_machine(settings, machine, err) < 0)
			return -1;
		if (settings_machine(settings, machine->name) != machine)
			return check_rule_refuse(settings, &machine->name, err,
						 "there are two machines called '%s'",
						 machine->name);
	}
	return 0;
}

static int MUST_CHECK check_workloads(const struct settings *settings, struct error *err)
{
	for (size_t i = 0; i < settings->n_workloads; i++) {
		const struct workload_settings *workload = &settings->workloads[i];

		if (check_workload(settings, workload, err) < 0)
			return -1;
		if (settings_workload(settings, workload->name) != workload)
			return check_rule_refuse(settings, &workload->name, err,
						 "there are two workloads called '%s'",
						 workload->name);
	}
	return 0;
}

int check_settings(const struct settings *settings, struct error *err)
{
	if (!fs_is_dir(settings->repo))
		return check_rule_refuse(settings, &settings->repo, err,
					 "repo: there is no folder '%s'", settings->repo);
	if (check_kernel(settings, err) < 0 || check_machines(settings, err) < 0)
		return -1;
	if (check_guest(settings, err) < 0 || check_workloads(settings, err) < 0)
		return -1;
	return check_mail(settings, err);
}
