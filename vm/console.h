/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Watches a kernel's console and says what happened to the kernel. Pure: bytes in, events out; the
 * caller tells the time. The machine feeds every byte of the serial console in order.
 */
#ifndef VM_CONSOLE_H
#define VM_CONSOLE_H

#include "base/defs.h"

#include <stdbool.h>
#include <stddef.h>

/* Ordered by weight: a later one overrides an earlier one, and none is ever taken back. */
enum console_state {
	CONSOLE_SILENT,  /* nothing from a kernel yet */
	CONSOLE_TALKING, /* kernel messages have been seen */
	CONSOLE_STALLED, /* rcu stall, hung task: may still go on, decided at the deadline */
	CONSOLE_OOPS, /* BUG, Oops, general protection fault, KASAN: goes on, but not to be trusted */
	CONSOLE_LOCKUP, /* soft or hard lockup */
	CONSOLE_REBOOT, /* firmware or a second "Linux version" after kernel messages: an early reboot */
	CONSOLE_PANIC, /* "Kernel panic - not syncing": nothing will follow */
};

#define CONSOLE_REASON_MAX 256

struct console {
	enum console_state state;
	char reason
		[CONSOLE_REASON_MAX]; /* the line that led to `state`, printable, without time stamp */
	char release[128];            /* from "Linux version <release>", "" until seen */
	size_t bytes;                 /* seen so far */
	double last_byte_s;           /* time of the last byte */
	/* private to console.c */
	char line[512]; /* the first bytes of the line that is coming in */
	size_t line_n;
	char escape;     /* '\0', or the byte that says which terminal sequence is being skipped */
	bool has_stamps; /* the kernel's banner had a time stamp */
	unsigned versions; /* "Linux version" banners seen */
};

void console_init(struct console *console, double now_s);

/*
 * Takes the next bytes. `now_s` is any steady clock. Lines of any length, NUL bytes, escapes, CR
 * overwriting and interleaved wire records ("@@ps1 …") are coped with; records are ignored here.
 * Only a line that begins as the kernel begins its lines counts ("<N>" and time stamp are optional),
 * so that a program which quotes a panic is not taken for one. "WARNING:" is no reason to give up.
 */
void console_feed(struct console *console, const char *bytes, size_t n, double now_s);

/* Must the boot end now, whatever its deadline? True from CONSOLE_LOCKUP on, and for CONSOLE_OOPS. */
bool console_is_fatal(const struct console *console);

const char *console_state_name(enum console_state state);

#endif
