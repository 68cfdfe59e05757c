/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <sys/reboot.h>

int main(void)
{
	return reboot(RB_AUTOBOOT) < 0;
}
