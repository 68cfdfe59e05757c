/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * libvirt, of which nothing else in the program knows: a connection that runs one domain at a time.
 * Everything happens in the calling thread; events arrive while driver_pump runs.
 */
#ifndef VM_MACHINE_LIBVIRT_DRIVER_H
#define VM_MACHINE_LIBVIRT_DRIVER_H

#include "base/defs.h"
#include "base/error.h"

#include <stdbool.h>

struct driver;

enum driver_state {
	DRIVER_IDLE,
	DRIVER_RUNNING,
	DRIVER_STOPPED, /* the guest went down by itself */
	DRIVER_CRASHED, /* its kernel told the panic device that it panicked */
	DRIVER_FAILED,  /* QEMU went away by itself or was killed: nothing the guest did */
};

/*
 * Connects. Refuses a URI of another host. `log_path` is where libvirt writes its own warnings; the
 * first call of the process decides. Blocks while the driver looks at the QEMU it finds, which takes
 * a second or two the first time.
 */
int driver_open(const char *uri, const char *log_path, struct driver **ret,
		struct error *err) MUST_CHECK;
/* Ends the domain that is running, if any. NULL is allowed. */
void driver_close(struct driver *driver);

/* Starts a transient domain; none may be running. Blocks until QEMU answers, at most for seconds. */
int driver_start(struct driver *driver, const char *xml, struct error *err) MUST_CHECK;
/* Lets events happen for up to 20 ms. Fails when the connection is broken. */
int driver_pump(struct driver *driver, struct error *err) MUST_CHECK;
enum driver_state driver_state(const struct driver *driver);
/* Ends the domain of driver_start and waits for its QEMU; idempotent. */
int driver_stop(struct driver *driver, struct error *err) MUST_CHECK;

/* Ends the domains whose metadata name the workspace; *ret_n counts them. */
int driver_clean_up(struct driver *driver, const char *workspace, unsigned *ret_n,
		    struct error *err) MUST_CHECK;

#endif
