/* SPDX-License-Identifier: GPL-3.0-or-later */
int task(int x);

int task(int x)
{
	return x;
}
