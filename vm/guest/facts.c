/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "vm/guest/facts.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/sysinfo.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "vm/guest/build_id.h"
#include "vm/guest/text_file.h"

#define MITIGATIONS "/sys/devices/system/cpu/vulnerabilities"

/* Facts that are a file's text. */
static const struct {
	const char *name;
	const char *path;
} files[] = {
	{ "boot_id", "/proc/sys/kernel/random/boot_id" },
	{ "clocksource", "/sys/devices/system/clocksource/clocksource0/current_clocksource" },
	{ "cmdline", "/proc/cmdline" },
	{ "taint", "/proc/sys/kernel/tainted" },
};

static void send_number(struct channel *channel, const char *name, uint64_t value)
{
	char text[24];

	(void)snprintf(text, sizeof(text), "%" PRIu64, value);
	channel_fact(channel, name, text);
}

static void send_uname(struct channel *channel)
{
	struct utsname names;

	if (uname(&names) < 0)
		return;
	channel_fact(channel, "release", names.release);
	channel_fact(channel, "version", names.version);
	channel_fact(channel, "machine", names.machine);
}

static void send_build_id(struct channel *channel)
{
	char notes[4096], hex[2 * BUILD_ID_MAX + 1];
	const long n = text_file_bytes("/sys/kernel/notes", notes, sizeof(notes));

	if (n > 0 && build_id_find(notes, (size_t)n, hex))
		channel_fact(channel, "build_id", hex);
}

static void send_sizes(struct channel *channel)
{
	const long cpus = sysconf(_SC_NPROCESSORS_ONLN);
	struct sysinfo info;

	if (cpus > 0)
		send_number(channel, "cpus", (uint64_t)cpus);
	if (sysinfo(&info) == 0)
		send_number(channel, "mem_kib", (uint64_t)info.totalram * info.mem_unit / 1024);
}

static int is_visible(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

static void send_mitigations(struct channel *channel)
{
	struct dirent **entries;
	const int n = scandir(MITIGATIONS, &entries, is_visible, alphasort);

	for (int i = 0; i < n; i++) {
		char path[512], name[300], text[512];

		(void)snprintf(path, sizeof(path), MITIGATIONS "/%s", entries[i]->d_name);
		(void)snprintf(name, sizeof(name), "mitigation.%s", entries[i]->d_name);
		if (text_file_read(path, text, sizeof(text)))
			channel_fact(channel, name, text);
		free(entries[i]);
	}
	if (n >= 0)
		free(entries);
}

void facts_send(struct channel *channel, int64_t hello_ns)
{
	char text[4096];

	send_number(channel, "boot_ns", (uint64_t)hello_ns);
	send_uname(channel);
	send_build_id(channel);
	send_sizes(channel);
	for (size_t i = 0; i < ARRAY_LENGTH(files); i++)
		if (text_file_read(files[i].path, text, sizeof(text)))
			channel_fact(channel, files[i].name, text);
	send_mitigations(channel);
}
