/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "vm/guest/setup.h"

#include <errno.h>
#include <fcntl.h>
#include <net/if.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

struct mount_point {
	const char *path;
	const char *type;
	unsigned long flags;
	const char *options;
	const char *fault; /* for the note */
};

// clang-format off
static const struct mount_point mount_points[] = {
	{ "/proc",    "proc",     MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL,        "cannot mount /proc" },
	{ "/sys",     "sysfs",    MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL,        "cannot mount /sys" },
	{ "/dev",     "devtmpfs", MS_NOSUID | MS_NOEXEC,            "mode=0755", "cannot mount /dev" },
	{ "/dev/pts", "devpts",   MS_NOSUID | MS_NOEXEC,            "mode=0620,ptmxmode=0666", "cannot mount /dev/pts" },
	{ "/dev/shm", "tmpfs",    MS_NOSUID | MS_NODEV,             "mode=1777", "cannot mount /dev/shm" },
	{ "/tmp",     "tmpfs",    MS_NOSUID | MS_NODEV,             "mode=1777", "cannot mount /tmp" },
	{ "/run",     "tmpfs",    MS_NOSUID | MS_NODEV,             "mode=0755", "cannot mount /run" },
};
// clang-format on

static void add_fault(struct setup *setup, const char *what, int errno_value)
{
	if (setup->n == SETUP_FAULTS_MAX)
		return;
	setup->faults[setup->n].what = what;
	setup->faults[setup->n].errno_value = errno_value;
	setup->n++;
}

static void mount_all(struct setup *setup)
{
	for (size_t i = 0; i < ARRAY_LENGTH(mount_points); i++) {
		const struct mount_point *point = &mount_points[i];

		(void)mkdir(point->path, 0755); /* a folder that is missing fails the mount */
		if (mount(point->type, point->path, point->type, point->flags, point->options) < 0)
			add_fault(setup, point->fault, errno);
	}
}

/* What programs look their user and host up in; a root of packages that were only unpacked has none. */
static void make_names(struct setup *setup)
{
	static const char *const files[][2] = {
		{ "/etc/passwd", "root:x:0:0:root:/:/bin/sh\n"
				 "nobody:x:65534:65534:nobody:/:/bin/sh\n" },
		{ "/etc/group", "root:x:0:\nnogroup:x:65534:\n" },
		{ "/etc/hosts", "127.0.0.1 localhost\n" },
	};

	(void)mkdir("/etc", 0755); /* it may be there */
	for (size_t i = 0; i < ARRAY_LENGTH(files); i++) {
		const size_t n = strlen(files[i][1]);
		const int fd = open(files[i][0], O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);

		if (fd < 0 && errno == EEXIST)
			continue;
		if (fd < 0 || write(fd, files[i][1], n) != (ssize_t)n)
			add_fault(setup, "cannot write the names of /etc", errno);
		if (fd >= 0)
			(void)close(fd);
	}
}

/* A kernel without a console starts PID 1 without standard streams; fill the gap. */
static void open_standard_streams(struct setup *setup)
{
	int fd;

	do {
		fd = open("/dev/null", O_RDWR);
	} while (fd >= 0 && fd <= STDERR_FILENO);
	if (fd < 0)
		add_fault(setup, "cannot open /dev/null", errno);
	else
		(void)close(fd);
}

/* Network workloads talk to themselves over loopback. */
static void start_loopback(struct setup *setup)
{
	struct ifreq request = { 0 };
	const int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);

	if (fd < 0) {
		add_fault(setup, "no IPv4", errno);
		return;
	}
	memcpy(request.ifr_name, "lo", 3);
	request.ifr_flags = IFF_UP;
	if (ioctl(fd, SIOCSIFFLAGS, &request) < 0)
		add_fault(setup, "cannot start loopback", errno);
	(void)close(fd);
}

void setup_run(struct setup *setup)
{
	memset(setup, 0, sizeof(*setup));
	mount_all(setup);
	open_standard_streams(setup);
	start_loopback(setup);
	make_names(setup);
}

void setup_report(const struct setup *setup, struct channel *channel)
{
	for (size_t i = 0; i < setup->n; i++)
		channel_note(channel, "%s: %s", setup->faults[i].what,
			     strerror(setup->faults[i].errno_value));
}
