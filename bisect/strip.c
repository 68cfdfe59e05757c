/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/strip.h"

#include <assert.h>
#include <math.h>

#include "base/mem.h"

/* Columns are shown by the square root, so that a few percent are still seen beside a peak. */
static const char *block(double probability, bool is_ascii)
{
	static const char *const blocks[][8] = {
		{ "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█" },
		{ ".", ":", "-", "=", "+", "*", "%", "@" },
	};
	const size_t n = ARRAY_LENGTH(blocks[0]);
	size_t level = (size_t)(sqrt(probability) * (double)n);

	if (probability < 0.001)
		return " ";
	return blocks[is_ascii][level < n ? level : n - 1];
}

static unsigned column_of(const struct strip *strip, uint32_t position)
{
	return (unsigned)((uint64_t)position * (strip->width - 1) / strip->n);
}

void strip_append(struct str *str, const struct strip *strip)
{
	CLEANUP(mem_freep) double *columns = mem_array(strip->width, sizeof(*columns));
	CLEANUP(mem_freep) char *line = mem_array((size_t)strip->width + 1, 1);

	assert(strip->n > 0 && strip->width > 1);
	for (uint32_t position = 1; position <= strip->n; position++)
		columns[column_of(strip, position)] += strip->posterior[position];
	for (unsigned i = 0; i < strip->width; i++) {
		str_append(str, block(columns[i], strip->is_ascii));
		line[i] = ' ';
	}
	str_append_char(str, '\n');
	for (size_t i = 0; i < strip->n_marks; i++)
		line[column_of(strip, strip->marks[i].position)] = strip->marks[i].symbol;
	str_append(str, line);
	str_append_char(str, '\n');
}
