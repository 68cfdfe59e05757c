/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config/check_machine.h"

#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "config/check_rule.h"

#define CPU_MAX 4095

/* One "2" or "2-5" of `n` bytes; adds its CPUs to *count. False when it is neither. */
static bool read_cpu_range(const char *text, size_t n, int64_t *count)
{
	CLEANUP(mem_freep) char *first = mem_dup(text, n);
	struct error ignored; /* the caller words its own */
	char *dash = strchr(first, '-');
	int64_t low, high;

	if (dash)
		*dash = '\0';
	if (strspn(first, "0123456789") == 0 || (dash && strspn(dash + 1, "0123456789") == 0) ||
	    str_parse_i64(first, 0, CPU_MAX, &low, &ignored) < 0 ||
	    str_parse_i64(dash ? dash + 1 : first, low, CPU_MAX, &high, &ignored) < 0)
		return false;
	*count += high - low + 1;
	return true;
}

static int MUST_CHECK check_pin(const struct settings *settings,
				const struct machine_settings *machine, struct error *err)
{
	const char *at = machine->pin;
	int64_t count = 0;

	if (*at == '\0')
		return 0;
	for (;; at++) {
		size_t n = strcspn(at, ",");

		if (!read_cpu_range(at, n, &count))
			return check_rule_refuse(settings, &machine->pin, err,
						 "machines.pin is '%s'; write a list of host CPUs "
						 "from 0 to %d like \"2-5\" or \"2,4\"",
						 machine->pin, CPU_MAX);
		at += n;
		if (*at == '\0')
			break;
	}
	if (count < machine->vcpus)
		return check_rule_refuse(settings, &machine->pin, err,
					 "machines.pin '%s' has %lld CPUs, fewer than the %u of "
					 "machines.vcpus",
					 machine->pin, (long long)count, machine->vcpus);
	return 0;
}

static int MUST_CHECK check_fake(const struct settings *settings,
				 const struct machine_settings *machine, struct error *err)
{
	if (!machine->script)
		return check_rule_refuse(settings, &machine->type, err,
					 "the fake machine '%s' needs a 'script'", machine->name);
	return check_rule_file(settings, &machine->script, "machines.script", machine->script, err);
}

static int MUST_CHECK check_libvirt(const struct settings *settings,
				    const struct machine_settings *machine, struct error *err)
{
	if (machine->script)
		return check_rule_refuse(settings, &machine->script, err,
					 "machines.script is of use with type = \"fake\" only");
	if (machine->timing == TIMING_ICOUNT && strcmp(machine->accel, "kvm") == 0)
		return check_rule_refuse(
			settings, &machine->timing, err,
			"machines.timing \"icount\" counts instructions in TCG; it "
			"cannot be had with accel = \"kvm\"");
	return check_rule_file(settings, &machine->emulator, "machines.emulator", machine->emulator,
			       err);
}

int check_machine(const struct settings *settings, const struct machine_settings *machine,
		  struct error *err)
{
	if (check_rule_name(settings, &machine->name, "machines.name", err) < 0)
		return -1;
	switch (machine->type) {
	case MACHINE_FAKE:
		return check_fake(settings, machine, err);
	case MACHINE_LIBVIRT:
		if (check_libvirt(settings, machine, err) < 0)
			return -1;
		return check_pin(settings, machine, err);
	}
	return 0;
}
