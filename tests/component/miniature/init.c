/* SPDX-License-Identifier: GPL-3.0-or-later */
const char built_by[] = BUILT_BY;

void _start(void);
void _start(void)
{
	for (;;)
		;
}
