/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <argp.h>

#include "bisect/cli.h"

/* argp prints these for --version and --help. */
const char *argp_program_version = "perfsect " PERFSECT_VERSION;

int main(int argc, char **argv)
{
	return cli_main(argc, argv);
}
