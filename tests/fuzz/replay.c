/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stands in for libFuzzer: hands every file of a folder to the target. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "base/mem.h"
#include "tests/fuzz/fuzz.h"

#define FILE_BYTES_MAX (4 * 1024 * 1024)

static void replay(const char *path)
{
	CLEANUP(mem_freep) char *text = NULL;
	CLEANUP(mem_freep) char *exact = NULL;
	struct error err = { 0 };
	size_t n;

	(void)fprintf(stderr, "%s\n", path); /* the last line tells which one crashed */
	if (fs_read_file(path, FILE_BYTES_MAX, &text, &n, &err) < 0) {
		(void)fprintf(stderr, "%s\n", err.text);
		exit(1);
	}
	/* Without the NUL that fs_read_file puts behind, so that reading too far is seen. */
	exact = mem_array(n, 1);
	memcpy(exact, text, n);
	(void)LLVMFuzzerTestOneInput((const uint8_t *)exact, n);
}

int main(int argc, char **argv)
{
	const struct dirent *entry;
	unsigned n = 0;
	DIR *dir;

	dir = argc == 2 ? opendir(argv[1]) : NULL;
	if (!dir) {
		(void)fprintf(stderr, "usage: %s FOLDER\n", argv[0]);
		return 2;
	}
	while ((entry = readdir(dir))) {
		CLEANUP(mem_freep) char *path = mem_printf("%s/%s", argv[1], entry->d_name);

		if (entry->d_name[0] == '.')
			continue;
		replay(path);
		n++;
	}
	(void)closedir(dir);
	return n > 0 ? 0 : 1; /* a corpus without files proves nothing */
}
