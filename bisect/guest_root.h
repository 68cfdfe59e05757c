/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The guest's root, as a cpio image that is made once: of the archive that the settings name, or of Debian
 * packages. The image is named by the archive's content, so that another root is never taken for it.
 */
#ifndef BISECT_GUEST_ROOT_H
#define BISECT_GUEST_ROOT_H

#include "base/cancel.h"
#include "base/defs.h"
#include "base/error.h"
#include "bisect/workspace.h"

#define GUEST_ROOT_KEY_SIZE 41

struct guest_root {
	char *image; /* absolute; NULL: the guest has nothing but a workload's files */
	char key[GUEST_ROOT_KEY_SIZE]; /* 40 hex digits of the archive's content; "" for none */
};

/*
 * Makes what is missing below ".perfsect/roots", and reads the archive through each time. Getting packages
 * needs the network, and takes minutes the first time. ERROR_HOST when mmdebstrap is missing or fails, with
 * its last line; ERROR_CONFIG for an archive that is none.
 */
int guest_root_make(const struct workspace *workspace, struct cancel *cancel,
		    struct guest_root *ret, struct error *err) MUST_CHECK;
void guest_root_clear(struct guest_root *root);

#endif
