/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ground on which builds are tested: a copy of the miniature tree, and a request to build it. */
#ifndef TESTS_COMPONENT_BUILD_SITE_H
#define TESTS_COMPONENT_BUILD_SITE_H

#include <stdbool.h>
#include <stddef.h>

#include "bisect/build.h"

struct site {
	char *dir; /* all else is within */
	char *source;
	char *object;
	char *artefacts;
	char *log;
	struct kernel_settings settings;
	struct build_request request;
	struct build_result result; /* of the last build */
	struct error err;
};

int site_setup(void **state);
int site_teardown(void **state);
#define SITE_TEST(function) cmocka_unit_test_setup_teardown(function, site_setup, site_teardown)

void site_write_file(const char *dir, const char *name, const char *text);
char *site_read_file(const char *dir, const char *name); /* the caller frees it */
bool site_has_file(const char *dir, const char *name);
/* Writes the fragment and adds it to the settings. */
void site_add_fragment(struct site *site, const char *name, const char *text);

/* Builds into site->result; an error fails the test. */
void site_build(struct site *site);
void site_assert_built(struct site *site);
/* The outcome is this one, its detail has the text, and no kernel was left. */
void site_assert_ends(struct site *site, enum outcome outcome, const char *detail);
size_t site_count_in_log(const struct site *site, const char *word);

#endif
