/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/survey.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"

#define PRECISION 1e6 /* more digits of a probability tell nobody anything */

void survey_clear(struct survey *survey)
{
	free(survey->places);
	free(survey->bins);
	*survey = (struct survey){ 0 };
}

const struct survey_place *survey_find(const struct survey *survey, int64_t kernel)
{
	for (size_t i = 0; i < survey->n_places; i++)
		if (survey->places[i].kernel == kernel)
			return &survey->places[i];
	return NULL;
}

static double rounded(double value)
{
	return round(value * PRECISION) / PRECISION;
}

struct json *survey_to_json(const struct survey *survey)
{
	struct json *json = json_new_object();
	struct json *places = json_new_array();
	struct json *bins = json_new_array();

	for (size_t i = 0; i < survey->n_places; i++) {
		struct json *place = json_new_object();

		json_set_integer(place, "kernel", survey->places[i].kernel);
		json_set_real(place, "position", rounded(survey->places[i].position));
		json_set_real(place, "mass", rounded(survey->places[i].mass));
		json_push(places, place);
	}
	for (size_t i = 0; i < survey->n_bins; i++)
		json_push_real(bins, rounded(survey->bins[i]));
	json_set_integer(json, "positions", survey->n_positions);
	json_set(json, "kernels", places);
	json_set(json, "probabilities", bins);
	return json;
}

static bool read_whole(const struct json *json, double max, double *ret)
{
	return json_number(json, ret) && *ret >= 0 && *ret <= max && *ret - floor(*ret) <= 0;
}

static int read_place(const struct json *json, struct survey_place *place, struct error *err)
{
	const struct json *mass = json_member(json, "mass");
	double kernel = 0;

	if (!read_whole(json_member(json, "kernel"), 9e15, &kernel) ||
	    !json_number(json_member(json, "position"), &place->position) ||
	    !(place->position >= 0))
		return error_set(err, ERROR_CONFIG, "a kernel of 'survey' has no place");
	place->kernel = (int64_t)kernel;
	place->mass = (double)NAN;
	if (json_is_null(mass))
		return 0;
	if (!json_number(mass, &place->mass) || !(place->mass >= 0))
		return error_set(err, ERROR_CONFIG, "a kernel of 'survey' has no mass");
	return 0;
}

static int read_bins(const struct json *json, struct survey *ret, struct error *err)
{
	size_t n = json_length(json);

	if (!json_is_array(json) || n > SURVEY_BINS_MAX)
		return error_set(err, ERROR_CONFIG,
				 "'probabilities' of 'survey' is no list of up to %d",
				 SURVEY_BINS_MAX);
	ret->bins = mem_array(n, sizeof(*ret->bins));
	for (; ret->n_bins < n; ret->n_bins++)
		if (!json_number(json_element(json, ret->n_bins), &ret->bins[ret->n_bins]) ||
		    !(ret->bins[ret->n_bins] >= 0))
			return error_set(err, ERROR_CONFIG,
					 "'probabilities' of 'survey' holds what is none");
	return 0;
}

int survey_from_json(const struct json *json, struct survey *ret, struct error *err)
{
	const struct json *places = json_member(json, "kernels");
	double positions = 0;

	if (!read_whole(json_member(json, "positions"), UINT32_MAX, &positions) ||
	    !json_is_array(places))
		return error_set(err, ERROR_CONFIG, "'survey' has no positions or kernels");
	ret->n_positions = (uint32_t)positions;
	ret->places = mem_array(json_length(places), sizeof(*ret->places));
	for (; ret->n_places < json_length(places); ret->n_places++)
		if (read_place(json_element(places, ret->n_places), &ret->places[ret->n_places],
			       err) < 0)
			return -1;
	return read_bins(json_member(json, "probabilities"), ret, err);
}
