/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The libvirt domain of a boot, as XML. Pure. */
#ifndef VM_DOMAIN_XML_H
#define VM_DOMAIN_XML_H

#include "base/str.h"
#include "config/settings.h"

#include <stdbool.h>

/*
 * Namespace of our element in a domain's metadata: <perfsect:boot workspace='…' id='…'/>. The path is
 * for people, the id (vm/workspace_id.h) for us: it reads the same however XML is written again.
 */
#define DOMAIN_XMLNS "https://perfsect.org/xmlns/domain/1"
/* Name of the virtio-serial port that carries the records. */
#define DOMAIN_CHANNEL "org.perfsect.result.0"

struct domain_spec {
	const struct machine_settings *settings;
	const char *name;
	const char *workspace; /* goes into the metadata, so that orphans are found */
	const char *emulator;  /* absolute path */
	bool has_kvm;
	const char *kernel, *initrd, *cmdline; /* absolute paths; cmdline already complete */
	const char *console_path;              /* serial console, a file */
	const char *channel_path;              /* results over virtio-serial, a file */
	/* The guest listens, too: QEMU reads PATH.in, a FIFO, and writes PATH.out, for both paths. */
	bool has_input;
	/*
	 * With is_ours QEMU runs as this user, so that a daemon's QEMU can read what we wrote and we what
	 * it writes; the embedded driver is told in its own configuration.
	 */
	bool is_ours;
	unsigned uid, gid;
};

void domain_xml_append(struct str *str, const struct domain_spec *spec);
/* The command line every boot gets, before the settings' own words. */
void domain_xml_append_cmdline(struct str *str, const struct machine_settings *settings);

#endif
