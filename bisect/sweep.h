/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Removes what a killed process left half-made in a workspace: folders of boots that the store does
 * not know, kernels whose artefacts are not complete, and files written beside their final place.
 */
#ifndef BISECT_SWEEP_H
#define BISECT_SWEEP_H

#include "base/defs.h"
#include "base/error.h"
#include "bisect/workspace.h"

/* The workspace is opened for writing, and nothing of it is running. */
int sweep(const struct workspace *workspace, struct error *err) MUST_CHECK;

#endif
