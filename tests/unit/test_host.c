/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "vm/host.h"

#define QUIET_STAT "cpu  100 0 100 9799 0 0 0 1 0 0\ncpu0 1 2 3\n"

static struct host_texts quiet_texts(void)
{
	return (struct host_texts){ .cpus = 4,
				    .governors = (char *)"performance\nperformance\n",
				    .no_turbo = (char *)"1\n",
				    .smt = (char *)"off\n",
				    .stat = (char *)QUIET_STAT,
				    .loadavg = (char *)"0.05 0.1 0.2 1/100 42\n",
				    .clocksource = (char *)"tsc\n" };
}

static const struct machine_settings wall = { .accel = (char *)"auto" };

/* Borrowed from a buffer: "level detail" of the finding, or "". */
static const char *find(const struct host_texts *texts, const struct machine_settings *settings,
			const char *what)
{
	static const char *const levels[] = { "ok", "warn", "FAIL" };
	static char text[256];
	struct host_findings findings = { 0 };

	text[0] = '\0';
	host_judge(texts, settings, &findings);
	for (size_t i = 0; i < findings.n; i++) {
		const struct host_finding *finding = &findings.items[i];

		assert_int_equal(finding->mend == NULL, finding->level == HOST_OK);
		if (strcmp(finding->what, what) == 0)
			(void)snprintf(text, sizeof(text), "%s %s", levels[finding->level],
				       finding->detail);
	}
	host_findings_clear(&findings);
	return text;
}

static void a_quiet_host_is_all_well(void **state)
{
	const struct host_texts texts = quiet_texts();
	struct host_findings findings = { 0 };

	(void)state;
	host_judge(&texts, &wall, &findings);
	assert_int_equal(findings.n, 7);
	for (size_t i = 0; i < findings.n; i++)
		assert_int_equal(findings.items[i].level, HOST_OK);
	host_findings_clear(&findings);
}

static void without_kvm_wall_time_is_noise(void **state)
{
	struct host_texts texts = quiet_texts();
	const struct machine_settings kvm = { .accel = (char *)"kvm" };

	(void)state;
	texts.kvm_errno = ENOENT;
	assert_string_equal(find(&texts, &wall, "kvm"),
			    "warn /dev/kvm: No such file or directory; guests are emulated, and "
			    "their wall time is noise");
	assert_string_equal(find(&texts, &kvm, "kvm"),
			    "FAIL accel is \"kvm\", and /dev/kvm: No such file or directory");
}

static void one_cpu_that_scales_is_enough_to_warn(void **state)
{
	struct host_texts texts = quiet_texts();

	(void)state;
	texts.governors = (char *)"performance\nschedutil\nperformance\n";
	assert_string_equal(find(&texts, &wall, "governor"),
			    "warn 1 of 3 CPUs change their frequency as they like");
}

static void turbo_is_read_from_either_driver(void **state)
{
	struct host_texts texts = quiet_texts();

	(void)state;
	texts.no_turbo = (char *)"0\n";
	assert_string_equal(find(&texts, &wall, "turbo"), "warn on");
	texts.no_turbo = NULL;
	texts.boost = (char *)"0\n";
	assert_string_equal(find(&texts, &wall, "turbo"), "ok off");
	texts.boost = NULL;
	assert_string_equal(find(&texts, &wall, "turbo"), "");
}

static void stolen_time_is_a_share_of_all_time(void **state)
{
	struct host_texts texts = quiet_texts();

	(void)state;
	texts.stat = (char *)"cpu  100 0 100 780 0 0 0 20 7 7\n";
	assert_string_equal(find(&texts, &wall, "steal"),
			    "warn 2.00 % of the time since boot was taken by another host");
	texts.stat = (char *)"cpu  1 2\n";
	assert_string_equal(find(&texts, &wall, "steal"), "");
	texts.stat = (char *)"";
	assert_string_equal(find(&texts, &wall, "steal"), "");
}

static void load_counts_for_each_cpu(void **state)
{
	struct host_texts texts = quiet_texts();

	(void)state;
	texts.loadavg = (char *)"1.50 1 1 1/1 1\n";
	assert_string_equal(find(&texts, &wall, "load"), "warn 1.50 on 4 CPUs");
	texts.cpus = 64;
	assert_string_equal(find(&texts, &wall, "load"), "ok 1.50 on 64 CPUs");
}

static void a_clock_that_traps_is_named(void **state)
{
	struct host_texts texts = quiet_texts();

	(void)state;
	texts.clocksource = (char *)"hpet\n";
	assert_string_equal(find(&texts, &wall, "clocksource"), "warn hpet");
}

static void counting_instructions_forgives_a_noisy_host(void **state)
{
	const struct machine_settings icount = { .accel = (char *)"auto", .timing = TIMING_ICOUNT };
	struct host_texts texts = quiet_texts();

	(void)state;
	texts.kvm_errno = ENOENT;
	texts.smt = (char *)"on\n";
	assert_string_equal(find(&texts, &icount, "smt"), "ok on");
	assert_string_equal(find(&texts, &wall, "smt"), "warn on");
}

static void this_host_can_be_looked_at(void **state)
{
	struct host_findings findings = { 0 };
	struct host_texts texts;

	(void)state;
	host_read(&texts);
	assert_true(texts.cpus >= 1);
	host_judge(&texts, &wall, &findings);
	assert_true(findings.n >= 3); /* kvm, steal and load are everywhere */
	host_findings_clear(&findings);
	host_texts_clear(&texts);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_quiet_host_is_all_well),
		cmocka_unit_test(without_kvm_wall_time_is_noise),
		cmocka_unit_test(one_cpu_that_scales_is_enough_to_warn),
		cmocka_unit_test(turbo_is_read_from_either_driver),
		cmocka_unit_test(stolen_time_is_a_share_of_all_time),
		cmocka_unit_test(load_counts_for_each_cpu),
		cmocka_unit_test(a_clock_that_traps_is_named),
		cmocka_unit_test(counting_instructions_forgives_a_noisy_host),
		cmocka_unit_test(this_host_can_be_looked_at),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
