/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "vm/machine_libvirt_driver.h"

#include <libvirt/libvirt.h>
#include <libvirt/virterror.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/log.h"
#include "base/mem.h"
#include "base/str.h"
#include "vm/domain_xml.h"
#include "vm/workspace_id.h"

#define TICK_MS 20
#define LOG_VARIABLE "LIBVIRT_LOG_OUTPUTS"

struct driver {
	virConnectPtr connection;
	virDomainPtr domain; /* NULL: none was started, or it was stopped */
	enum driver_state state;
	int lifecycle; /* callback ids, -1: none */
	int tick;
	bool has_validated; /* a domain against libvirt's schema */
	char *uri;
};

/* Takes over libvirt's own text, which the next call of libvirt would overwrite. */
static PRINTF_LIKE(2, 3) int error_virt(struct error *err, const char *format, ...)
{
	const virError *cause = virGetLastError();
	char text[ERROR_TEXT_MAX / 2];
	struct str line = { 0 };
	va_list args;

	va_start(args, format);
	(void)vsnprintf(text, sizeof(text), format, args); /* cut when too long */
	va_end(args);
	if (cause && cause->message)
		str_append_printable(&line, cause->message, strlen(cause->message), false);
	error_set(err, ERROR_HOST, "%s: %s", text,
		  line.length ? str_text(&line) : "libvirt gives no reason");
	str_clear(&line);
	return -1;
}

/* Errors are values here; libvirt would print each to stderr. */
static void ignore_error(void *context, virErrorPtr error)
{
	(void)context;
	(void)error;
}

/*
 * libvirt allows one event loop a process, registered before the first connection, and no second
 * attempt. This is its state, not ours.
 */
static void register_event_loop(void)
{
	if (virEventRegisterDefaultImpl() < 0)
		log_debug("libvirt has no event loop"); /* driver_open fails at its first timer */
}

/* libvirt reads the variable once, when it starts; children of ours must not see it. */
static int start_library(const char *log_path, struct error *err)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	const bool is_free = getenv(LOG_VARIABLE) == NULL;
	CLEANUP(mem_freep) char *outputs = mem_printf("3:file:%s", log_path);
	int status;

	if (is_free && setenv(LOG_VARIABLE, outputs, 1) < 0)
		return error_set(err, ERROR_HOST, "cannot set %s", LOG_VARIABLE);
	status = virInitialize();
	if (is_free)
		(void)unsetenv(LOG_VARIABLE); /* fails for malformed names only */
	if (status < 0)
		return error_virt(err, "cannot start libvirt");
	virSetErrorFunc(NULL, ignore_error);
	(void)pthread_once(&once, register_event_loop); /* cannot fail with a valid control */
	return 0;
}

/* A name in the host part of "scheme://[user@]host[:port]/path". */
static bool is_remote(const char *uri)
{
	const char *host = strstr(uri, "://");

	return host && host[3] != '/' && host[3] != '\0';
}

/* Keeps one round of the event loop short. */
static void on_tick(int timer, void *context)
{
	(void)timer;
	(void)context;
}

static enum driver_state state_of_stop(int detail)
{
	switch ((virDomainEventStoppedDetailType)detail) {
	case VIR_DOMAIN_EVENT_STOPPED_CRASHED:
		return DRIVER_CRASHED;
	case VIR_DOMAIN_EVENT_STOPPED_FAILED:
	case VIR_DOMAIN_EVENT_STOPPED_DESTROYED: /* by somebody else: we stop listening before */
		return DRIVER_FAILED;
	case VIR_DOMAIN_EVENT_STOPPED_SHUTDOWN:
	case VIR_DOMAIN_EVENT_STOPPED_MIGRATED:
	case VIR_DOMAIN_EVENT_STOPPED_SAVED:
	case VIR_DOMAIN_EVENT_STOPPED_FROM_SNAPSHOT:
		return DRIVER_STOPPED;
	}
	return DRIVER_STOPPED; /* a detail that a newer libvirt knows */
}

/* Events of an earlier domain come late, and may carry the same name. */
static bool is_same(virDomainPtr a, virDomainPtr b)
{
	unsigned char a_uuid[VIR_UUID_BUFLEN], b_uuid[VIR_UUID_BUFLEN];

	return virDomainGetUUID(a, a_uuid) == 0 && virDomainGetUUID(b, b_uuid) == 0 &&
	       memcmp(a_uuid, b_uuid, sizeof(a_uuid)) == 0;
}

static void on_lifecycle(virConnectPtr connection, virDomainPtr domain, int event, int detail,
			 void *context)
{
	struct driver *driver = context;

	(void)connection;
	if (!driver->domain || !is_same(domain, driver->domain))
		return;
	log_debug("domain %s: event %d, detail %d", virDomainGetName(domain), event, detail);
	if (event == VIR_DOMAIN_EVENT_CRASHED)
		driver->state = DRIVER_CRASHED;
	else if (driver->state != DRIVER_RUNNING)
		return; /* the first reason counts: libvirt itself ends what shut down */
	else if (event == VIR_DOMAIN_EVENT_SHUTDOWN)
		driver->state =
			detail == VIR_DOMAIN_EVENT_SHUTDOWN_HOST ? DRIVER_FAILED : DRIVER_STOPPED;
	else if (event == VIR_DOMAIN_EVENT_STOPPED)
		driver->state = state_of_stop(detail);
}

static int connect_events(struct driver *driver, struct error *err)
{
	/* libvirt's own macro casts the callback of this event to the generic type */
	driver->lifecycle = virConnectDomainEventRegisterAny(
		driver->connection, NULL, VIR_DOMAIN_EVENT_ID_LIFECYCLE,
		VIR_DOMAIN_EVENT_CALLBACK(on_lifecycle), driver, NULL);
	if (driver->lifecycle < 0)
		return error_virt(err, "cannot listen to events of '%s'", driver->uri);
	driver->tick = virEventAddTimeout(TICK_MS, on_tick, NULL, NULL);
	if (driver->tick < 0)
		return error_virt(err, "cannot add a timer to libvirt's event loop");
	return 0;
}

int driver_open(const char *uri, const char *log_path, struct driver **ret, struct error *err)
{
	struct driver *driver;

	if (is_remote(uri))
		return error_set(err, ERROR_CONFIG,
				 "cannot use libvirt at '%s': the files of a boot must be on the "
				 "host that runs it, so only URIs without a host part work",
				 uri);
	if (start_library(log_path, err) < 0)
		return -1;
	driver = mem_zalloc(sizeof(*driver));
	driver->lifecycle = -1;
	driver->tick = -1;
	driver->uri = mem_strdup(uri);
	driver->connection = virConnectOpen(uri);
	if (!driver->connection)
		(void)error_virt(err, "cannot connect to libvirt at '%s'", uri);
	if (!driver->connection || connect_events(driver, err) < 0) {
		driver_close(driver);
		return -1;
	}
	*ret = driver;
	return 0;
}

void driver_close(struct driver *driver)
{
	struct error ignored = { 0 };

	if (!driver)
		return;
	if (driver_stop(driver, &ignored) < 0) /* nobody is left to be told */
		log_debug("%s", ignored.text);
	if (driver->tick >= 0)
		(void)virEventRemoveTimeout(driver->tick); /* it is there */
	if (driver->lifecycle >= 0)
		(void)virConnectDomainEventDeregisterAny(driver->connection, driver->lifecycle);
	if (driver->connection)
		(void)virConnectClose(driver->connection); /* a count of references */
	free(driver->uri);
	free(driver);
}

int driver_start(struct driver *driver, const char *xml, struct error *err)
{
	/* all domains of a connection are built alike, and reading the schema takes 40 ms */
	const unsigned flags = driver->has_validated ? 0 : VIR_DOMAIN_START_VALIDATE;

	driver->state = DRIVER_IDLE;
	driver->domain = virDomainCreateXML(driver->connection, xml, flags);
	if (!driver->domain)
		return error_virt(err, "cannot start a domain");
	driver->has_validated = true;
	driver->state = DRIVER_RUNNING;
	return 0;
}

int driver_pump(struct driver *driver, struct error *err)
{
	if (virEventRunDefaultImpl() < 0)
		return error_virt(err, "cannot run libvirt's event loop");
	if (virConnectIsAlive(driver->connection) != 1)
		return error_set(err, ERROR_HOST, "libvirt at '%s' went away", driver->uri);
	return 0;
}

enum driver_state driver_state(const struct driver *driver)
{
	return driver->state;
}

/* A domain that is not there any more is what was wanted. */
static int destroy_domain(virDomainPtr domain, struct error *err)
{
	const virError *cause;

	if (virDomainDestroy(domain) == 0)
		return 0;
	cause = virGetLastError();
	if (cause && (cause->code == VIR_ERR_NO_DOMAIN || cause->code == VIR_ERR_OPERATION_INVALID))
		return 0;
	return error_virt(err, "cannot end domain '%s'", virDomainGetName(domain));
}

int driver_stop(struct driver *driver, struct error *err)
{
	if (!driver->domain)
		return 0;
	if (destroy_domain(driver->domain, err) < 0)
		return -1;
	(void)virDomainFree(driver->domain); /* a count of references */
	driver->domain = NULL;
	driver->state = DRIVER_IDLE;
	return 0;
}

/* Ours is whatever carries our element with the workspace's id in its metadata. */
static bool is_of_workspace(virDomainPtr domain, const char *workspace)
{
	CLEANUP(mem_freep)
	char *metadata = virDomainGetMetadata(domain, VIR_DOMAIN_METADATA_ELEMENT, DOMAIN_XMLNS,
					      VIR_DOMAIN_AFFECT_CURRENT);
	char id[WORKSPACE_ID_SIZE];

	workspace_id(workspace, id);
	return metadata && strstr(metadata, id);
}

int driver_clean_up(struct driver *driver, const char *workspace, unsigned *ret_n,
		    struct error *err)
{
	CLEANUP(mem_freep) virDomainPtr *domains = NULL;
	const int n = virConnectListAllDomains(driver->connection, &domains,
					       VIR_CONNECT_LIST_DOMAINS_ACTIVE);
	unsigned ended = 0;
	int status = 0;

	if (n < 0)
		return error_virt(err, "cannot list the domains of '%s'", driver->uri);
	for (int i = 0; i < n; i++) {
		if (status == 0 && is_of_workspace(domains[i], workspace)) {
			status = destroy_domain(domains[i], err);
			ended += status == 0;
		}
		(void)virDomainFree(domains[i]); /* a count of references */
	}
	if (status == 0)
		*ret_n = ended;
	return status;
}
