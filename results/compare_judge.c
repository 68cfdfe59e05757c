/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/compare_judge.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "results/stats.h"

#define INTERVAL 0.95

/* The spread of one unit of a metric, a boot or a sample, log-percent, over all kernels and cells. */
struct pool {
	double sum, freedom; /* of squares */
};

static bool is_judgeable(const struct compare_value *value)
{
	return value->series && value->mean > 0 &&
	       (value->n > 1 || !isfinite(value->series->spread));
}

/* The logarithms, or NULL where a unit has none; the caller frees them. */
static double *logarithms(const struct compare_value *value)
{
	double *logs = mem_array(value->n, sizeof(*logs));

	for (size_t i = 0; i < value->n; i++) {
		if (!(value->units[i] > 0)) {
			free(logs);
			return NULL;
		}
		logs[i] = 100 * log(value->units[i]);
	}
	return logs;
}

static bool is_same_metric(const struct series *a, const struct series *b)
{
	return strcmp(a->workload, b->workload) == 0 && strcmp(a->metric, b->metric) == 0 &&
	       strcmp(a->machine, b->machine) == 0;
}

static struct pool pool_of(const struct compare *compare, const struct compare_value *like)
{
	struct pool pool = { 0 };

	for (size_t i = 0; i < compare->n_kernels * compare->n_columns; i++) {
		const struct compare_value *value = &compare->values[i];
		CLEANUP(mem_freep) double *logs = NULL;
		double sd;

		if (!value->series || value->n < 2 || value->by_boot != like->by_boot ||
		    !is_same_metric(value->series, like->series))
			continue;
		logs = logarithms(value);
		if (!logs)
			continue;
		sd = stats_sd(logs, value->n);
		pool.sum += (double)(value->n - 1) * sd * sd;
		pool.freedom += (double)(value->n - 1);
	}
	return pool;
}

static void set(struct compare_value *value, enum compare_method method, double low, double high,
		double p)
{
	value->method = method;
	value->verdict = COMPARE_NOT_SHOWN; /* until the correction says otherwise */
	value->low = exp(low / 100);
	value->high = exp(high / 100);
	value->p = value->p_adjusted = p;
}

static void set_by_sd(struct compare_value *value, enum compare_method method, double difference,
		      double sd, double freedom)
{
	const double half = sd * stats_t_quantile(0.5 + INTERVAL / 2, freedom);

	set(value, method, difference - half, difference + half,
	    stats_t_two_sided(difference / sd, freedom));
}

/* By the spreads of the two, or of all with this metric. */
static void judge_measured(const struct compare *compare, const struct compare_value *base,
			   struct compare_value *value)
{
	CLEANUP(mem_freep) double *base_logs = logarithms(base);
	CLEANUP(mem_freep) double *logs = logarithms(value);
	const struct stats_series a = { base_logs, base->n }, b = { logs, value->n };
	struct stats_comparison compared;
	struct pool pool;

	if (!logs || !base_logs)
		return;
	if (stats_compare(&a, &b, INTERVAL, &compared)) {
		set(value, COMPARE_WELCH, compared.low, compared.high, compared.p);
		return;
	}
	pool = pool_of(compare, value->n == 1 ? value : base);
	if (pool.freedom > 0 && pool.sum > 0)
		set_by_sd(value, COMPARE_POOLED,
			  stats_mean(logs, value->n) - stats_mean(base_logs, base->n),
			  sqrt(pool.sum / pool.freedom *
			       (1 / (double)value->n + 1 / (double)base->n)),
			  pool.freedom);
}

/* Those of the row with the column's metric that were measured once, as the base was. */
static size_t collect_single(const struct compare *compare, size_t row, size_t column,
			     struct compare_value **ret)
{
	size_t n = 0;

	for (size_t i = 0; i < compare->n_columns; i++) {
		struct compare_value *value = compare_at(compare, row, i);
		const struct compare_value *base = compare_at(compare, compare->base, i);

		if (value->verdict == COMPARE_NOT_JUDGED && value->n == 1 && base->n == 1 &&
		    is_judgeable(value) && is_judgeable(base) &&
		    is_same_metric(compare->columns[i], compare->columns[column]))
			ret[n++] = value;
	}
	return n;
}

/* Where nothing was measured twice. */
static void judge_single(struct compare *compare, size_t row, size_t column)
{
	CLEANUP(mem_freep)
	struct compare_value **values =
		mem_array(compare->n_columns, sizeof(struct compare_value *));
	CLEANUP(mem_freep) double *differences = mem_array(compare->n_columns, sizeof(double));
	const size_t n = collect_single(compare, row, column, values);
	double error;

	if (n < COMPARE_LENTH_MIN)
		return;
	for (size_t i = 0; i < n; i++)
		differences[i] = 100 * log(values[i]->ratio);
	error = stats_lenth(differences, n);
	for (size_t i = 0; i < n && error > 0; i++)
		set_by_sd(values[i], COMPARE_LENTH, differences[i], error, (double)n / 3);
}

static void correct(struct compare *compare)
{
	const size_t n_values = compare->n_kernels * compare->n_columns;
	CLEANUP(mem_freep) double *p = mem_array(n_values, sizeof(*p));
	size_t n = 0;

	for (size_t i = 0; i < n_values; i++)
		if (compare->values[i].method != COMPARE_NO_METHOD)
			p[n++] = compare->values[i].p;
	compare->n_judged = n;
	stats_holm(p, n);
	n = 0;
	for (size_t i = 0; i < n_values; i++) {
		struct compare_value *value = &compare->values[i];

		if (value->method == COMPARE_NO_METHOD)
			continue;
		value->p_adjusted = p[n++];
		if (value->p_adjusted < 1 - compare->confidence) {
			value->verdict = COMPARE_REAL;
			compare->n_real++;
		}
	}
}

static void remark(struct compare *compare)
{
	size_t n = 0, n_single = 0, n_one_boot = 0, n_samples = 0;
	size_t n_lenth = 0, n_not = 0, n_pooled = 0;

	for (size_t i = 0; i < compare->n_kernels * compare->n_columns; i++) {
		const struct compare_value *value = &compare->values[i];

		n += value->series != NULL;
		n_single += value->series && value->n == 1 && !value->by_boot;
		n_one_boot += value->series && value->n == 1 && value->by_boot;
		n_samples += value->series && value->n > 1 && !value->by_boot;
		n_lenth += value->method == COMPARE_LENTH;
		n_pooled += value->method == COMPARE_POOLED;
		n_not += value->verdict == COMPARE_NOT_JUDGED;
	}
	if (n_single)
		strlist_addf(&compare->remarks,
			     "%zu of %zu cells have a single sample, which has no spread", n_single,
			     n);
	if (n_one_boot)
		strlist_addf(&compare->remarks,
			     "%zu of %zu cells have a single boot, whose samples do not say what "
			     "boots differ",
			     n_one_boot, n);
	if (n_pooled)
		strlist_addf(&compare->remarks,
			     "%zu differences of such cells are judged by the spread that the "
			     "metric has elsewhere",
			     n_pooled);
	if (n_lenth)
		strlist_addf(&compare->remarks,
			     "%zu differences are judged against each other, as if most of them "
			     "were nothing: small ones that are real are not seen this way",
			     n_lenth);
	if (n_not)
		strlist_addf(&compare->remarks,
			     "%zu differences cannot be judged (?): nothing says how much equal "
			     "kernels differ",
			     n_not);
	if (n_samples)
		strlist_addf(
			&compare->remarks,
			"%zu of %zu cells have samples whose boots are not told apart: what equal "
			"kernels differ from boot to boot is not in their spread",
			n_samples, n);
}

void compare_judge(struct compare *compare, double confidence)
{
	compare->confidence = confidence;
	for (size_t row = 0; row < compare->n_kernels; row++) {
		for (size_t column = 0; column < compare->n_columns; column++) {
			struct compare_value *value = compare_at(compare, row, column);
			const struct compare_value *base =
				compare_at(compare, compare->base, column);

			if (value->verdict != COMPARE_NOT_JUDGED || !is_judgeable(value) ||
			    !is_judgeable(base))
				continue;
			judge_measured(compare, base, value);
			if (value->verdict == COMPARE_NOT_JUDGED)
				judge_single(compare, row, column);
		}
	}
	correct(compare);
	remark(compare);
}
