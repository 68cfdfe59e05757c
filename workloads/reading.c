/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "workloads/reading.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

void readings_add(struct readings *readings, const char *metric, const char *unit,
		  enum direction better, double value)
{
	mem_grow(&readings->items, &readings->capacity, readings->n, sizeof(*readings->items));
	readings->items[readings->n++] = (struct reading){
		.metric = mem_strdup(metric), .unit = unit, .better = better, .value = value
	};
}

void readings_clear(struct readings *readings)
{
	for (size_t i = 0; i < readings->n; i++)
		free(readings->items[i].metric);
	free(readings->items);
	*readings = (struct readings){ 0 };
}

size_t readings_main(const struct readings *readings)
{
	size_t n = 0;

	while (n < readings->n && strcmp(readings->items[n].metric, readings->items[0].metric) == 0)
		n++;
	return n;
}
