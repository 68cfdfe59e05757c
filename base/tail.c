/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/tail.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/* Drops all but the last max bytes. */
static void cut(struct tail *tail)
{
	if (tail->length <= tail->max)
		return;
	memmove(tail->bytes, tail->bytes + tail->length - tail->max, tail->max);
	tail->length = tail->max;
	tail->is_cut = true;
}

void tail_add(struct tail *tail, const char *bytes, size_t n)
{
	if (n > tail->max) {
		bytes += n - tail->max;
		n = tail->max;
		tail->is_cut = true;
	}
	if (n == 0)
		return;
	if (!tail->bytes)
		tail->bytes = mem_array(tail->max, 2);
	/* Twice the room, so that the bytes move once for every max of them. */
	if (n > 2 * tail->max - tail->length)
		cut(tail);
	memcpy(tail->bytes + tail->length, bytes, n);
	tail->length += n;
}

char *tail_steal(struct tail *tail, size_t *ret_n)
{
	char *bytes;

	cut(tail);
	bytes = mem_dup(tail->bytes, tail->length);
	*ret_n = tail->length;
	tail_clear(tail);
	return bytes;
}

void tail_clear(struct tail *tail)
{
	free(tail->bytes);
	*tail = (struct tail){ .max = tail->max };
}
