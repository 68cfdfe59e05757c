/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Takes the guest down; with a number as its argument, only the time that it is run so often. */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/reboot.h>
#include <sys/stat.h>
#include <unistd.h>

/* How often it has been run: a byte each in a file of the guest's. */
static long count_this_run(void)
{
	const int fd = open("/tmp/runs", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
	struct stat runs;

	if (fd < 0 || write(fd, "x", 1) != 1 || fstat(fd, &runs) < 0 || close(fd) < 0)
		return -1;
	return (long)runs.st_size;
}

int main(int argc, char **argv)
{
	const long at = argc == 2 ? strtol(argv[1], NULL, 10) : 0;

	if (at > 0 && count_this_run() != at)
		return 0;
	return reboot(RB_AUTOBOOT) < 0;
}
