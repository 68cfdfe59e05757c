/* SPDX-License-Identifier: GPL-3.0-or-later */
int heap(int x);

int heap(int x)
{
	return x;
}
