/* SPDX-License-Identifier: GPL-3.0-or-later */
int swap(int x);

int swap(int x)
{
	return x;
}
