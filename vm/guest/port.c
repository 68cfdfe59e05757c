/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "vm/guest/port.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "vm/guest/text_file.h"

#define PORTS "/sys/class/virtio-ports"

bool port_may_come(void)
{
	return access(PORTS, F_OK) == 0;
}

/* Without devtmpfs nobody else makes the node. */
static void make_node(const char *port, const char *path)
{
	char numbers_path[512], numbers[32];
	unsigned long major_number, minor_number;
	char *colon;

	(void)snprintf(numbers_path, sizeof(numbers_path), PORTS "/%s/dev", port);
	if (!text_file_read(numbers_path, numbers, sizeof(numbers)))
		return;
	major_number = strtoul(numbers, &colon, 10);
	if (*colon != ':')
		return;
	minor_number = strtoul(colon + 1, NULL, 10);
	/* When this fails, so does the open that follows. */
	(void)mknod(path, S_IFCHR | 0600, makedev((unsigned)major_number, (unsigned)minor_number));
}

static int open_device(const char *port)
{
	char path[512];
	int fd;

	(void)snprintf(path, sizeof(path), "/dev/%s", port);
	fd = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC);
	if (fd < 0 && errno == ENOENT) {
		make_node(port, path);
		fd = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC);
	}
	return fd;
}

int port_open(const char *name)
{
	DIR *ports = opendir(PORTS);
	struct dirent *entry;
	int fd = -1;

	if (!ports)
		return -1;
	while (fd < 0 && (entry = readdir(ports))) {
		char path[512], said[128];

		if (entry->d_name[0] == '.')
			continue;
		(void)snprintf(path, sizeof(path), PORTS "/%s/name", entry->d_name);
		if (text_file_read(path, said, sizeof(said)) && strcmp(said, name) == 0)
			fd = open_device(entry->d_name);
	}
	(void)closedir(ports); /* only read from */
	return fd;
}
