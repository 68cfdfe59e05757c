/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <stdio.h>
#include <string.h>

#include "vm/console.h"
#include "vm/wire.h"

#define BANNER "[    0.000000] Linux version 6.1.90 (lab@box) (gcc 12.2.0) #1 SMP\r\n"
#define UP BANNER "[    0.284374] Run /init as init process\r\n"

static struct console read_text(const char *text)
{
	struct console console;

	console_init(&console, 0);
	console_feed(&console, text, strlen(text), 1);
	return console;
}

static void assert_state(const char *text, enum console_state state, const char *reason)
{
	const struct console console = read_text(text);

	if (console.state != state)
		fail_msg("%s, not %s, from: %s", console_state_name(console.state),
			 console_state_name(state), text);
	if (reason)
		assert_string_equal(console.reason, reason);
}

/* The message behind a normal boot, with and without what may come before it. */
static void assert_message(const char *message, enum console_state state)
{
	static const char *const openings[] = {
		"",    "[   12.345678] ",         "<0>[   12.345678] ",
		"<2>", "[12345.678901][  T123] ", "[    1.000000][    C0] ",
	};
	char text[1024];

	for (size_t i = 0; i < ARRAY_LENGTH(openings); i++) {
		(void)snprintf(text, sizeof(text), UP "%s%s\r\n", openings[i], message);
		assert_state(text, state, state > CONSOLE_TALKING ? message : NULL);
	}
}

static void a_console_is_silent_until_the_kernel_speaks(void **state)
{
	(void)state;
	assert_state("", CONSOLE_SILENT, "");
	assert_state("SeaBIOS (version 1.16.2)\r\niPXE (http://ipxe.org)\r\nBooting from ROM..\r\n",
		     CONSOLE_SILENT, "");
	assert_state(BANNER, CONSOLE_TALKING, "Linux version 6.1.90 (lab@box) (gcc 12.2.0) #1 SMP");
	assert_state("Linux version 3.2.1 (x)\n", CONSOLE_TALKING, "Linux version 3.2.1 (x)");
	assert_state("[    0.100000] the banner was lost\n", CONSOLE_TALKING, NULL);
}

static void the_release_comes_from_the_banner(void **state)
{
	char text[512] = "Linux version ";

	(void)state;
	assert_string_equal(read_text(UP).release, "6.1.90");
	assert_string_equal(read_text("Linux version 6.\x01\xff (x)\n").release, "6.??");
	assert_string_equal(read_text("Linux version 6.1").release, "");
	memset(text + 14, 'r', 300);
	assert_int_equal(strlen(read_text(strcat(text, " x\n")).release), 127);
}

static void panics_are_known_in_every_wording(void **state)
{
	static const char *const messages[] = {
		"Kernel panic - not syncing: VFS: Unable to mount root fs on unknown-block(0,0)",
		"Kernel panic - not syncing: Attempted to kill init! exitcode=0x0000000b",
		"Kernel panic - not syncing: No working init found.  Try passing init= option",
		"Kernel panic - not syncing: Fatal exception in interrupt",
		"Kernel panic - not syncing: softlockup: hung tasks",
		"---[ end Kernel panic - not syncing: Out of memory ]---",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(messages); i++)
		assert_message(messages[i], CONSOLE_PANIC);
}

static void oopses_are_known_in_every_wording(void **state)
{
	static const char *const messages[] = {
		"BUG: kernel NULL pointer dereference, address: 0000000000000008",
		"BUG: unable to handle page fault for address: ffffffffc0000000",
		"BUG: unable to handle kernel NULL pointer dereference at 00000008",
		"BUG: KASAN: slab-use-after-free in tcp_sendmsg+0x10/0x20",
		"BUG: scheduling while atomic: swapper/0/0/0x00010000",
		"kernel BUG at mm/slub.c:4021!",
		"Oops: 0002 [#1] PREEMPT SMP NOPTI",
		"Oops: general protection fault, maybe for address 0xdead: 0000 [#1]",
		"Internal error: Oops: 96000004 [#1] SMP",
		"Unable to handle kernel paging request at virtual address ffff000000000000",
		"general protection fault: 0000 [#1] SMP",
		"general protection fault, maybe for address 0xffff: 0000 [#3] PREEMPT SMP",
		"invalid opcode: 0000 [#1] SMP",
		"stack segment: 0000 [#12] SMP",
		"divide error: 0000 [#1] PREEMPT SMP",
		"PANIC: double fault, error_code: 0x0",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(messages); i++)
		assert_message(messages[i], CONSOLE_OOPS);
}

static void lockups_are_known_in_every_wording(void **state)
{
	static const char *const messages[] = {
		"watchdog: BUG: soft lockup - CPU#0 stuck for 22s! [kworker/0:1:12]",
		"NMI watchdog: BUG: soft lockup - CPU#1 stuck for 23s! [dbench:812]",
		"BUG: soft lockup - CPU#3 stuck for 61s! [swapper:0]",
		"NMI watchdog: Watchdog detected hard LOCKUP on cpu 2",
		"watchdog: Watchdog detected hard LOCKUP on cpu 2",
		"Watchdog detected hard LOCKUP on cpu 0",
		"watchdog: CPU 3 self-detected hard LOCKUP @ plpar_hcall_norets+0x1c/0x28",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(messages); i++)
		assert_message(messages[i], CONSOLE_LOCKUP);
}

static void stalls_are_known_and_not_fatal(void **state)
{
	static const char *const messages[] = {
		"rcu: INFO: rcu_sched detected stalls on CPUs/tasks:",
		"rcu: INFO: rcu_preempt self-detected stall on CPU",
		"rcu: INFO: rcu_preempt detected expedited stalls on CPUs/tasks: { 1-... }",
		"INFO: rcu_sched self-detected stall on CPU { 0}",
		"INFO: task kworker/u4:2:41 blocked for more than 120 seconds.",
		"BUG: workqueue lockup - pool cpus=0 node=0 flags=0x0 nice=0 stuck for 35s!",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(messages); i++) {
		const struct console console = read_text(messages[i]);

		assert_message(messages[i], CONSOLE_STALLED);
		assert_false(console_is_fatal(&console));
	}
}

static void what_only_looks_bad_is_passed_over(void **state)
{
	static const char *const messages[] = {
		"WARNING: CPU: 0 PID: 1 at kernel/sched/core.c:9000 foo+0x10/0x20",
		"BUG: sleeping function called from invalid context at mm/slab.h:700",
		"BUG: MAX_LOCKDEP_CHAINS too low!",
		"BUG: KCSAN: data-race in a / b",
		"traps: dbench[812] general protection fault ip:401000 sp:7ffe error:0 in dbench",
		"dbench[812]: segfault at 8 ip 0000000000401000 sp 00007ffe error 4",
		"rcu: Hierarchical RCU implementation.",
		"rcu: INFO: a line without that word",
		"nmi: watchdog: Kernel panic - not syncing is what this would print",
		"pci 0000:00:1f.2: BUG: none",
		"printk: [#1] is no oops",
		"x: 00g0 [#1] is none either",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(messages); i++)
		assert_message(messages[i], CONSOLE_TALKING);
}

static void text_inside_a_line_cannot_fake_a_panic(void **state)
{
	(void)state;
	assert_state(UP "dbench: Kernel panic - not syncing: no\n", CONSOLE_TALKING, NULL);
	assert_state(UP " Kernel panic - not syncing: no\n", CONSOLE_TALKING, NULL);
	assert_state(UP "log: [   12.345678] Kernel panic - not syncing: no\n", CONSOLE_TALKING,
		     NULL);
	assert_state(UP "[12.3] Kernel panic - not syncing: no stamp\n", CONSOLE_TALKING, NULL);
	assert_state(UP "[   12.345678]Kernel panic - not syncing: no\n", CONSOLE_TALKING, NULL);
	assert_state(UP "<1234>Kernel panic - not syncing: no level\n", CONSOLE_TALKING, NULL);
	assert_state(UP "Kernel panic - not syn", CONSOLE_TALKING, NULL);
}

static void a_second_banner_is_a_reboot(void **state)
{
	(void)state;
	assert_state(UP BANNER, CONSOLE_REBOOT,
		     "Linux version 6.1.90 (lab@box) (gcc 12.2.0) #1 SMP");
	assert_state("Linux version 2.6.32 (x)\nLinux version 2.6.32 (x)\n", CONSOLE_REBOOT, NULL);
}

static void a_program_that_prints_the_version_is_no_reboot(void **state)
{
	(void)state;
	assert_state(UP "Linux version 6.1.90 (lab@box)\n", CONSOLE_TALKING, NULL);
}

static void firmware_behind_kernel_messages_is_a_reboot(void **state)
{
	(void)state;
	assert_state(UP "SeaBIOS (version 1.16.2)\r\n", CONSOLE_REBOOT, "SeaBIOS (version 1.16.2)");
	assert_state(UP "\033c\033[?7l\033[2J\033[0mSeaBIOS (version 1.16.2)\r\n", CONSOLE_REBOOT,
		     NULL);
	assert_state(UP "iPXE (http://ipxe.org) 00:02.0 CA00\r\n", CONSOLE_REBOOT, NULL);
	assert_state(UP "BdsDxe: loading Boot0001\r\n", CONSOLE_REBOOT, NULL);
	assert_state(UP "[    2.000000] SeaBIOS (version is a message of the kernel)\r\n",
		     CONSOLE_TALKING, NULL);
}

static void a_heavier_state_replaces_a_lighter_one_and_never_the_reverse(void **state)
{
	const char *text = UP "[   10.000000] INFO: task a:1 blocked for more than 120 seconds.\n"
			      "[   11.000000] BUG: kernel NULL pointer dereference, address: 08\n"
			      "[   11.000001] Oops: 0002 [#1] SMP\n"
			      "[   12.000000] watchdog: BUG: soft lockup - CPU#0 stuck for 22s!\n";

	(void)state;
	assert_state(text, CONSOLE_LOCKUP, "watchdog: BUG: soft lockup - CPU#0 stuck for 22s!");
	assert_state(UP "[   11.000000] BUG: first\n[   11.000001] Oops: 0002 [#1]\n", CONSOLE_OOPS,
		     "BUG: first");
	assert_state(UP "[   11.000000] Kernel panic - not syncing: x\n" BANNER, CONSOLE_PANIC,
		     "Kernel panic - not syncing: x");
}

static void everything_from_an_oops_on_is_fatal(void **state)
{
	struct console console = { 0 };

	(void)state;
	for (int i = CONSOLE_SILENT; i <= CONSOLE_PANIC; i++) {
		console.state = (enum console_state)i;
		assert_int_equal(console_is_fatal(&console), i >= CONSOLE_OOPS);
		assert_non_null(console_state_name(console.state));
	}
}

/* What a program prints goes through records, whose encoding leaves no blank in a payload. */
static void a_record_is_ignored_whatever_it_carries(void **state)
{
	char line[WIRE_LINE_MAX + 2], text[1024];
	const char *lie = "[   12.345678] Kernel panic - not syncing: no\n";
	const size_t n = wire_encode(3, WIRE_OUTPUT, lie, strlen(lie), line);

	(void)state;
	(void)snprintf(text, sizeof(text), UP "%.*s", (int)n, line);
	assert_state(text, CONSOLE_TALKING, NULL);
}

static void a_message_in_the_middle_of_a_record_is_seen(void **state)
{
	(void)state;
	assert_state(UP
		     "@@ps1 4 o 0123abcd abc[x%20[   12.345678] Kernel panic - not syncing: x\r\n",
		     CONSOLE_PANIC, "Kernel panic - not syncing: x");
	assert_state(UP "@@ps1 4 o 0123abcd [   12.345678] BUG: unable to handle page fault\r\n"
			"def%20\r\n",
		     CONSOLE_OOPS, "BUG: unable to handle page fault");
}

static void terminal_noise_and_nul_bytes_are_stripped(void **state)
{
	const char text[] = "[    0.0\0"
			    "00000] Linux version 6.1.90 (x)\r\n"
			    "progress 10%\rprogress 20%\r\033[1;31m[    9.000000] \033[0mKernel pa"
			    "\033(nic - not syncing: a\tb\xff\r\r\n";
	struct console console;

	(void)state;
	console_init(&console, 0);
	console_feed(&console, text, sizeof(text) - 1, 1);
	assert_string_equal(console.release, "6.1.90");
	assert_int_equal(console.state, CONSOLE_PANIC);
	assert_string_equal(console.reason, "Kernel panic - not syncing: a?b?");
	assert_int_equal(console.bytes, sizeof(text) - 1);
}

static void a_line_of_any_length_is_judged_by_its_beginning(void **state)
{
	char text[8192] = UP "[    9.000000] Kernel panic - not syncing: ";
	size_t n = strlen(text);
	struct console console;

	(void)state;
	memset(text + n, 'x', sizeof(text) - n);
	console_init(&console, 0);
	console_feed(&console, text, sizeof(text), 1);
	console_feed(&console, text + n, sizeof(text) - n, 2);
	assert_int_equal(console.state, CONSOLE_TALKING);
	console_feed(&console, "\n", 1, 3);
	assert_int_equal(console.state, CONSOLE_PANIC);
	assert_int_equal(strlen(console.reason), CONSOLE_REASON_MAX - 1);
}

static void the_time_of_the_last_byte_is_kept(void **state)
{
	struct console console;

	(void)state;
	console_init(&console, 5);
	assert_true(console.last_byte_s == 5);
	console_feed(&console, "", 0, 9);
	assert_true(console.last_byte_s == 5);
	console_feed(&console, "x", 1, 10);
	assert_true(console.last_byte_s == 10);
}

static void a_text_reads_the_same_however_it_is_split(void **state)
{
	static const char *const texts[] = {
		"\033c\033[2JSeaBIOS (version 1.16.2)\r\n" UP "\033[0;1m[    1.000000] x\033[m\r\n"
		"@@ps1 4 o 0123abcd ab[   12.345678] general protection fault: 0000 [#1] SMP\r\n",
		UP "<4>[    2.000000][  T12] rcu: INFO: rcu_sched detected stalls\r\n\r\n"
		   "[   12.000000] watchdog: BUG: soft lockup - CPU#0 stuck for 22s!\r\n",
		UP "junk\r\rSeaBIOS (version 1.16.2)\r\nKernel panic - not syncing: a\033[2\nb\r\n",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(texts); i++) {
		const size_t n = strlen(texts[i]);
		const struct console whole = read_text(texts[i]);

		for (size_t split = 0; split <= n; split++) {
			struct console console;

			console_init(&console, 0);
			console_feed(&console, texts[i], split, 1);
			console_feed(&console, texts[i] + split, n - split, 1);
			assert_memory_equal(&console, &whole, sizeof(whole));
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_console_is_silent_until_the_kernel_speaks),
		cmocka_unit_test(the_release_comes_from_the_banner),
		cmocka_unit_test(panics_are_known_in_every_wording),
		cmocka_unit_test(oopses_are_known_in_every_wording),
		cmocka_unit_test(lockups_are_known_in_every_wording),
		cmocka_unit_test(stalls_are_known_and_not_fatal),
		cmocka_unit_test(what_only_looks_bad_is_passed_over),
		cmocka_unit_test(text_inside_a_line_cannot_fake_a_panic),
		cmocka_unit_test(a_second_banner_is_a_reboot),
		cmocka_unit_test(a_program_that_prints_the_version_is_no_reboot),
		cmocka_unit_test(firmware_behind_kernel_messages_is_a_reboot),
		cmocka_unit_test(a_heavier_state_replaces_a_lighter_one_and_never_the_reverse),
		cmocka_unit_test(everything_from_an_oops_on_is_fatal),
		cmocka_unit_test(a_record_is_ignored_whatever_it_carries),
		cmocka_unit_test(a_message_in_the_middle_of_a_record_is_seen),
		cmocka_unit_test(terminal_noise_and_nul_bytes_are_stripped),
		cmocka_unit_test(a_line_of_any_length_is_judged_by_its_beginning),
		cmocka_unit_test(the_time_of_the_last_byte_is_kept),
		cmocka_unit_test(a_text_reads_the_same_however_it_is_split),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
