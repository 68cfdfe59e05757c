/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/simulate_request.h"

#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "bisect/casefile.h"
#include "bisect/simulate.h"

/* More is refused: the arrays of a world take some 25 bytes a commit. */
#define COMMITS_MAX 10000000
#define RUNS_MAX 1000000
#define LAYOUTS_MAX 16
#define SD_MAX 1000
#define OUTLIER_SHIFT (-10.0)
/* Of an end whose level is known: its error is an eighth of what one boot has. */
#define KNOWN_BOOTS 64

enum {
	OPTION_COMMITS = 0x100, /* the first; up to OPTION_KNOWN_LEVELS they make the world */
	OPTION_EFFECT,
	OPTION_CHANGES,
	OPTION_SAMPLE_SD,
	OPTION_BOOT_SD,
	OPTION_LAYOUT_SD,
	OPTION_UNTESTABLE,
	OPTION_DRIFT,
	OPTION_OUTLIERS,
	OPTION_OUTLIER_SHIFT,
	OPTION_BIMODAL,
	OPTION_WARMUP,
	OPTION_HISTORICAL,
	OPTION_KNOWN_LEVELS,
	OPTION_SMALLEST_EFFECT,
	OPTION_SAMPLES,
	OPTION_LAYOUTS,
	OPTION_CONFIDENCE,
	OPTION_SINGLE,
	OPTION_COSTS,
	OPTION_RUNS,
	OPTION_SEED,
	OPTION_REPLAY,
};

/* Options that are one real number of struct simulate_options. */
static const struct real {
	int key;
	size_t offset;
	double min, max;
} reals[] = {
	{ OPTION_SAMPLE_SD, offsetof(struct simulate_options, sample_sd), 0, SD_MAX },
	{ OPTION_BOOT_SD, offsetof(struct simulate_options, boot_sd), 0, SD_MAX },
	{ OPTION_LAYOUT_SD, offsetof(struct simulate_options, layout_sd), 0, SD_MAX },
	{ OPTION_UNTESTABLE, offsetof(struct simulate_options, untestable), 0, 0.95 },
	{ OPTION_DRIFT, offsetof(struct simulate_options, drift), 0, SD_MAX },
	{ OPTION_OUTLIERS, offsetof(struct simulate_options, outliers), 0, 1 },
	{ OPTION_OUTLIER_SHIFT, offsetof(struct simulate_options, outlier_shift), -SD_MAX, SD_MAX },
	{ OPTION_BIMODAL, offsetof(struct simulate_options, bimodal), -SD_MAX, SD_MAX },
	{ OPTION_WARMUP, offsetof(struct simulate_options, first_shift), -SD_MAX, SD_MAX },
	{ OPTION_SMALLEST_EFFECT, offsetof(struct simulate_options, search.smallest_effect), 0.001,
	  100 },
	{ OPTION_CONFIDENCE, offsetof(struct simulate_options, search.confidence), 0.5, 0.999999 },
};

const struct argp_option simulate_request_options[] = {
	{ "commits", OPTION_COMMITS, "N", 0, "commits in the range; 15000", 0 },
	{ "effect", OPTION_EFFECT, "D[,D...]", 0,
	  "change of throughput, in percent; with several, in the order of history; 3", 0 },
	{ "changes", OPTION_CHANGES, "K", 0, "so many changes of that effect; 0: none; 1", 0 },
	{ "sample-sd", OPTION_SAMPLE_SD, "S", 0, "deviation of samples in a boot, percent; 1", 0 },
	{ "boot-sd", OPTION_BOOT_SD, "S", 0, "deviation between boots, percent; 0.5", 0 },
	{ "layout-sd", OPTION_LAYOUT_SD, "T", 0, "deviation between builds, percent; 0", 0 },
	{ "untestable", OPTION_UNTESTABLE, "F", 0, "share of commits that cannot be tested; 0", 0 },
	{ "drift", OPTION_DRIFT, "X", 0, "random walk of the machine, percent a root of an hour; 0",
	  0 },
	{ "outliers", OPTION_OUTLIERS, "P", 0, "share of samples that are off; 0", 0 },
	{ "outlier-shift", OPTION_OUTLIER_SHIFT, "D", 0, "by so much, in percent; -10", 0 },
	{ "bimodal", OPTION_BIMODAL, "D", 0, "three boots in ten are off by so much, percent; 0",
	  0 },
	{ "warmup", OPTION_WARMUP, "D", 0,
	  "the first sample of a boot is off by so much, percent; 0", 0 },
	{ "historical", OPTION_HISTORICAL, NULL, 0,
	  "samples deviate as those of TCP_RR did in 2008, one in twelve by -5.6 %", 0 },
	{ "smallest-effect", OPTION_SMALLEST_EFFECT, "D", 0,
	  "what the search looks for, percent; half of the smallest effect", 0 },
	{ "samples", OPTION_SAMPLES, "N", 0, "least samples of a boot; 1", 0 },
	{ "layouts", OPTION_LAYOUTS, "N", 0,
	  "layouts in which a commit may be built; 0 or 1: its own alone; 8", 0 },
	{ "confidence", OPTION_CONFIDENCE, "P", 0, "probability to reach before the end; 0.99", 0 },
	{ "single", OPTION_SINGLE, NULL, 0, "let the search assume exactly one change", 0 },
	{ "known-levels", OPTION_KNOWN_LEVELS, NULL, 0,
	  "both ends were measured before, as often as it takes, at no cost", 0 },
	{ "costs", OPTION_COSTS, "B,T,S", 0, "minutes of a build, a boot and a sample; 10,1,1", 0 },
	{ "runs", OPTION_RUNS, "R", 0, "bisects to simulate; 400", 0 },
	{ "replay", OPTION_REPLAY, "CASE", 0,
	  "search what that case of the workspace measured, instead of a synthetic history; what "
	  "is "
	  "not given of --confidence, --smallest-effect, --samples, --layouts and --costs is as in "
	  "the "
	  "case",
	  0 },
	{ "seed", OPTION_SEED, "N", 0, "the same seed gives the same result; 1", 0 },
	{ 0 },
};

void simulate_request_init(struct simulate_request *request)
{
	*request = (struct simulate_request){ .world = simulate_default_options() };
	request->world.outlier_shift = OUTLIER_SHIFT;
}

static bool is_given(const struct simulate_request *request, int key)
{
	return request->given >> (key - OPTION_COMMITS) & 1;
}

static const char *option_name(int key)
{
	size_t i = 0;

	while (simulate_request_options[i].key != key)
		i++;
	return simulate_request_options[i].name;
}

/* Numbers with commas between; *ret_n of at most `max`. */
static int parse_reals(const char *text, double min, double max_value, double *ret, size_t max,
		       size_t *ret_n, struct error *err)
{
	size_t n = 0;

	for (;;) {
		const size_t length = strcspn(text, ",");
		CLEANUP(mem_freep) char *word = mem_dup(text, length);

		if (n == max)
			return error_set(err, ERROR_USAGE, "more than %zu numbers", max);
		if (str_parse_double(word, min, max_value, &ret[n++], err) < 0)
			return -1;
		if (text[length] == '\0')
			break;
		text += length + 1;
	}
	*ret_n = n;
	return 0;
}

static int take_effects(struct simulate_request *request, const char *value, struct error *err)
{
	double *effects = request->world.effects;

	if (parse_reals(value, -SD_MAX, SD_MAX, effects, SIMULATE_CHANGES_MAX, &request->n_effects,
			err) < 0)
		return -1;
	for (size_t i = 0; i < request->n_effects; i++)
		if (effects[i] == 0)
			return error_set(err, ERROR_USAGE,
					 "0 is no change; use --changes 0 for a range without");
	return 0;
}

static int take_costs(struct simulate_request *request, const char *value, struct error *err)
{
	double costs[3];
	size_t n;

	if (parse_reals(value, 1e-6, 1e6, costs, ARRAY_LENGTH(costs), &n, err) < 0)
		return -1;
	if (n != ARRAY_LENGTH(costs))
		return error_set(err, ERROR_USAGE, "'%s' is not three numbers, e.g. 10,1,1", value);
	request->world.costs =
		(struct search_costs){ .build = costs[0], .boot = costs[1], .sample = costs[2] };
	return 0;
}

static int take_count(struct simulate_options *world, int key, const char *value, struct error *err)
{
	const bool is_commits = key == OPTION_COMMITS, is_runs = key == OPTION_RUNS;
	const int64_t max = is_commits ? COMMITS_MAX : is_runs ? RUNS_MAX : 1000;
	int64_t number;

	if (str_parse_i64(value, 1, max, &number, err) < 0)
		return -1;
	if (is_commits) {
		world->commits = (uint32_t)number;
	} else if (is_runs) {
		world->runs = (unsigned)number;
	} else {
		world->search.min_samples = (unsigned)number;
		world->search.max_samples = casefile_max_samples((unsigned)number);
	}
	return 0;
}

static int take_value(struct simulate_request *request, int key, const char *value,
		      struct error *err)
{
	struct simulate_options *world = &request->world;
	int64_t number;

	for (size_t i = 0; i < ARRAY_LENGTH(reals); i++) {
		if (reals[i].key == key)
			return str_parse_double(value, reals[i].min, reals[i].max,
						(double *)((char *)world + reals[i].offset), err);
	}
	switch (key) {
	case OPTION_EFFECT:
		return take_effects(request, value, err);
	case OPTION_COSTS:
		return take_costs(request, value, err);
	case OPTION_CHANGES:
		if (str_parse_i64(value, 0, SIMULATE_CHANGES_MAX, &number, err) < 0)
			return -1;
		world->n_changes = (size_t)number;
		return 0;
	case OPTION_LAYOUTS:
		if (str_parse_i64(value, 0, LAYOUTS_MAX, &number, err) < 0)
			return -1;
		world->search.variants = (unsigned)number;
		return 0;
	case OPTION_REPLAY:
		return str_parse_i64(value, 1, INT64_MAX, &request->replay, err);
	case OPTION_SEED:
		if (str_parse_i64(value, 0, INT64_MAX, &number, err) < 0)
			return -1;
		world->seed = (uint64_t)number;
		return 0;
	}
	return take_count(world, key, value, err);
}

int simulate_request_take(void *context, int key, const char *value, struct error *err)
{
	struct simulate_request *request = context;

	request->given |= 1U << (key - OPTION_COMMITS);
	if (key == OPTION_HISTORICAL) {
		request->world.historical = true;
		return 0;
	}
	if (key == OPTION_SINGLE) {
		request->world.search.single = true;
		return 0;
	}
	if (key == OPTION_KNOWN_LEVELS) {
		request->world.known_boots = KNOWN_BOOTS;
		return 0;
	}
	if (take_value(request, key, value, err) == 0)
		return 0;
	err->kind = ERROR_USAGE;
	return error_wrap(err, "cannot use --%s", option_name(key));
}

/* A case has its own. */
static int refuse_world(const struct simulate_request *request, struct error *err)
{
	for (int key = OPTION_COMMITS; key <= OPTION_KNOWN_LEVELS; key++)
		if (is_given(request, key))
			return error_set(
				err, ERROR_USAGE,
				"--%s makes a synthetic world, but --replay takes that of a "
				"case",
				option_name(key));
	return 0;
}

int simulate_request_finish(struct simulate_request *request, struct error *err)
{
	struct simulate_options *world = &request->world;
	double smallest = fabs(world->effects[0]);

	if (request->replay != 0)
		return refuse_world(request, err);
	if (!is_given(request, OPTION_CHANGES) && request->n_effects > 0)
		world->n_changes = request->n_effects;
	if (request->n_effects > 1 && world->n_changes != request->n_effects)
		return error_set(err, ERROR_USAGE, "--effect has %zu numbers for %zu changes",
				 request->n_effects, world->n_changes);
	if (world->n_changes > world->commits)
		return error_set(err, ERROR_USAGE, "%zu changes do not fit into %u commits",
				 world->n_changes, world->commits);
	for (size_t i = 1; i < world->n_changes; i++) {
		if (request->n_effects <= 1)
			world->effects[i] = world->effects[0];
		smallest = fmin(smallest, fabs(world->effects[i]));
	}
	if (!is_given(request, OPTION_SMALLEST_EFFECT))
		world->search.smallest_effect = smallest / 2;
	return 0;
}

void simulate_request_follow(struct simulate_request *request, const struct search_problem *problem)
{
	struct simulate_options *options = &request->world;
	const struct search_options given = options->search;

	options->search = problem->options;
	options->search.single = given.single;
	if (is_given(request, OPTION_CONFIDENCE))
		options->search.confidence = given.confidence;
	if (is_given(request, OPTION_SMALLEST_EFFECT))
		options->search.smallest_effect = given.smallest_effect;
	if (is_given(request, OPTION_LAYOUTS))
		options->search.variants = given.variants;
	if (is_given(request, OPTION_SAMPLES)) {
		options->search.min_samples = given.min_samples;
		options->search.max_samples = given.max_samples;
	}
	if (!is_given(request, OPTION_COSTS))
		options->costs = problem->costs;
	options->commits = problem->n;
	options->mass = problem->mass;
}
