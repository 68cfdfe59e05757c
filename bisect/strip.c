/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/strip.h"

#include <assert.h>
#include <math.h>

#include "base/mem.h"

/* Columns are shown by the square root, so that a few percent are still seen beside a peak. */
static const char *block(double probability)
{
	static const char *const blocks[] = { "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█" };
	const size_t n = ARRAY_LENGTH(blocks);
	size_t level = (size_t)(sqrt(probability) * (double)n);

	if (probability < 0.001)
		return " ";
	return blocks[level < n ? level : n - 1];
}

static unsigned column_of(uint32_t position, uint32_t n, unsigned width)
{
	return (unsigned)((uint64_t)position * (width - 1) / n);
}

void strip_append(struct str *str, const double *posterior, uint32_t n,
		  const struct strip_mark *marks, size_t n_marks, unsigned width)
{
	CLEANUP(mem_freep) double *columns = mem_array(width, sizeof(*columns));
	CLEANUP(mem_freep) char *line = mem_array((size_t)width + 1, 1);

	assert(n > 0 && width > 1);
	for (uint32_t position = 1; position <= n; position++)
		columns[column_of(position, n, width)] += posterior[position];
	for (unsigned i = 0; i < width; i++) {
		str_append(str, block(columns[i]));
		line[i] = ' ';
	}
	str_append_char(str, '\n');
	for (size_t i = 0; i < n_marks; i++)
		line[column_of(marks[i].position, n, width)] = marks[i].symbol;
	str_append(str, line);
	str_append_char(str, '\n');
}
