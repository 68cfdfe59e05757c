/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The web server in the guest: it gives one page of 612 bytes, from memory. */
#ifndef WORKLOADS_TOOLS_NGINX_H
#define WORKLOADS_TOOLS_NGINX_H

#define NGINX_PORT 80
#define NGINX_PACKAGES "nginx-light dash coreutils"
extern const char *const nginx_argv[];

#endif
