/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `perfsect log import:N`: what was read of a file. */
#ifndef BISECT_PRESENT_IMPORT_H
#define BISECT_PRESENT_IMPORT_H

#include "base/defs.h"
#include "bisect/cli.h"

#include <stdbool.h>

/* Is the word one for present_import()? */
bool present_import_is_meant(const char *word);
/* Prints it; an exit status, or -1 with *err. */
int present_import(struct cli *cli, const char *word, struct error *err) MUST_CHECK;

#endif
