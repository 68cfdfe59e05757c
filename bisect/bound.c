/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is believed of one kernel are the log-odds that it has the change. Each look moves them by a
 * normal step of mean ±m and variance 2m, m = effect²/2V, V the variance of a look. With a price of λ
 * bits a minute the value of a kernel is max(−doubt left, expected value after a look − λ·cost); λ* is
 * the price at which beginning a kernel, at even odds, gains nothing.
 */
#include "bisect/bound.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/* The odds are followed up to e^±16, at points so far apart. */
#define ODDS_MAX 16.0
#define POINTS 321
#define GRID (2 * ODDS_MAX / (POINTS - 1))
/* The integral over a look's outcome: so many nodes over ±4.5 standard deviations. */
#define NODES 31
#define NODES_REACH 4.5
/* Looks that move the odds by less drown in the rounding to points: above it that is 2 % at most. */
#define STEP_MIN (2 * GRID)
#define STEP_MAX 1000.0
#define VAR_MIN 1e-12
#define TOLERANCE_BITS 1e-6
#define HALVINGS 24
#define ERROR_SHARE 0.05

/* One way to land between two points. */
struct landing {
	unsigned at; /* the lower point */
	double share, weight;
};

struct walk {
	double stop[POINTS]; /* value of stopping there */
	double value[POINTS];
	struct landing landings[POINTS][2 * NODES];
};

static double entropy(double p)
{
	return p <= 0 || p >= 1 ? 0 : -p * log2(p) - (1 - p) * log2(1 - p);
}

static struct landing land(double odds, double weight)
{
	double where = (fmin(fmax(odds, -ODDS_MAX), ODDS_MAX) + ODDS_MAX) / GRID;
	unsigned at = (unsigned)fmin(where, POINTS - 2);

	return (struct landing){ .at = at, .share = where - at, .weight = weight };
}

/* Looks of the mean step m. */
static void walk_init(struct walk *walk, double m)
{
	double weights[NODES], sum = 0;

	for (unsigned j = 0; j < NODES; j++) {
		double z = NODES_REACH * (2.0 * j / (NODES - 1) - 1);

		weights[j] = exp(-z * z / 2);
		sum += weights[j];
	}
	for (unsigned i = 0; i < POINTS; i++) {
		double odds = GRID * i - ODDS_MAX, p = 1 / (1 + exp(-odds));

		walk->stop[i] = -entropy(p);
		for (unsigned j = 0; j < NODES; j++) {
			double z = NODES_REACH * (2.0 * j / (NODES - 1) - 1);
			double moved = odds + sqrt(2 * m) * z, weight = weights[j] / sum;

			walk->landings[i][2 * j] = land(moved + m, weight * p);
			walk->landings[i][2 * j + 1] = land(moved - m, weight * (1 - p));
		}
	}
}

static double after_look(const struct walk *walk, const double *value, unsigned i)
{
	double sum = 0;

	for (unsigned j = 0; j < 2 * NODES; j++) {
		const struct landing *landing = &walk->landings[i][j];
		const double *at = &value[landing->at];

		sum += landing->weight * (at[0] + landing->share * (at[1] - at[0]));
	}
	return sum;
}

/* The value at every point when a look costs so many bits, from below. */
static void walk_solve(struct walk *walk, double look_bits)
{
	double change;

	memcpy(walk->value, walk->stop, sizeof(walk->value));
	do {
		change = 0;
		for (unsigned i = 0; i < POINTS; i++) {
			double value = after_look(walk, walk->value, i) - look_bits;

			if (value <= walk->value[i])
				continue;
			change = fmax(change, value - walk->value[i]);
			walk->value[i] = value;
		}
	} while (change > TOLERANCE_BITS);
}

/* The best bits a minute with looks of the mean step m; the first one costs `first`, build included. */
static double best_price(double m, double first, double further)
{
	struct walk *walk = mem_zalloc(sizeof(*walk));
	const unsigned even = POINTS / 2;
	double low, high = 1 / first;

	walk_init(walk, fmin(m, STEP_MAX));
	low = (1 + after_look(walk, walk->stop, even)) / first; /* look once */
	for (unsigned i = 0; i < HALVINGS; i++) {
		double price = (low + high) / 2;

		walk_solve(walk, price * further);
		if (1 + after_look(walk, walk->value, even) > price * first)
			low = price;
		else
			high = price;
	}
	free(walk);
	return low;
}

/* Mean step of a look with so many samples. */
static double look_step(const struct bound_world *world, double samples)
{
	double var =
		world->boot_sd * world->boot_sd + world->sample_sd * world->sample_sd / samples;

	return world->effect * world->effect / 2 / fmax(var, VAR_MIN);
}

bool bound_rate(const struct bound_world *world, double *ret)
{
	static const unsigned looks[] = { 1, 2, 4, 8, 16 }; /* samples of one */
	const struct search_costs *costs = &world->costs;
	double best = 0;

	if (sqrt(2 * look_step(world, looks[0])) < STEP_MIN)
		return false;
	for (size_t i = 0; i < ARRAY_LENGTH(looks); i++) {
		double look = costs->boot + looks[i] * costs->sample;
		/* Without noise between boots the first one goes on. */
		double further = world->boot_sd > 0 ? look : looks[i] * costs->sample;

		best = fmax(best,
			    best_price(look_step(world, looks[i]), costs->build + look, further));
	}
	*ret = best;
	return true;
}

double bound_of_ends(const struct search_costs *costs)
{
	return 2 * (costs->build + costs->boot + costs->sample);
}

bool bound_minutes(const struct bound_world *world, double *ret)
{
	double bits = (1 - ERROR_SHARE) * log2(world->commits) - entropy(ERROR_SHARE);
	double rate;

	if (!bound_rate(world, &rate))
		return false;
	*ret = fmax(bits, 0) / rate + bound_of_ends(&world->costs);
	return true;
}

bool bound_simulated(const struct simulate_options *options, double *ret)
{
	const struct bound_world world = {
		.commits = options->commits,
		.effect = options->effects[0],
		.sample_sd = options->sample_sd,
		.boot_sd = options->boot_sd,
		.costs = options->costs,
	};

	return options->n_changes == 1 && options->layout_sd == 0 && options->wander == 0 &&
	       options->drift == 0 && options->outliers == 0 && options->bimodal == 0 &&
	       options->first_shift == 0 && !options->historical && bound_minutes(&world, ret);
}

double bound_ratio(const struct simulate_options *options, double minutes, double bound)
{
	const double charged = options->known_boots > 0 ? bound_of_ends(&options->costs) : 0;

	return (minutes + charged) / bound;
}
