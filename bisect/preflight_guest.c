/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/preflight_guest.h"

#include <stdbool.h>
#include <string.h>

#include "base/fs.h"
#include "base/mem.h"
#include "bisect/elf_interpreter.h"

#define PROGRAM_BYTES_MAX (256 << 20)

/* Is the file in the guest, or one of that name where the word has no slash? */
static bool is_in_guest(const struct workload *workload, const char *word)
{
	for (size_t i = 0; i < workload->n_files; i++) {
		const char *path = workload->files[i].guest_path;

		if (strcmp(path, word) == 0 ||
		    (!strchr(word, '/') && strcmp(strrchr(path, '/') + 1, word) == 0))
			return true;
	}
	return false;
}

static int check_loader(const struct workload *workload, const struct guest_file *file,
			struct error *err)
{
	CLEANUP(mem_freep) char *bytes = NULL;
	char loader[ELF_INTERPRETER_SIZE];
	size_t n;

	if (fs_read_file(file->host_path, PROGRAM_BYTES_MAX, &bytes, &n, err) < 0)
		return -1;
	if (!elf_interpreter(bytes, n, loader) || is_in_guest(workload, loader))
		return 0;
	return error_set(
		err, ERROR_CONFIG,
		"'%s' is linked dynamically, and its loader '%s' is in no 'files': link it "
		"statically, or add loader and libraries",
		file->host_path, loader);
}

int preflight_guest(const struct workload *workload, struct error *err)
{
	if (!workload->builtin && !is_in_guest(workload, workload->job.argv[0]))
		return error_set(err, ERROR_CONFIG,
				 "the command's program '%s' is in no 'files', and the guest has "
				 "nothing else",
				 workload->job.argv[0]);
	for (size_t i = 0; i < workload->n_files; i++)
		if (check_loader(workload, &workload->files[i], err) < 0)
			return -1;
	return 0;
}
