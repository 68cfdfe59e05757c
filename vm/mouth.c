/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "vm/mouth.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"

struct mouth {
	char *path, *in_path, *out_path;
	int fd;
	uint32_t sequence;
};

/* For both directions, so that a QEMU that is gone is no error here, nor a SIGPIPE. */
static int open_ways(struct mouth *mouth, const char *output_path, struct error *err)
{
	(void)unlink(mouth->in_path); /* of a boot that used the folder before */
	(void)unlink(mouth->out_path);
	if (mkfifo(mouth->in_path, 0600) < 0)
		return error_errno(err, errno, "cannot make '%s'", mouth->in_path);
	if (symlink(strrchr(output_path, '/') + 1, mouth->out_path) < 0)
		return error_errno(err, errno, "cannot make '%s'", mouth->out_path);
	mouth->fd = open(mouth->in_path, O_RDWR | O_NONBLOCK | O_CLOEXEC);
	if (mouth->fd < 0)
		return error_errno(err, errno, "cannot open '%s'", mouth->in_path);
	return 0;
}

int mouth_open(const char *output_path, struct mouth **ret, struct error *err)
{
	const char *dot = strrchr(output_path, '.');
	struct mouth *mouth = mem_zalloc(sizeof(*mouth));

	assert(output_path[0] == '/' && dot);
	mouth->fd = -1;
	mouth->path = mem_dup(output_path, (size_t)(dot - output_path));
	mouth->in_path = mem_printf("%s.in", mouth->path);
	mouth->out_path = mem_printf("%s.out", mouth->path);
	if (open_ways(mouth, output_path, err) < 0) {
		mouth_close(mouth);
		return -1;
	}
	*ret = mouth;
	return 0;
}

void mouth_unlink(const struct mouth *mouth)
{
	(void)unlink(mouth->in_path); /* may have happened already */
	(void)unlink(mouth->out_path);
}

void mouth_close(struct mouth *mouth)
{
	if (!mouth)
		return;
	if (mouth->fd >= 0)
		(void)close(mouth->fd); /* a FIFO has nothing to flush */
	mouth_unlink(mouth);
	free(mouth->path);
	free(mouth->in_path);
	free(mouth->out_path);
	free(mouth);
}

const char *mouth_path(const struct mouth *mouth)
{
	return mouth->path;
}

int mouth_speak(struct mouth *mouth, enum wire_kind kind, const char *payload, size_t n,
		struct error *err)
{
	char line[WIRE_LINE_MAX + 3];
	const size_t line_n = wire_encode(mouth->sequence++, kind, payload, n, line);

	/* shorter than PIPE_BUF: all or nothing */
	if (write(mouth->fd, line, line_n) != (ssize_t)line_n)
		return error_errno(err, errno, "cannot write '%s'", mouth->in_path);
	return 0;
}
