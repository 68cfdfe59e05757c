/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "vm/payload.h"

#include <stdlib.h>

#include "base/fs.h"
#include "base/mem.h"

const char *payload_dir(void)
{
	const char *wanted = getenv("PERFSECT_GUEST_DIR");

	if (wanted && wanted[0])
		return wanted;
	if (fs_is_dir(PAYLOAD_BUILD_DIR))
		return PAYLOAD_BUILD_DIR;
	return PERFSECT_LIBEXECDIR "/guest";
}

char *payload_init_path(void)
{
	return payload_path("perfsect-init");
}

char *payload_path(const char *program)
{
	return mem_printf("%s/%s", payload_dir(), program);
}
