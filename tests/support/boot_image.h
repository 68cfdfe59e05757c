/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a kernel's image says of itself. */
#ifndef TESTS_SUPPORT_BOOT_IMAGE_H
#define TESTS_SUPPORT_BOOT_IMAGE_H

#include "tests/support/test.h"

#include <stdio.h>
#include <string.h>

/* Where the boot protocol's header says the version is: "6.1.192 (user@host) …". */
static inline void boot_image_release(const char *image, char *release, size_t size)
{
	FILE *file = fopen(image, "re");
	unsigned char place[2];

	if (!file)
		fail_msg("cannot open the kernel '%s'", image);
	assert_int_equal(fseek(file, 0x20e, SEEK_SET), 0);
	assert_int_equal(fread(place, 1, 2, file), 2);
	assert_int_equal(fseek(file, 0x200 + place[0] + 256 * place[1], SEEK_SET), 0);
	assert_true(fread(release, 1, size - 1, file) > 0);
	release[strcspn(release, " ")] = '\0';
	(void)fclose(file);
}

#endif
