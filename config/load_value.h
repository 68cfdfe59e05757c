/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From one value of the file, or a default, to the field of the settings that its key describes. */
#ifndef CONFIG_LOAD_VALUE_H
#define CONFIG_LOAD_VALUE_H

#include "base/defs.h"
#include "base/error.h"
#include "config/load_tree.h"
#include "config/schema.h"

/*
 * Checks type, unit, range and choice, and fills `field`, which is zero before. Relative paths get
 * `folder` in front.
 */
int load_value(const struct schema_key *key, const struct load_node *node, const char *folder,
	       void *field, struct error *err) MUST_CHECK;
/* The same for a key that the file does not give: its default, or nothing. */
int load_value_fallback(const struct schema_key *key, const char *folder, void *field,
			struct error *err) MUST_CHECK;

#endif
