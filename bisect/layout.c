/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/layout.h"

#include <stdint.h>
#include <string.h>

#include "base/mem.h"
#include "base/rng.h"
#include "base/str.h"

#define SEED 0
#define ONE_IN 12
#define GRAIN_BYTES 16 /* what functions are aligned to at the least */
#define GRAINS_MAX 255

const char *const layout_folders[] = {
	"block", "drivers", "fs", "init", "ipc", "kernel", "mm", "net", "security", NULL,
};

/*
 * Compiled for the decompressor, for user space or another processor, or only to read numbers off; a
 * path that ends in a slash is a folder.
 */
static const char *const left_out[] = {
	"drivers/firmware/efi/libstub/",
	"drivers/gpu/drm/radeon/mkregtable.c",
	"drivers/scsi/aic7xxx/aicasm/",
	"fs/unicode/mkutf8data.c",
	"kernel/bounds.c",
	"kernel/bpf/preload/",
	"net/bpfilter/",
};

static bool is_in_folders(const char *path)
{
	size_t n = strcspn(path, "/");

	for (size_t i = 0; layout_folders[i]; i++)
		if (strlen(layout_folders[i]) == n && strncmp(path, layout_folders[i], n) == 0)
			return path[n] == '/';
	return false;
}

bool layout_may_pad(const char *path)
{
	if (!is_in_folders(path) || !str_ends_with(path, ".c") || str_ends_with(path, ".bpf.c"))
		return false;
	for (size_t i = 0; i < ARRAY_LENGTH(left_out); i++)
		if (str_starts_with(path, left_out[i]))
			return false;
	return true;
}

void layout_choose(unsigned variant, const char *const *paths, size_t n, unsigned *ret_bytes)
{
	uint64_t least = UINT64_MAX;
	size_t first = n; /* the file that is padded when no other is */
	unsigned first_bytes = 0;
	bool has_pad = false;

	for (size_t i = 0; i < n; i++) {
		struct rng rng;
		uint64_t rank;
		unsigned bytes;

		rng_init_named(&rng, SEED, paths[i], variant);
		rank = rng_next(&rng);
		bytes = GRAIN_BYTES * (unsigned)(1 + rng_below(&rng, GRAINS_MAX));
		ret_bytes[i] = rank < UINT64_MAX / ONE_IN ? bytes : 0;
		has_pad = has_pad || ret_bytes[i] > 0;
		if (rank <= least) {
			least = rank;
			first = i;
			first_bytes = bytes;
		}
	}
	if (n > 0 && !has_pad)
		ret_bytes[first] = first_bytes;
}

/* The filler is a trap to x86, which no checker takes for code that should be reached. */
char *layout_pad_text(unsigned bytes)
{
	return mem_printf("\n__asm__(\".pushsection .text,\\\"ax\\\"\\n\\t.skip %u, "
			  "0xcc\\n\\t.popsection\");\n",
			  bytes);
}
