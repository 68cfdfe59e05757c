/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config/settings.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

static void toolchain_clear(struct toolchain_settings *toolchain)
{
	free(toolchain->range);
	free(toolchain->cc);
	free(toolchain->ld);
	strlist_clear(&toolchain->make);
}

static void kernel_clear(struct kernel_settings *kernel)
{
	free(kernel->config);
	free(kernel->make_config);
	strlist_clear(&kernel->fragments);
	free(kernel->arch);
	free(kernel->cc);
	free(kernel->ld);
	strlist_clear(&kernel->make);
	strlist_clear(&kernel->set);
	for (size_t i = 0; i < kernel->n_toolchains; i++)
		toolchain_clear(&kernel->toolchains[i]);
	free(kernel->toolchains);
	for (size_t i = 0; i < kernel->n_overrides; i++) {
		free(kernel->overrides[i].range);
		strlist_clear(&kernel->overrides[i].set);
	}
	free(kernel->overrides);
	for (size_t i = 0; i < kernel->n_mends; i++) {
		free(kernel->mends[i].range);
		free(kernel->mends[i].commit);
		free(kernel->mends[i].patch);
	}
	free(kernel->mends);
}

static void machine_clear(struct machine_settings *machine)
{
	free(machine->name);
	free(machine->uri);
	free(machine->emulator);
	free(machine->accel);
	free(machine->pin);
	free(machine->cmdline);
	free(machine->script);
}

static void workload_clear(struct workload_settings *workload)
{
	free(workload->name);
	free(workload->command);
	free(workload->parse);
	free(workload->unit);
	free(workload->better);
	strlist_clear(&workload->files);
	for (size_t i = 0; i < workload->n_params; i++) {
		free(workload->params[i].name);
		strlist_clear(&workload->params[i].values);
	}
	free(workload->params);
}

static void guest_clear(struct guest_settings *guest)
{
	free(guest->root);
	strlist_clear(&guest->packages);
	free(guest->suite);
	free(guest->variant);
	free(guest->mirror);
}

static void mail_clear(struct mail_settings *mail)
{
	free(mail->server);
	free(mail->tls);
	free(mail->ca_file);
	free(mail->user);
	free(mail->password_file);
	free(mail->password_command);
	free(mail->from);
	strlist_clear(&mail->cc);
	free(mail->archive);
}

bool settings_has_root(const struct settings *settings)
{
	return settings->guest.root || settings->guest.packages.n > 0;
}

void settings_free(struct settings *settings)
{
	if (!settings)
		return;
	free(settings->path);
	free(settings->repo);
	kernel_clear(&settings->kernel);
	for (size_t i = 0; i < settings->n_machines; i++)
		machine_clear(&settings->machines[i]);
	free(settings->machines);
	for (size_t i = 0; i < settings->n_workloads; i++)
		workload_clear(&settings->workloads[i]);
	free(settings->workloads);
	guest_clear(&settings->guest);
	mail_clear(&settings->mail);
	for (size_t i = 0; i < settings->n_places; i++)
		free(settings->places[i].where);
	free(settings->places);
	free(settings);
}

void settings_freep(struct settings **settings)
{
	settings_free(*settings);
	*settings = NULL;
}

const struct machine_settings *settings_machine(const struct settings *settings, const char *name)
{
	for (size_t i = 0; i < settings->n_machines; i++) {
		if (!name || strcmp(settings->machines[i].name, name) == 0)
			return &settings->machines[i];
	}
	return NULL;
}

const struct workload_settings *settings_workload(const struct settings *settings, const char *name)
{
	for (size_t i = 0; i < settings->n_workloads; i++) {
		if (!name || strcmp(settings->workloads[i].name, name) == 0)
			return &settings->workloads[i];
	}
	return NULL;
}

void settings_add_place(struct settings *settings, const void *field, const char *file,
			unsigned line)
{
	mem_grow(&settings->places, &settings->places_capacity, settings->n_places,
		 sizeof(*settings->places));
	settings->places[settings->n_places++] = (struct settings_place){
		.field = field,
		.where = mem_printf("%s:%u", file, line),
	};
}

const char *settings_where(const struct settings *settings, const void *field)
{
	for (size_t i = 0; i < settings->n_places; i++) {
		if (settings->places[i].field == field)
			return settings->places[i].where;
	}
	return settings->path ? settings->path : "settings";
}

size_t settings_split_file(const char *entry, const char **ret_guest)
{
	size_t n = strlen(entry);

	*ret_guest = entry;
	/* The last ":/": a folder's name may have a colon in it, and what follows is absolute. */
	for (size_t i = n; i > 1; i--) {
		if (entry[i - 2] == ':' && entry[i - 1] == '/') {
			*ret_guest = entry + i - 1;
			return i - 2;
		}
	}
	return n;
}
