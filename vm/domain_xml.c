/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "vm/domain_xml.h"

#include <inttypes.h>
#include <string.h>

#include "vm/cpu_list.h"
#include "vm/workspace_id.h"

#define QEMU_XMLNS "http://libvirt.org/schemas/domain/qemu/1.0"

static void append_escaped(struct str *str, const char *text)
{
	for (; *text; text++) {
		switch (*text) {
		case '&':
			str_append(str, "&amp;");
			break;
		case '<':
			str_append(str, "&lt;");
			break;
		case '>':
			str_append(str, "&gt;");
			break;
		case '\'':
			str_append(str, "&apos;");
			break;
		case '"':
			str_append(str, "&quot;");
			break;
		default:
			str_append_char(str, *text);
		}
	}
}

/* `before`, the escaped text, `after`. */
static void append_text(struct str *str, const char *before, const char *text, const char *after)
{
	str_append(str, before);
	append_escaped(str, text);
	str_append(str, after);
}

static bool is_icount(const struct domain_spec *spec)
{
	return spec->settings->timing == TIMING_ICOUNT;
}

static bool uses_kvm(const struct domain_spec *spec)
{
	return spec->has_kvm && !is_icount(spec);
}

static void append_head(struct str *str, const struct domain_spec *spec)
{
	char id[WORKSPACE_ID_SIZE];

	str_appendf(str, "<domain type='%s' xmlns:qemu='" QEMU_XMLNS "'>\n",
		    uses_kvm(spec) ? "kvm" : "qemu");
	append_text(str, "  <name>", spec->name, "</name>\n");
	str_append(str, "  <metadata>\n");
	append_text(str, "    <perfsect:boot xmlns:perfsect='" DOMAIN_XMLNS "' workspace='",
		    spec->workspace, "'");
	workspace_id(spec->workspace, id);
	str_appendf(str, " id='%s'/>\n", id);
	str_append(str, "  </metadata>\n");
	str_appendf(str, "  <memory unit='KiB'>%" PRId64 "</memory>\n",
		    spec->settings->memory_bytes / 1024);
}

/*
 * Each vCPU gets a CPU of its own where the list has enough. QEMU's software emulation may run all
 * vCPUs in one thread, which libvirt then cannot pin one by one.
 */
static void append_vcpus(struct str *str, const struct domain_spec *spec)
{
	const unsigned vcpus = is_icount(spec) ? 1 : spec->settings->vcpus;
	const char *pin = spec->settings->pin;
	unsigned cpus[CPU_LIST_MAX];
	size_t n;

	if (!pin || !*pin) {
		str_appendf(str, "  <vcpu placement='static'>%u</vcpu>\n", vcpus);
		return;
	}
	append_text(str, "  <vcpu placement='static' cpuset='", pin, "'>");
	str_appendf(str, "%u</vcpu>\n", vcpus);
	if (!uses_kvm(spec) || !cpu_list_parse(pin, cpus, &n) || n < vcpus)
		return;
	str_append(str, "  <cputune>\n");
	for (unsigned i = 0; i < vcpus; i++)
		str_appendf(str, "    <vcpupin vcpu='%u' cpuset='%u'/>\n", i, cpus[i]);
	str_append(str, "  </cputune>\n");
}

/* "pc" comes up a little sooner than "q35", and every x86 kernel knows it. */
static void append_os(struct str *str, const struct domain_spec *spec)
{
	str_append(str, "  <os>\n    <type arch='x86_64' machine='pc'>hvm</type>\n");
	append_text(str, "    <kernel>", spec->kernel, "</kernel>\n");
	append_text(str, "    <initrd>", spec->initrd, "</initrd>\n");
	append_text(str, "    <cmdline>", spec->cmdline, "</cmdline>\n  </os>\n");
}

static void append_kvm_cpu(struct str *str)
{
	str_append(str, "  <features>\n    <acpi/>\n    <apic/>\n    <pmu state='on'/>\n"
			"    <kvm>\n      <poll-control state='on'/>\n    </kvm>\n  </features>\n"
			"  <cpu mode='host-passthrough' check='none' migratable='off'/>\n"
			"  <clock offset='utc'>\n"
			"    <timer name='rtc' tickpolicy='catchup' track='guest'/>\n"
			"    <timer name='pit' tickpolicy='delay'/>\n"
			"    <timer name='hpet' present='no'/>\n"
			"    <timer name='kvmclock' present='yes'/>\n  </clock>\n");
}

static void append_tcg_cpu(struct str *str)
{
	str_append(str, "  <features>\n    <acpi/>\n    <apic/>\n  </features>\n"
			"  <cpu mode='maximum'/>\n  <clock offset='utc'/>\n");
}

/* A guest that goes down, for whatever reason, ends the boot. */
static void append_life(struct str *str)
{
	str_append(str, "  <on_poweroff>destroy</on_poweroff>\n  <on_reboot>destroy</on_reboot>\n"
			"  <on_crash>destroy</on_crash>\n");
}

static void append_devices(struct str *str, const struct domain_spec *spec)
{
	const char *type = spec->has_input ? "pipe" : "file";

	append_text(str, "  <devices>\n    <emulator>", spec->emulator, "</emulator>\n");
	str_append(str, "    <controller type='usb' model='none'/>\n"
			"    <controller type='virtio-serial' index='0'/>\n");
	str_appendf(str, "    <serial type='%s'>\n", type);
	append_text(str, "      <source path='", spec->console_path, "'/>\n");
	str_append(str, "      <target type='isa-serial' port='0'/>\n    </serial>\n");
	str_appendf(str, "    <channel type='%s'>\n", type);
	append_text(str, "      <source path='", spec->channel_path, "'/>\n");
	str_append(str, "      <target type='virtio' name='" DOMAIN_CHANNEL "'/>\n"
			"    </channel>\n"
			"    <memballoon model='none'/>\n"
			"    <panic model='isa'/>\n  </devices>\n");
}

/*
 * With this capability libvirt asks QEMU for each feature of the guest's CPU by itself, in 400 questions
 * before each boot; without it, it asks two, for all of them. See docs/performance.md.
 */
static void append_capabilities(struct str *str)
{
	str_append(str, "  <qemu:capabilities>\n"
			"    <qemu:del capability='cpu-unavailable-features'/>\n"
			"  </qemu:capabilities>\n");
}

/* Guest time counts instructions, and idle time passes at once. */
static void append_icount(struct str *str)
{
	str_append(str, "  <qemu:commandline>\n    <qemu:arg value='-icount'/>\n"
			"    <qemu:arg value='shift=0,sleep=off'/>\n  </qemu:commandline>\n");
}

static void append_owner(struct str *str, const struct domain_spec *spec)
{
	str_appendf(str,
		    "  <seclabel type='static' model='dac' relabel='no'>\n"
		    "    <label>+%u:+%u</label>\n  </seclabel>\n",
		    spec->uid, spec->gid);
}

void domain_xml_append(struct str *str, const struct domain_spec *spec)
{
	append_head(str, spec);
	append_vcpus(str, spec);
	append_os(str, spec);
	if (uses_kvm(spec))
		append_kvm_cpu(str);
	else
		append_tcg_cpu(str);
	append_life(str);
	append_devices(str, spec);
	if (spec->is_ours)
		append_owner(str, spec);
	if (is_icount(spec))
		append_icount(str);
	append_capabilities(str);
	str_append(str, "</domain>\n");
}

/*
 * The same for every commit: what a kernel would choose by itself (layout, mitigations) may change
 * its default within a range and must not look like a change of speed. The log level lets the banner,
 * warnings and worse through, and spares the rest of a boot's lines.
 *
 * Counting instructions, calibrating the local APIC timer reads the time stamp counter in a loop for
 * a tenth of a second, at one exit from translated code for each: it took 9 s of a boot of 12 s.
 */
void domain_xml_append_cmdline(struct str *str, const struct machine_settings *settings)
{
	str_append(str, "console=ttyS0,115200 loglevel=6 panic=-1 nokaslr mitigations=auto "
			"randomize_kstack_offset=off audit=0 nmi_watchdog=0 random.trust_cpu=on "
			"no_timer_check");
	if (settings->timing == TIMING_ICOUNT)
		str_append(str, " nolapic_timer");
}
