/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "vm/console.h"

#include <stdint.h>
#include <string.h>

#define ESC '\033'

/* How a line of the kernel begins, what else it must hold, and what it means. The first match wins. */
struct wording {
	enum console_state state;
	const char *start;
	const char *later; /* NULL: nothing more is asked for */
};

// clang-format off
static const struct wording wordings[] = {
	{ CONSOLE_PANIC,   "Kernel panic - not syncing", NULL },
	{ CONSOLE_PANIC,   "---[ end Kernel panic - not syncing", NULL },
	{ CONSOLE_LOCKUP,  "watchdog: BUG: soft lockup - CPU#", NULL },         /* since 4.11 */
	{ CONSOLE_LOCKUP,  "NMI watchdog: BUG: soft lockup - CPU#", NULL },     /* 3.19 to 4.10 */
	{ CONSOLE_LOCKUP,  "BUG: soft lockup - CPU#", NULL },                   /* before */
	{ CONSOLE_LOCKUP,  "watchdog: Watchdog detected hard LOCKUP", NULL },   /* since 6.5 */
	{ CONSOLE_LOCKUP,  "NMI watchdog: Watchdog detected hard LOCKUP", NULL },
	{ CONSOLE_LOCKUP,  "Watchdog detected hard LOCKUP", NULL },
	{ CONSOLE_LOCKUP,  "watchdog: CPU ", "hard LOCKUP" },                   /* powerpc */
	{ CONSOLE_STALLED, "BUG: workqueue lockup", NULL },
	{ CONSOLE_STALLED, "rcu: INFO: rcu", "stall" },                         /* since 4.19 */
	{ CONSOLE_STALLED, "INFO: rcu", "stall" },
	{ CONSOLE_STALLED, "INFO: task ", " blocked for more than " },
	/* Debug options that report a flaw and go on as before: no worse than a WARNING. */
	{ CONSOLE_TALKING, "BUG: sleeping function called from invalid context", NULL },
	{ CONSOLE_TALKING, "BUG: MAX_LOCK", NULL },
	{ CONSOLE_TALKING, "BUG: KCSAN:", NULL },
	{ CONSOLE_OOPS,    "BUG: ", NULL },
	{ CONSOLE_OOPS,    "kernel BUG at ", NULL },
	{ CONSOLE_OOPS,    "Oops:", NULL },
	{ CONSOLE_OOPS,    "Internal error: ", NULL },                          /* arm, arm64 */
	{ CONSOLE_OOPS,    "Unable to handle kernel ", NULL },                  /* arm64, riscv, s390 */
	{ CONSOLE_OOPS,    "general protection fault", NULL },
	{ CONSOLE_OOPS,    "PANIC: double fault", NULL },
	{ CONSOLE_OOPS,    "traps: PANIC: double fault", NULL },
};

/* What comes before a kernel, and so, behind one, means that the machine started again. */
static const char *const firmware[] = {
	"SeaBIOS (version ", "iPXE (http", "iPXE initialising", "UEFI firmware (version ",
	"BdsDxe: ", "GRUB loading", "Welcome to GRUB", "U-Boot ", "coreboot-",
};

static const char *const state_names[] = {
	[CONSOLE_SILENT] = "silent",
	[CONSOLE_TALKING] = "talking",
	[CONSOLE_STALLED] = "stalled",
	[CONSOLE_OOPS] = "oops",
	[CONSOLE_LOCKUP] = "lockup",
	[CONSOLE_REBOOT] = "reboot",
	[CONSOLE_PANIC] = "panic",
};
// clang-format on

void console_init(struct console *console, double now_s)
{
	memset(console, 0, sizeof(*console));
	console->last_byte_s = now_s;
}

static bool is_digit(char byte)
{
	return byte >= '0' && byte <= '9';
}

static bool starts_with(const char *text, const char *start)
{
	return strncmp(text, start, strlen(start)) == 0;
}

static const char *skip_digits(const char *at)
{
	while (is_digit(*at))
		at++;
	return at;
}

/* "<6>": what is behind it, or the same place. */
static const char *skip_level(const char *at)
{
	const char *digits = at + (*at == '<');
	const char *end = skip_digits(digits);

	return *at == '<' && end > digits && end - digits <= 3 && *end == '>' ? end + 1 : at;
}

/* "[   12.345678] " or "[   12.345678][  T123] ": what is behind it, or NULL. */
static const char *skip_stamp(const char *at)
{
	const char *digits, *end;

	if (*at != '[')
		return NULL;
	digits = at + 1 + strspn(at + 1, " ");
	end = skip_digits(digits);
	if (end == digits || *end != '.')
		return NULL;
	digits = end + 1;
	end = skip_digits(digits);
	if (end - digits != 6 || *end != ']')
		return NULL;
	end++;
	if (*end == '[') { /* the task or CPU that speaks, CONFIG_PRINTK_CALLER */
		digits = end + 1 + strspn(end + 1, " ");
		if (*digits != 'T' && *digits != 'C')
			return NULL;
		end = skip_digits(digits + 1);
		if (*end++ != ']')
			return NULL;
	}
	return *end == ' ' ? end + 1 : NULL;
}

/*
 * The kernel may speak in the middle of a record. The encoding of records leaves no blank in a
 * payload, so what looks like a time stamp with the blank behind it cannot come from a program.
 */
static const char *find_message_in_record(const char *line)
{
	for (const char *at = strchr(line, '['); at; at = strchr(at + 1, '['))
		if (skip_stamp(at))
			return at;
	return "";
}

/* Copies at most n bytes of text; what no terminal should be sent becomes a question mark. */
static void copy_printable(char *to, size_t size, const char *text, size_t n)
{
	size_t i;

	for (i = 0; i < n && text[i] && i < size - 1; i++)
		to[i] = text[i] >= ' ' && text[i] < 0x7f ? text[i] : '?';
	to[i] = '\0';
}

static void set_state(struct console *console, enum console_state state, const char *text)
{
	if (state <= console->state)
		return;
	console->state = state;
	copy_printable(console->reason, sizeof(console->reason), text, SIZE_MAX);
}

static void take_banner(struct console *console, const char *text, bool has_stamp)
{
	const char *release = text + strlen("Linux version ");

	/* A program that prints /proc/version looks like this, but for the time stamp. */
	if (console->versions && console->has_stamps && !has_stamp)
		return;
	if (console->versions++) {
		set_state(console, CONSOLE_REBOOT, text);
		return;
	}
	console->has_stamps = has_stamp;
	copy_printable(console->release, sizeof(console->release), release, strcspn(release, " "));
	set_state(console, CONSOLE_TALKING, text);
}

/* "<whatever>: 0000 [#1] SMP": the first line of every oops of x86, however it begins. */
static bool is_die_line(const char *text)
{
	for (const char *at = strstr(text, " [#"); at; at = strstr(at + 1, " [#")) {
		const char *end = skip_digits(at + 3);

		if (end > at + 3 && *end == ']' && at - text >= 6 && at[-5] == ' ' &&
		    at[-6] == ':' && strspn(at - 4, "0123456789abcdef") == 4)
			return true;
	}
	return false;
}

static void take_message(struct console *console, const char *text, bool has_stamp)
{
	if (starts_with(text, "Linux version ")) {
		take_banner(console, text, has_stamp);
		return;
	}
	if (has_stamp)
		set_state(console, CONSOLE_TALKING, text);
	for (size_t i = 0; i < ARRAY_LENGTH(wordings); i++) {
		if (starts_with(text, wordings[i].start) &&
		    (!wordings[i].later || strstr(text, wordings[i].later))) {
			set_state(console, wordings[i].state, text);
			return;
		}
	}
	if (is_die_line(text))
		set_state(console, CONSOLE_OOPS, text);
}

static bool is_firmware(const char *text)
{
	for (size_t i = 0; i < ARRAY_LENGTH(firmware); i++)
		if (starts_with(text, firmware[i]))
			return true;
	return false;
}

static void take_line(struct console *console)
{
	const char *text = console->line;
	const char *message;

	console->line[console->line_n] = '\0';
	console->line_n = 0;
	if (starts_with(text, "@@ps1 "))
		text = find_message_in_record(text);
	text = skip_level(text);
	message = skip_stamp(text);
	if (message)
		take_message(console, message, true);
	else if (!is_firmware(text))
		take_message(console, text, false);
	else if (console->state != CONSOLE_SILENT)
		set_state(console, CONSOLE_REBOOT, text);
}

/* True while the byte belongs to a terminal sequence: ESC x, or ESC [ … with a final byte @ to ~. */
static bool skip_escape(struct console *console, char byte)
{
	if (console->escape == ESC) {
		console->escape = byte == '[' ? '[' : '\0';
		return true;
	}
	if (console->escape == '[') {
		if (byte >= '@' && byte <= '~') {
			console->escape = '\0';
			return true;
		}
		if (byte >= ' ' && byte < '@')
			return true;
		console->escape = '\0'; /* broken off: the byte stands for itself */
	}
	if (byte == ESC)
		console->escape = ESC;
	return byte == ESC;
}

void console_feed(struct console *console, const char *bytes, size_t n, double now_s)
{
	if (n == 0)
		return;
	console->bytes += n;
	console->last_byte_s = now_s;
	for (size_t i = 0; i < n; i++) {
		const char byte = bytes[i];

		if (byte == '\0' || skip_escape(console, byte))
			continue;
		if (byte == '\n' || byte == '\r')
			take_line(console);
		else if (console->line_n < sizeof(console->line) - 1)
			console->line[console->line_n++] = byte;
	}
}

bool console_is_fatal(const struct console *console)
{
	return console->state >= CONSOLE_OOPS;
}

const char *console_state_name(enum console_state state)
{
	return state_names[state];
}
