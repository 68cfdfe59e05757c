/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/* Writes onto the console for as long as it may. */
int main(void)
{
	const int fd = open("/dev/console", O_WRONLY | O_CLOEXEC);
	char line[4096];

	memset(line, 'x', sizeof(line) - 1);
	line[sizeof(line) - 1] = '\n';
	while (write(fd, line, sizeof(line)) > 0)
		continue;
	return 1;
}
