/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A store in the test's folder with a case, kernels and boots; fails the test when it cannot. */
#ifndef TESTS_SUPPORT_STORE_FIXTURE_H
#define TESTS_SUPPORT_STORE_FIXTURE_H

#include "base/mem.h"
#include "results/store.h"
#include "tests/support/tempdir.h"

#define GOOD "1111111111111111111111111111111111111111"
#define BAD "2222222222222222222222222222222222222222"

static inline struct store *open_store(void **state)
{
	CLEANUP(mem_freep) char *path = tempdir_path(state, "store.db");
	struct error err = { 0 };
	struct store *store = NULL;

	if (store_open(path, &store, &err) < 0)
		fail_msg("%s", err.text);
	return store;
}

static inline int64_t add_case(struct store *store, const char *machine)
{
	struct error err = { 0 };
	int64_t id = 0;
	struct case_record record = {
		.state = CASE_RUNNING,
		.created = 1000,
		.good = GOOD,
		.bad = BAD,
		.good_name = (char *)"v6.1",
		.bad_name = (char *)"v6.2'; --",
		.repo = (char *)"/srv/linux",
		.machine = (char *)machine,
		.workload = (char *)"tbench",
		.cell = (char *)"clients=4",
		.metric = (char *)"throughput",
		.unit = (char *)"MB/s",
		.better = LOWER_IS_BETTER,
		.options = (char *)"{}",
		.settings = (char *)"{\"a\":1}",
	};

	if (store_add_case(store, &record, &id, &err) < 0)
		fail_msg("%s", err.text);
	return id;
}

static inline int64_t add_kernel(struct store *store, int64_t case_id, const char *key,
				 double build_s)
{
	struct error err = { 0 };
	int64_t id = 0;
	struct history_kernel kernel = {
		.commit = GOOD,
		.variant = 2,
		.key = (char *)key,
		.outcome = OUTCOME_BUILT,
		.subject = (char *)"sched: be slow",
		.dir = (char *)"kernels/a",
		.log = (char *)"logs/a",
		.release = (char *)"6.1.0",
		.content = (char *)"c0ffee",
		.build_id = (char *)"abcd",
		.build_s = build_s,
		.artefacts = (char *)"a1",
		.toolchain = (char *)"gcc-12: gcc-12 (Debian) 12.2.0",
		.mends = (char *)"patch a.patch\npatch b.patch",
		.without = (char *)"CONFIG_A",
		.not_granted = (char *)"CONFIG_B=y: is not set\n",
		.config = (char *)"configs/c",
	};
	struct step_record step = { .case_id = case_id,
				    .kind = (char *)"build",
				    .commit = (char *)GOOD,
				    .variant = 2,
				    .why = (char *)"the ends must be known first",
				    .thought = (char *)"{}",
				    .started = 1234,
				    .wall_s = build_s };

	if (store_add_kernel(store, &kernel, &step, &id, &err) < 0)
		fail_msg("%s", err.text);
	return id;
}

static inline int64_t add_boot(struct store *store, int64_t case_id, int64_t kernel_id,
			       double first)
{
	struct error err = { 0 };
	int64_t id = 0;
	double values[] = { first, 0.1, 3e300 };
	struct history_boot boot = { .machine = (char *)"vm0",
				     .cell = (char *)"clients=4",
				     .purpose = BOOT_COMPARE,
				     .outcome = OUTCOME_MEASURED,
				     .dir = (char *)"boots/1",
				     .facts = (char *)"{\"cpus\":4}",
				     .boot_s = 0.4,
				     .ready_s = 5.5,
				     .total_s = 65.5,
				     .started = 2000,
				     .values = values,
				     .n = 3 };
	struct step_record step = {
		.case_id = case_id, .kind = (char *)"boot", .commit = (char *)GOOD, .wall_s = 65.5
	};

	if (store_add_boot(store, kernel_id, &boot, &step, &id, &err) < 0)
		fail_msg("%s", err.text);
	return id;
}

static inline struct history *load_history(struct store *store, int64_t case_id)
{
	struct history *history = NULL;
	struct error err = { 0 };

	if (store_load_history(store, case_id, &history, &err) < 0)
		fail_msg("%s", err.text);
	return history;
}

#endif
