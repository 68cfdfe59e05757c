/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `perfsect report --format mail`: the draft, and with --send the message itself. */
#ifndef BISECT_PRESENT_MAIL_H
#define BISECT_PRESENT_MAIL_H

#include "base/defs.h"
#include "base/error.h"
#include "bisect/cli.h"

#include <stdbool.h>
#include <stdint.h>

struct present_mail_options {
	bool send;    /* else the draft is printed */
	bool again;   /* also what was sent before */
	bool regzbot; /* a paragraph for the regression tracker */
	bool ascii;
};

/* The draft goes to `path`, NULL: standard output. An exit status, or -1: ERROR_USAGE where the case has no commit to write about, or sent it before. */
int present_mail(struct cli *cli, int64_t case_id, const struct present_mail_options *options,
		 const char *path, struct error *err) MUST_CHECK;

#endif
