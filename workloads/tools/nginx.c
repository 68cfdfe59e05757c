/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "workloads/tools/nginx.h"

#include <stddef.h>

/* The page is as long as the one that nginx comes with. Nothing is written while it serves. */
static const char NGINX[] =
	"set -e; dir=/tmp/nginx; mkdir -p $dir; printf %612s page > $dir/index.html; "
	"echo 'user root; daemon off; worker_processes auto; pid /tmp/nginx.pid; error_log stderr; "
	"events { worker_connections 4096; } "
	"http { access_log off; server { listen 127.0.0.1:80; root /tmp/nginx; } }' > $dir/conf; "
	"exec nginx -e stderr -c $dir/conf";

const char *const nginx_argv[] = { "sh", "-c", NGINX, NULL };
