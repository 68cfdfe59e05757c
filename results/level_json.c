/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/level_json.h"

#include <math.h>

struct json *level_to_json(const struct levels *levels, size_t good, size_t kernel)
{
	const struct level *level = &levels->of[kernel];
	bool is_compared = level->n_boots > 0 && good != levels->n;
	struct json *json = json_new_object();

	json_set_integer(json, "boots", (int64_t)level->n_boots);
	json_set_integer(json, "samples", (int64_t)level->n_samples);
	json_set_real(json, "value", level->n_boots ? level->value : (double)NAN);
	json_set_real(json, "half_percent",
		      level->n_boots ? log_percent_to_percent(level->half) : (double)NAN);
	json_set_real(json, "of_good_percent",
		      is_compared ? level_share(level, &levels->of[good]) : (double)NAN);
	json_set_real(json, "of_good_half",
		      is_compared ? level_share_half(level, &levels->of[good]) : (double)NAN);
	return json;
}
