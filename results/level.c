/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/level.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "results/stats.h"

#define CONFIDENCE 0.95

/* A boot with its samples on the log-percent scale. */
struct look {
	size_t kernel;
	double *values; /* owned */
	size_t n;
	double mean;
};

struct looks {
	struct look *items;
	size_t n;
};

static void looks_clear(struct looks *looks)
{
	for (size_t i = 0; i < looks->n; i++)
		free(looks->items[i].values);
	free(looks->items);
}

static bool look_init(struct look *look, const struct history_boot *boot, enum direction better)
{
	look->kernel = boot->kernel;
	look->n = 0;
	look->values = mem_array(boot->n, sizeof(*look->values));
	for (size_t i = 0; i < boot->n; i++)
		if (isfinite(boot->values[i]) && boot->values[i] > 0)
			look->values[look->n++] = sample_to_log_percent(boot->values[i], better);
	if (look->n == 0)
		free(look->values);
	return look->n > 0;
}

static void looks_init(struct looks *looks, const struct history *history, enum direction better)
{
	CLEANUP(mem_freep) struct stats_series *series = NULL;
	double sd;

	looks->n = 0;
	looks->items = mem_array(history->n_boots, sizeof(*looks->items));
	for (size_t i = 0; i < history->n_boots; i++)
		if (history->boots[i].outcome == OUTCOME_MEASURED &&
		    look_init(&looks->items[looks->n], &history->boots[i], better))
			looks->n++;
	series = mem_array(looks->n, sizeof(*series));
	for (size_t i = 0; i < looks->n; i++)
		series[i] = (struct stats_series){ looks->items[i].values, looks->items[i].n };
	sd = stats_successive_sd(series, looks->n);
	for (size_t i = 0; i < looks->n; i++)
		looks->items[i].mean = stats_huber_mean(series[i].values, series[i].n, sd);
}

static void sum_up(struct levels *levels, const struct looks *looks, enum direction better)
{
	for (size_t i = 0; i < looks->n; i++) {
		const struct look *look = &looks->items[i];
		struct level *level = &levels->of[look->kernel];

		level->n_boots++;
		level->n_samples += look->n;
		level->log_percent += (look->mean - level->log_percent) / (double)level->n_boots;
		for (size_t j = 0; j < look->n; j++) {
			levels->low = fmin(levels->low, look->values[j]);
			levels->high = fmax(levels->high, look->values[j]);
		}
	}
	for (size_t i = 0; i < levels->n; i++)
		levels->of[i].value = sample_from_log_percent(levels->of[i].log_percent, better);
}

static void set_intervals(struct levels *levels, const struct looks *looks)
{
	double squares = 0;
	double half_of_one = (double)NAN;
	size_t freedom = 0;

	for (size_t i = 0; i < looks->n; i++)
		squares += pow(
			looks->items[i].mean - levels->of[looks->items[i].kernel].log_percent, 2);
	for (size_t i = 0; i < levels->n; i++)
		freedom += levels->of[i].n_boots > 1 ? levels->of[i].n_boots - 1 : 0;
	if (freedom > 0)
		half_of_one = stats_t_quantile(0.5 + CONFIDENCE / 2, (double)freedom) *
			      sqrt(squares / (double)freedom);
	for (size_t i = 0; i < levels->n; i++)
		levels->of[i].half = half_of_one / sqrt((double)levels->of[i].n_boots);
}

void levels_init(struct levels *levels, const struct history *history, enum direction better)
{
	CLEANUP(looks_clear) struct looks looks = { 0 };

	levels->n = history->n_kernels;
	levels->of = mem_array(levels->n, sizeof(*levels->of));
	levels->low = HUGE_VAL;
	levels->high = -HUGE_VAL;
	looks_init(&looks, history, better);
	sum_up(levels, &looks, better);
	set_intervals(levels, &looks);
}

void levels_clear(struct levels *levels)
{
	free(levels->of);
	memset(levels, 0, sizeof(*levels));
}

double level_share(const struct level *level, const struct level *reference)
{
	return 100 + log_percent_to_percent(level->log_percent - reference->log_percent);
}

double level_share_half(const struct level *level, const struct level *reference)
{
	return level_share(level, reference) * log_percent_to_percent(level->half) / 100;
}

size_t levels_find(const struct levels *levels, const struct history *history, const char *commit)
{
	size_t found = levels->n;

	for (size_t i = 0; i < levels->n; i++) {
		const struct history_kernel *kernel = &history->kernels[i];

		if (levels->of[i].n_boots == 0 || kernel->onto[0] ||
		    strcmp(kernel->commit, commit) != 0)
			continue;
		if (found == levels->n || kernel->variant < history->kernels[found].variant)
			found = i;
	}
	return found;
}
