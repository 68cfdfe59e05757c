/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/search_gain.h"

#include <math.h>

#include "base/defs.h"

/* Points of the integral over one look's outcome. */
#define POINTS 20
/* A term this many squared standard deviations out adds nothing. */
#define FAR 60.0

// clang-format off
static const double label_q[] = {
	1e-5, 1e-4, 3e-4, 1e-3, 3e-3, 0.01, 0.02, 0.04, 0.07, 0.1,
	0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5,
};
static const double label_distance[] = {
	0, 0.1, 0.2, 0.3, 0.45, 0.6, 0.8, 1, 1.25, 1.5,
	1.75, 2, 2.5, 3, 3.5, 4, 5, 6, 8, 12,
};
/* Share of the label's entropy that one look gives, [q][distance]. */
static const double label_share[ARRAY_LENGTH(label_q)][ARRAY_LENGTH(label_distance)] = {
	{ 0.000000, 0.000400, 0.001598, 0.003596, 0.008092, 0.014385, 0.025573, 0.039958, 0.062434, 0.089904,
	  0.122365, 0.159814, 0.249562, 0.358191, 0.481549, 0.609765, 0.827086, 0.945515, 0.997927, 1.000000 },
	{ 0.000000, 0.000490, 0.001959, 0.004407, 0.009915, 0.017627, 0.031337, 0.048962, 0.076497, 0.110142,
	  0.149873, 0.195632, 0.304401, 0.431960, 0.567452, 0.695470, 0.881994, 0.966818, 0.998920, 1.000000 },
	{ 0.000000, 0.000549, 0.002194, 0.004937, 0.011109, 0.019748, 0.035105, 0.054847, 0.085681, 0.123331,
	  0.167731, 0.218711, 0.338506, 0.474720, 0.612733, 0.736297, 0.903861, 0.974243, 0.999214, 1.000000 },
	{ 0.000000, 0.000632, 0.002527, 0.005685, 0.012791, 0.022737, 0.040413, 0.063125, 0.098565, 0.141752,
	  0.192467, 0.250235, 0.382853, 0.526519, 0.663547, 0.778973, 0.924281, 0.980655, 0.999445, 1.000000 },
	{ 0.000000, 0.000732, 0.002929, 0.006589, 0.014824, 0.026346, 0.046809, 0.073071, 0.113949, 0.163506,
	  0.221168, 0.285893, 0.429577, 0.576763, 0.709092, 0.814687, 0.939676, 0.985160, 0.999594, 1.000000 },
	{ 0.000000, 0.000884, 0.003535, 0.007951, 0.017880, 0.031757, 0.056350, 0.087787, 0.136351, 0.194435,
	  0.260664, 0.333038, 0.485994, 0.632286, 0.755704, 0.849001, 0.953160, 0.988872, 0.999709, 1.000000 },
	{ 0.000000, 0.001000, 0.003997, 0.008988, 0.020199, 0.035844, 0.063491, 0.098654, 0.152504, 0.216039,
	  0.287225, 0.363466, 0.519542, 0.663006, 0.780013, 0.866067, 0.959423, 0.990520, 0.999757, 1.000000 },
	{ 0.000000, 0.001143, 0.004569, 0.010271, 0.023056, 0.040845, 0.072117, 0.111558, 0.171166, 0.240211,
	  0.315948, 0.395278, 0.552547, 0.691775, 0.801914, 0.880984, 0.964669, 0.991863, 0.999795, 1.000000 },
	{ 0.000000, 0.001283, 0.005127, 0.011515, 0.025809, 0.045620, 0.080215, 0.123415, 0.187786, 0.261031,
	  0.339890, 0.420996, 0.577866, 0.712961, 0.817543, 0.891374, 0.968199, 0.992747, 0.999820, 1.000000 },
	{ 0.000000, 0.001384, 0.005527, 0.012407, 0.027768, 0.048986, 0.085831, 0.131481, 0.198804, 0.274485,
	  0.354994, 0.436874, 0.592950, 0.725246, 0.826422, 0.897184, 0.970131, 0.993224, 0.999833, 1.000000 },
	{ 0.000000, 0.001507, 0.006017, 0.013495, 0.030140, 0.053019, 0.092455, 0.140827, 0.211286, 0.289406,
	  0.371432, 0.453868, 0.608666, 0.737794, 0.835356, 0.902964, 0.972022, 0.993686, 0.999845, 1.000000 },
	{ 0.000000, 0.001597, 0.006374, 0.014285, 0.031849, 0.055896, 0.097106, 0.147283, 0.219737, 0.299325,
	  0.382184, 0.464832, 0.618586, 0.745586, 0.840838, 0.906478, 0.973157, 0.993961, 0.999852, 1.000000 },
	{ 0.000000, 0.001666, 0.006644, 0.014878, 0.033125, 0.058028, 0.100512, 0.151955, 0.225768, 0.306318,
	  0.389684, 0.472411, 0.625346, 0.750843, 0.844507, 0.908817, 0.973907, 0.994142, 0.999857, 1.000000 },
	{ 0.000000, 0.001717, 0.006847, 0.015325, 0.034080, 0.059614, 0.103025, 0.155371, 0.230134, 0.311337,
	  0.395028, 0.477778, 0.630088, 0.754504, 0.847050, 0.910431, 0.974421, 0.994265, 0.999860, 1.000000 },
	{ 0.000000, 0.001755, 0.006996, 0.015652, 0.034777, 0.060766, 0.104838, 0.157821, 0.233245, 0.314890,
	  0.398792, 0.481541, 0.633390, 0.757041, 0.848805, 0.911542, 0.974774, 0.994350, 0.999863, 1.000000 },
	{ 0.000000, 0.001781, 0.007098, 0.015876, 0.035254, 0.061551, 0.106068, 0.159476, 0.235334, 0.317267,
	  0.401301, 0.484043, 0.635575, 0.758714, 0.849960, 0.912272, 0.975005, 0.994405, 0.999864, 1.000000 },
	{ 0.000000, 0.001796, 0.007158, 0.016007, 0.035532, 0.062008, 0.106782, 0.160433, 0.236540, 0.318635,
	  0.402742, 0.485477, 0.636824, 0.759669, 0.850618, 0.912687, 0.975136, 0.994437, 0.999865, 1.000000 },
	{ 0.000000, 0.001801, 0.007178, 0.016050, 0.035623, 0.062158, 0.107016, 0.160747, 0.236934, 0.319082,
	  0.403212, 0.485944, 0.637230, 0.759979, 0.850832, 0.912822, 0.975179, 0.994447, 0.999865, 1.000000 },
};
// clang-format on

double search_gain_entropy(double p)
{
	if (p <= 0 || p >= 1)
		return 0;
	return -(p * log2(p) + (1 - p) * log2(1 - p));
}

/* The last index whose value is ≤ x, at most n−2; values[0] ≤ x. */
static size_t cell_of(const double *values, size_t n, double x)
{
	size_t i = 0;

	while (i + 2 < n && values[i + 1] <= x)
		i++;
	return i;
}

double search_gain_label(double q, double distance)
{
	const size_t n_q = ARRAY_LENGTH(label_q), n_distance = ARRAY_LENGTH(label_distance);
	size_t i, j;
	double u, v, low, high;

	if (q > 0.5)
		q = 1 - q;
	if (q < label_q[0] || distance <= 0)
		return 0;
	i = cell_of(label_q, n_q, q);
	u = log(q / label_q[i]) / log(label_q[i + 1] / label_q[i]);
	distance = fmin(distance, label_distance[n_distance - 1]);
	j = cell_of(label_distance, n_distance, distance);
	v = (distance - label_distance[j]) / (label_distance[j + 1] - label_distance[j]);
	low = label_share[i][j] * (1 - v) + label_share[i][j + 1] * v;
	high = label_share[i + 1][j] * (1 - v) + label_share[i + 1][j + 1] * v;
	return search_gain_entropy(q) * (low * (1 - u) + high * u);
}

static double total_of(const struct search_prediction *predictions, size_t n)
{
	double total = 0;

	for (size_t i = 0; i < n; i++)
		total += predictions[i].probability;
	return total;
}

double search_gain_spread(const struct search_prediction *predictions, size_t n)
{
	double total = total_of(predictions, n), mean = 0, spread = 0;

	if (total <= 0)
		return 0;
	for (size_t i = 0; i < n; i++)
		mean += predictions[i].probability / total * predictions[i].mean;
	for (size_t i = 0; i < n; i++) {
		double off = predictions[i].mean - mean;

		spread += predictions[i].probability / total * off * off;
	}
	return spread;
}

/* Density of the outcome x, times the entropy (nats) of what would then be believed. */
static double entropy_at(const struct search_prediction *predictions, size_t n, double noise_var,
			 double x)
{
	double density = 0, sum = 0;

	for (size_t i = 0; i < n; i++) {
		double var = noise_var + predictions[i].var;
		double off = x - predictions[i].mean;
		double term;

		if (off * off > FAR * var)
			continue;
		term = predictions[i].probability * exp(-off * off / (2 * var)) / sqrt(var);
		if (term <= 0)
			continue;
		density += term;
		sum += term * log(term);
	}
	return density > 0 ? density * log(density) - sum : 0;
}

double search_gain_mixture(const struct search_prediction *predictions, size_t n, double noise_var)
{
	double total = total_of(predictions, n);
	double low = INFINITY, high = -INFINITY, before = 0, after = 0, step;
	double spread;

	if (n < 2 || total <= 0)
		return 0;
	spread = search_gain_spread(predictions, n);
	if (spread < 1e-3 * noise_var)
		return spread / noise_var / (2 * M_LN2);
	for (size_t i = 0; i < n; i++) {
		double p = predictions[i].probability / total;
		double reach = 4 * sqrt(noise_var + predictions[i].var);

		low = fmin(low, predictions[i].mean - reach);
		high = fmax(high, predictions[i].mean + reach);
		if (p > 0)
			before -= p * log(p);
	}
	step = (high - low) / POINTS;
	for (size_t i = 0; i < POINTS; i++)
		after += entropy_at(predictions, n, noise_var, low + ((double)i + 0.5) * step);
	after *= step / total / sqrt(2 * M_PI);
	return fmax(0, (before - after) / M_LN2);
}
