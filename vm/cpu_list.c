/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "vm/cpu_list.h"

static bool take_number(const char **text, unsigned *ret)
{
	const char *at = *text;
	unsigned value = 0;

	for (; *at >= '0' && *at <= '9'; at++) {
		value = value * 10 + (unsigned)(*at - '0');
		if (value >= CPU_LIST_MAX)
			return false;
	}
	if (at == *text)
		return false;
	*text = at;
	*ret = value;
	return true;
}

bool cpu_list_parse(const char *text, unsigned cpus[CPU_LIST_MAX], size_t *ret_n)
{
	size_t n = 0;

	for (;;) {
		unsigned first, last;

		if (!take_number(&text, &first))
			return false;
		last = first;
		if (*text == '-') {
			text++;
			if (!take_number(&text, &last) || last < first)
				return false;
		}
		for (unsigned cpu = first; cpu <= last; cpu++) {
			if (n == CPU_LIST_MAX)
				return false;
			cpus[n++] = cpu;
		}
		if (*text == '\0' || *text == '\n')
			break;
		if (*text++ != ',')
			return false;
	}
	*ret_n = n;
	return true;
}
