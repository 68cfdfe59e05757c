/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/history.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const char *const purpose_names[] = {
	[BOOT_SEARCH] = "search",
	[BOOT_COMPARE] = "compare",
	[BOOT_EXPLAIN] = "explain",
};

const char *boot_purpose_name(enum boot_purpose purpose)
{
	assert((size_t)purpose < ARRAY_LENGTH(purpose_names));
	return purpose_names[purpose];
}

bool boot_purpose_from_name(const char *name, enum boot_purpose *ret)
{
	for (size_t i = 0; i < ARRAY_LENGTH(purpose_names); i++) {
		if (strcmp(purpose_names[i], name) == 0) {
			*ret = (enum boot_purpose)i;
			return true;
		}
	}
	return false;
}

void history_kernel_clear(struct history_kernel *kernel)
{
	free(kernel->key);
	free(kernel->detail);
	free(kernel->subject);
	free(kernel->dir);
	free(kernel->log);
	free(kernel->release);
	free(kernel->build_id);
	free(kernel->artefacts);
	free(kernel->toolchain);
	free(kernel->mends);
	free(kernel->without);
	free(kernel->not_granted);
	free(kernel->config);
	free(kernel->content);
	memset(kernel, 0, sizeof(*kernel));
}

void history_boot_clear(struct history_boot *boot)
{
	free(boot->machine);
	free(boot->cell);
	free(boot->detail);
	free(boot->dir);
	free(boot->facts);
	free(boot->values);
	memset(boot, 0, sizeof(*boot));
}

bool history_is_same_kernel(const struct history *history, size_t one, size_t other)
{
	const char *content = history->kernels[one].content;
	const char *others = history->kernels[other].content;

	if (one == other)
		return true;
	return content && others && content[0] != '\0' && strcmp(content, others) == 0;
}

size_t history_first_same(const struct history *history, size_t kernel)
{
	size_t i = 0;

	while (!history_is_same_kernel(history, i, kernel))
		i++;
	return i;
}

enum outcome history_outcome(const struct history *history, size_t kernel, const char **ret_detail)
{
	enum outcome outcome = history->kernels[kernel].outcome;
	const char *detail = history->kernels[kernel].detail;

	for (size_t i = 0; i < history->n_boots; i++) {
		const struct history_boot *boot = &history->boots[i];

		if (boot->kernel != kernel || outcome == OUTCOME_MEASURED)
			continue;
		outcome = boot->outcome;
		detail = boot->detail;
	}
	if (ret_detail)
		*ret_detail = detail ? detail : "";
	return outcome;
}

void history_free(struct history *history)
{
	if (!history)
		return;
	for (size_t i = 0; i < history->n_kernels; i++)
		history_kernel_clear(&history->kernels[i]);
	for (size_t i = 0; i < history->n_boots; i++)
		history_boot_clear(&history->boots[i]);
	free(history->kernels);
	free(history->boots);
	free(history);
}

void history_freep(struct history **history)
{
	history_free(*history);
	*history = NULL;
}
