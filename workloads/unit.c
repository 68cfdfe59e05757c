/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "workloads/unit.h"

#include <string.h>

#include "base/str.h"

#define SHOWN_BYTES_MAX 40

enum quantity { TIME, RATE, SIZE };

/* `size` is in ns, bit/s and bytes, which makes each a whole number. */
static const struct unit {
	const char *name;
	enum quantity quantity;
	double size;
} UNITS[] = {
	/* clang-format off */
	{ "ns", TIME, 1 },          { "nsec", TIME, 1 },
	{ "us", TIME, 1e3 },        { "usec", TIME, 1e3 },      { "microseconds", TIME, 1e3 },
	{ "ms", TIME, 1e6 },        { "msec", TIME, 1e6 },
	{ "s", TIME, 1e9 },         { "sec", TIME, 1e9 },       { "seconds", TIME, 1e9 },
	{ "m", TIME, 60e9 },        { "h", TIME, 3600e9 },
	{ "bit/s", RATE, 1 },       { "bits/s", RATE, 1 },      { "bits/sec", RATE, 1 },
	{ "b/s", RATE, 1 },
	{ "Kbit/s", RATE, 1e3 },    { "Kbits/sec", RATE, 1e3 }, { "Kb/sec", RATE, 1e3 },
	{ "Kb/s", RATE, 1e3 },
	{ "Mbit/s", RATE, 1e6 },    { "Mbits/sec", RATE, 1e6 }, { "Mb/sec", RATE, 1e6 },
	{ "Mb/s", RATE, 1e6 },
	{ "Gbit/s", RATE, 1e9 },    { "Gbits/sec", RATE, 1e9 }, { "Gb/sec", RATE, 1e9 },
	{ "Gb/s", RATE, 1e9 },
	{ "B/s", RATE, 8 },         { "bytes/sec", RATE, 8 },   { "Bytes/sec", RATE, 8 },
	{ "KB/s", RATE, 8e3 },      { "KB/sec", RATE, 8e3 },
	{ "MB/s", RATE, 8e6 },      { "MB/sec", RATE, 8e6 },
	{ "GB/s", RATE, 8e9 },      { "GB/sec", RATE, 8e9 },
	{ "KiB/s", RATE, 8192 },    { "KiB/sec", RATE, 8192 },
	{ "MiB/s", RATE, 8388608 }, { "MiB/sec", RATE, 8388608 },
	{ "GiB/s", RATE, 8589934592 }, { "GiB/sec", RATE, 8589934592 },
	{ "B", SIZE, 1 }, { "KiB", SIZE, 1024 }, { "MiB", SIZE, 1048576 }, { "GiB", SIZE, 1073741824 },
	/* clang-format on */
};

static const struct unit *find(const char *name, size_t n)
{
	for (size_t i = 0; i < ARRAY_LENGTH(UNITS); i++) {
		if (strlen(UNITS[i].name) == n && memcmp(UNITS[i].name, name, n) == 0)
			return &UNITS[i];
	}
	return NULL;
}

int unit_convert(double value, const char *from, size_t n, const char *to, double *ret,
		 struct error *err)
{
	const struct unit *source = find(from, n);
	const struct unit *target = find(to, strlen(to));
	CLEANUP(str_clear) struct str shown = { 0 };

	if (n == strlen(to) && memcmp(from, to, n) == 0) {
		*ret = value;
		return 0;
	}
	if (source && target && source->quantity == target->quantity) {
		*ret = value * source->size / target->size;
		return 0;
	}
	str_append_printable(&shown, from, n < SHOWN_BYTES_MAX ? n : SHOWN_BYTES_MAX, false);
	return error_set(err, ERROR_CONFIG, "its unit is '%s', which cannot be made %s",
			 str_text(&shown), to);
}
