/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * PID 1 of the kernel under test: says hello, tells what it runs on, runs the jobs that lie beside it
 * in the initramfs, waits for more of them where the list says so, says goodbye and ends the machine. Words on the kernel's command line:
 *
 *     perfsect.channel=console   records go to the console even where a port exists
 *     perfsect.settle=SECONDS    nothing runs before this uptime (3 s): the kernel still probes devices
 *                                and refines its clock behind PID 1's back
 *     perfsect.end=poweroff      power off at the end where there is ACPI; otherwise reboot, which ends
 *                                a VM that was told not to, and which every kernel can
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/reboot.h>
#include <time.h>
#include <unistd.h>

#include "vm/guest/channel.h"
#include "vm/guest/facts.h"
#include "vm/guest/hold.h"
#include "vm/guest/run.h"
#include "vm/guest/setup.h"
#include "vm/guest/text_file.h"
#include "vm/job.h"

#define JOBS_PATH "/perfsect/jobs"
#define SETTLE_S 3
#define SETTLE_MAX_S 600

/* The value of "key=…" on the kernel's command line; false when it is not there. */
static bool cmdline_get(const char *key, char *value, size_t size)
{
	char cmdline[4096];

	return text_file_read("/proc/cmdline", cmdline, sizeof(cmdline)) &&
	       text_file_word(cmdline, key, value, size);
}

static bool cmdline_says(const char *key, const char *value)
{
	char said[32];

	return cmdline_get(key, said, sizeof(said)) && strcmp(said, value) == 0;
}

/* Idle time is free where instructions are the clock, and gone by already on most real machines. */
static void settle(struct channel *channel)
{
	struct timespec until = { .tv_sec = SETTLE_S };
	char said[32];

	if (cmdline_get("perfsect.settle", said, sizeof(said))) {
		char *end;
		const unsigned long seconds = strtoul(said, &end, 10);

		if (said[0] >= '0' && said[0] <= '9' && *end == '\0' && seconds <= SETTLE_MAX_S)
			until.tv_sec = (time_t)seconds;
		else
			channel_note(channel, "perfsect.settle=%s: no number up to %d", said,
				     SETTLE_MAX_S);
	}
	while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) == EINTR)
		;
}

/* False, with a note, when there is nothing that could be run. */
static bool read_jobs(struct channel *channel, struct job_list *ret)
{
	char *text = malloc(JOB_TEXT_MAX + 1);
	unsigned line = 0;
	bool is_good = false;
	long n;

	n = text ? text_file_bytes(JOBS_PATH, text, JOB_TEXT_MAX + 1) : -1;
	if (n < 0)
		channel_note(channel, "cannot read %s: %s", JOBS_PATH, strerror(errno));
	else if (job_decode(text, (size_t)n, ret, &line) < 0)
		channel_note(channel, "cannot understand %s: line %u", JOBS_PATH, line);
	else
		is_good = true;
	free(text);
	return is_good;
}

static void say_goodbye(struct channel *channel)
{
	char text[16];
	const int n = snprintf(text, sizeof(text), "%" PRIu32, channel->sequence);

	channel_send(channel, WIRE_BYE, text, (size_t)n);
}

/* Without jobs there is no goodbye, and so the host knows. */
static void run_all(struct channel *channel)
{
	struct job_list list;

	if (!read_jobs(channel, &list))
		return;
	run_init();
	for (size_t i = 0; i < list.n; i++)
		run_job(channel, &list.jobs[i], (unsigned)i);
	if (list.hold_s)
		hold(channel, &list);
	job_list_clear(&list);
	say_goodbye(channel);
}

/* PID 1 must not return: the kernel would call that a panic. */
static _Noreturn void end_machine(void)
{
	/* A kernel that cannot power off halts instead, and the machine would stay on for ever. */
	const bool can_power_off = access("/sys/firmware/acpi", F_OK) == 0;

	sync();
	if (can_power_off && cmdline_says("perfsect.end", "poweroff"))
		(void)reboot(RB_POWER_OFF);
	(void)reboot(RB_AUTOBOOT);
	for (;;)
		(void)pause();
}

int main(void)
{
	struct channel channel;
	struct setup setup;
	int64_t hello_ns;

	if (getpid() != 1) {
		(void)fputs("perfsect-init: I am PID 1 of a guest, or nothing\n", stderr);
		return 2;
	}
	setup_run(&setup);
	channel_open(&channel, cmdline_says("perfsect.channel", "console"));
	channel_send(&channel, WIRE_HELLO, PERFSECT_VERSION, strlen(PERFSECT_VERSION));
	channel_flush(&channel);
	hello_ns = channel_now_ns();
	setup_report(&setup, &channel);
	settle(&channel);
	facts_send(&channel, hello_ns);
	channel_flush(&channel);
	run_all(&channel);
	channel_close(&channel);
	end_machine();
}
