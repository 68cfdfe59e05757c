/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The cases of a workspace, as `perfsect status --all` prints them, the oldest first. */
#ifndef BISECT_CASE_LIST_H
#define BISECT_CASE_LIST_H

#include "base/defs.h"
#include "base/error.h"
#include "base/json.h"
#include "base/str.h"
#include "bisect/workspace.h"

/* `width` 0: no limit. */
int case_list_append(const struct workspace *workspace, unsigned width, struct str *text,
		     struct error *err) MUST_CHECK;
/* The caller frees it. */
int case_list_json(const struct workspace *workspace, struct json **ret,
		   struct error *err) MUST_CHECK;

#endif
