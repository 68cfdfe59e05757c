/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/mem.h"
#include "results/db.h"
#include "results/store.h"
#include "tests/support/near.h"
#include "tests/support/store_fixture.h"

static void a_history_comes_back_bit_by_bit(void **state)
{
	CLEANUP(store_closep) struct store *store = open_store(state);
	CLEANUP(history_freep) struct history *history = NULL;
	int64_t id = add_case(store, "vm0");
	int64_t kernel_id = add_kernel(store, id, "k1", 300.25);
	int64_t boot_id = add_boot(store, id, kernel_id, 1.0 / 3);
	const struct history_kernel *kernel;
	const struct history_boot *boot;

	history = load_history(store, id);
	assert_int_equal(history->n_kernels, 1);
	assert_int_equal(history->n_boots, 1);
	kernel = &history->kernels[0];
	assert_int_equal(kernel->id, kernel_id);
	assert_string_equal(kernel->commit, GOOD);
	assert_string_equal(kernel->onto, "");
	assert_int_equal(kernel->variant, 2);
	assert_string_equal(kernel->key, "k1");
	assert_int_equal(kernel->outcome, OUTCOME_BUILT);
	assert_string_equal(kernel->detail, "");
	assert_string_equal(kernel->subject, "sched: be slow");
	assert_string_equal(kernel->dir, "kernels/a");
	assert_string_equal(kernel->log, "logs/a");
	assert_string_equal(kernel->release, "6.1.0");
	assert_string_equal(kernel->content, "c0ffee");
	assert_string_equal(kernel->build_id, "abcd");
	assert_near(kernel->build_s, 300.25, 0);
	assert_string_equal(kernel->artefacts, "a1");
	assert_string_equal(kernel->toolchain, "gcc-12: gcc-12 (Debian) 12.2.0");
	assert_string_equal(kernel->mends, "patch a.patch\npatch b.patch");
	assert_string_equal(kernel->without, "CONFIG_A");
	assert_string_equal(kernel->not_granted, "CONFIG_B=y: is not set\n");
	assert_string_equal(kernel->config, "configs/c");
	boot = &history->boots[0];
	assert_int_equal(boot->id, boot_id);
	assert_int_equal(boot->kernel, 0);
	assert_string_equal(boot->machine, "vm0");
	assert_string_equal(boot->cell, "clients=4");
	assert_int_equal(boot->outcome, OUTCOME_MEASURED);
	assert_string_equal(boot->dir, "boots/1");
	assert_string_equal(boot->facts, "{\"cpus\":4}");
	assert_near(boot->boot_s, 0.4, 0);
	assert_near(boot->total_s, 65.5, 0);
	assert_int_equal(boot->started, 2000);
	assert_int_equal(boot->n, 3);
	assert_near(boot->values[0], 1.0 / 3, 0);
	assert_near(boot->values[1], 0.1, 0);
	assert_near(boot->values[2], 3e300, 0);
}

static void kernels_come_in_the_order_the_case_tried_them(void **state)
{
	CLEANUP(store_closep) struct store *store = open_store(state);
	CLEANUP(history_freep) struct history *history = NULL;
	int64_t first = add_case(store, "vm0");
	int64_t second = add_case(store, "vm0");
	int64_t a = add_kernel(store, first, "a", 1);
	int64_t b = add_kernel(store, second, "b", 1);

	assert_int_equal(add_kernel(store, second, "a", 0), a);
	add_boot(store, second, a, 5);
	add_boot(store, second, b, 6);
	history = load_history(store, second);
	assert_int_equal(history->n_kernels, 2);
	assert_int_equal(history->kernels[0].id, b);
	assert_int_equal(history->kernels[1].id, a);
	assert_int_equal(history->boots[0].kernel, 1);
	assert_int_equal(history->boots[1].kernel, 0);
}

static void a_cached_kernel_costs_its_second_case_nothing(void **state)
{
	CLEANUP(store_closep) struct store *store = open_store(state);
	CLEANUP(history_freep) struct history *history = NULL;
	CLEANUP(history_kernel_clear) struct history_kernel kernel = { 0 };
	struct error err = { 0 };
	int found = 0;
	int64_t first = add_case(store, "vm0");
	int64_t second = add_case(store, "vm0");

	add_kernel(store, first, "a", 300);
	add_kernel(store, second, "a", 0);
	history = load_history(store, second);
	assert_near(history->kernels[0].build_s, 0, 0);
	history_freep(&history);
	history = load_history(store, first);
	assert_near(history->kernels[0].build_s, 300, 0);
	assert_int_equal(store_find_kernel(store, "a", &kernel, &found, &err), 0);
	assert_near(kernel.build_s, 300, 0);
}

static void a_kernel_is_found_by_its_key_only(void **state)
{
	CLEANUP(store_closep) struct store *store = open_store(state);
	CLEANUP(history_kernel_clear) struct history_kernel kernel = { 0 };
	struct error err = { 0 };
	int found = 1;
	int64_t id = add_kernel(store, add_case(store, "vm0"), "a", 300);

	assert_int_equal(store_find_kernel(store, "b", &kernel, &found, &err), 0);
	assert_false(found);
	assert_null(kernel.key);
	assert_int_equal(store_find_kernel(store, "a", &kernel, &found, &err), 0);
	assert_true(found);
	assert_int_equal(kernel.id, id);
	assert_string_equal(kernel.build_id, "abcd");
}

static void a_failure_to_compile_is_found_by_its_artefacts(void **state)
{
	CLEANUP(store_closep) struct store *store = open_store(state);
	CLEANUP(history_kernel_clear) struct history_kernel found = { 0 };
	struct step_record step = { .case_id = add_case(store, "vm0"),
				    .kind = (char *)"build",
				    .commit = (char *)BAD };
	struct history_kernel kernel = { .commit = BAD,
					 .key = (char *)"k",
					 .outcome = OUTCOME_BUILT,
					 .artefacts = (char *)"a1" };
	struct error err = { 0 };
	bool is_found = true;
	int64_t id;

	assert_int_equal(store_add_kernel(store, &kernel, &step, &id, &err), 0);
	assert_int_equal(store_find_failure(store, "a1", &found, &is_found, &err), 0);
	assert_false(is_found); /* it was built */
	kernel.outcome = OUTCOME_NOT_BUILDABLE;
	assert_int_equal(store_add_kernel(store, &kernel, &step, &id, &err), 0);
	assert_int_equal(store_find_failure(store, "", &found, &is_found, &err), 0);
	assert_false(is_found);
	assert_int_equal(store_find_failure(store, "a1", &found, &is_found, &err), 0);
	assert_true(is_found);
	assert_int_equal(found.id, id);
}

static void forgotten_artefacts_leave_the_measurements(void **state)
{
	CLEANUP(store_closep) struct store *store = open_store(state);
	CLEANUP(history_freep) struct history *history = NULL;
	struct history_kernel *kernels = NULL;
	struct error err = { 0 };
	size_t n = 0;
	int64_t id = add_case(store, "vm0");
	int64_t kernel_id = add_kernel(store, id, "a", 1);

	add_boot(store, id, kernel_id, 5);
	assert_int_equal(store_forget_artefacts(store, kernel_id, &err), 0);
	assert_int_equal(store_list_kernels(store, &kernels, &n, &err), 0);
	assert_int_equal(n, 1);
	assert_string_equal(kernels[0].dir, "");
	history_kernel_clear(&kernels[0]);
	free(kernels);
	history = load_history(store, id);
	assert_int_equal(history->boots[0].n, 3);
}

static void a_build_and_its_step_are_stored_together_or_not_at_all(void **state)
{
	CLEANUP(store_closep) struct store *store = open_store(state);
	struct history_kernel *kernels = NULL;
	struct error err = { 0 };
	struct history_kernel kernel = { .commit = GOOD, .key = (char *)"a" };
	struct step_record step = { .case_id = 99, .kind = (char *)"build" };
	int64_t id = -1;
	size_t n = 9;

	assert_int_equal(store_add_kernel(store, &kernel, &step, &id, &err), -1);
	assert_non_null(strstr(err.text, "cannot store the build of commit 111111111111: "));
	assert_non_null(strstr(err.text, "FOREIGN KEY constraint failed"));
	assert_int_equal(id, -1);
	assert_int_equal(store_list_kernels(store, &kernels, &n, &err), 0);
	assert_int_equal(n, 0);
}

static void a_boot_with_a_sample_that_is_no_number_is_refused_whole(void **state)
{
	CLEANUP(store_closep) struct store *store = open_store(state);
	CLEANUP(history_freep) struct history *history = NULL;
	struct error err = { 0 };
	double values[] = { 1, (double)NAN };
	struct history_boot boot = { .outcome = OUTCOME_MEASURED, .values = values, .n = 2 };
	int64_t id = add_case(store, "vm0");
	int64_t kernel_id = add_kernel(store, id, "a", 1);
	struct step_record step = { .case_id = id, .kind = (char *)"boot" };
	int64_t boot_id = 0;

	assert_int_equal(store_add_boot(store, kernel_id, &boot, &step, &boot_id, &err), -1);
	assert_non_null(strstr(err.text, "NOT NULL constraint failed: sample.value"));
	history = load_history(store, id);
	assert_int_equal(history->n_boots, 0);
}

static void further_samples_of_a_boot_go_behind_those_it_has_once(void **state)
{
	CLEANUP(store_closep) struct store *store = open_store(state);
	CLEANUP(history_freep) struct history *history = NULL;
	double values[] = { 5, 0.1, 3e300, 7, 8 };
	struct history_boot boot = { .detail = (char *)"panicked in further samples: oops",
				     .total_s = 99.5,
				     .values = values,
				     .n = 5 };
	struct error err = { 0 };
	int64_t id = add_case(store, "vm0");
	struct step_record step = { .case_id = id,
				    .kind = (char *)"sample",
				    .commit = (char *)GOOD,
				    .why = (char *)"more",
				    .wall_s = 30 };
	struct step_record *steps = NULL;
	size_t n = 0;

	boot.id = add_boot(store, id, add_kernel(store, id, "a", 1), 5);
	assert_int_equal(store_extend_boot(store, &boot, &step, &err), 0);
	assert_int_equal(store_extend_boot(store, &boot, &step, &err), 0); /* nothing is new */
	history = load_history(store, id);
	assert_int_equal(history->n_boots, 1);
	assert_int_equal(history->boots[0].n, 5);
	for (size_t i = 0; i < 5; i++)
		assert_near(history->boots[0].values[i], values[i], 0);
	assert_near(history->boots[0].total_s, 99.5, 0);
	assert_near(history->boots[0].ready_s, 5.5, 0);
	assert_int_equal(history->boots[0].outcome, OUTCOME_MEASURED);
	assert_string_equal(history->boots[0].detail, boot.detail);
	assert_int_equal(store_list_steps(store, id, &steps, &n, &err), 0);
	assert_int_equal(n, 4);
	assert_string_equal(steps[2].kind, "sample");
	for (size_t i = 0; i < n; i++)
		step_record_clear(&steps[i]);
	free(steps);
}

static void further_samples_are_stored_whole_or_not_at_all(void **state)
{
	CLEANUP(store_closep) struct store *store = open_store(state);
	CLEANUP(history_freep) struct history *history = NULL;
	double values[] = { 5, 0.1, 3e300, 7, (double)NAN };
	struct history_boot boot = { .detail = (char *)"", .values = values, .n = 5 };
	struct error err = { 0 };
	int64_t id = add_case(store, "vm0");
	struct step_record step = { .case_id = id, .kind = (char *)"sample" };

	boot.id = add_boot(store, id, add_kernel(store, id, "a", 1), 5);
	assert_int_equal(store_extend_boot(store, &boot, &step, &err), -1);
	assert_non_null(strstr(err.text, "cannot store further samples of boot 1: "));
	history = load_history(store, id);
	assert_int_equal(history->boots[0].n, 3);
	assert_near(history->boots[0].total_s, 65.5, 0);
	boot.id = 77;
	assert_int_equal(store_extend_boot(store, &boot, &step, &err), -1);
	assert_int_equal(err.kind, ERROR_USAGE);
	assert_non_null(strstr(err.text, "there is no boot 77"));
}

static void steps_come_back_in_order(void **state)
{
	CLEANUP(store_closep) struct store *store = open_store(state);
	struct step_record *steps = NULL;
	struct error err = { 0 };
	size_t n = 0;
	int64_t id = add_case(store, "vm0");

	add_boot(store, id, add_kernel(store, id, "a", 300), 5);
	assert_int_equal(store_list_steps(store, id, &steps, &n, &err), 0);
	assert_int_equal(n, 2);
	assert_string_equal(steps[0].kind, "build");
	assert_string_equal(steps[0].commit, GOOD);
	assert_int_equal(steps[0].variant, 2);
	assert_string_equal(steps[0].why, "the ends must be known first");
	assert_int_equal(steps[0].started, 1234);
	assert_near(steps[0].wall_s, 300, 0);
	assert_string_equal(steps[1].kind, "boot");
	step_record_clear(&steps[0]);
	step_record_clear(&steps[1]);
	free(steps);
}

static void numbers_are_never_given_twice(void **state)
{
	struct store *store = open_store(state);
	struct error err = { 0 };
	int64_t a = 0, b = 0, c = 0;

	assert_int_equal(store_next_number(store, &a, &err), 0);
	assert_int_equal(store_next_number(store, &b, &err), 0);
	store_close(store);
	store = open_store(state);
	assert_int_equal(store_next_number(store, &c, &err), 0);
	store_close(store);
	assert_int_equal(a, 1);
	assert_int_equal(b, 2);
	assert_int_equal(c, 3);
}

static void a_case_can_use_the_boots_of_an_earlier_one(void **state)
{
	CLEANUP(store_closep) struct store *store = open_store(state);
	CLEANUP(history_freep) struct history *history = NULL;
	struct error err = { 0 };
	int64_t first = add_case(store, "vm0");
	int64_t second = add_case(store, "vm0");
	int64_t kernel_id = add_kernel(store, first, "a", 1);
	size_t n = 9;

	add_boot(store, first, kernel_id, 5);
	assert_int_equal(store_adopt_boots(store, second, first, &n, &err), 0);
	assert_int_equal(n, 0); /* the kernel is not of the second case yet */
	add_kernel(store, second, "a", 0);
	assert_int_equal(store_adopt_boots(store, second, first, &n, &err), 0);
	assert_int_equal(n, 1);
	assert_int_equal(store_adopt_boots(store, second, first, &n, &err), 0);
	assert_int_equal(n, 0);
	add_boot(store, second, kernel_id, 6);
	assert_int_equal(store_adopt_boots(store, second, second, &n, &err), 0);
	assert_int_equal(n, 0); /* its own it has already */
	history = load_history(store, second);
	assert_int_equal(history->n_boots, 2);
	assert_near(history->boots[0].values[0], 5, 0);
	assert_near(history->boots[1].values[0], 6, 0);
	/* what the earlier case made it for is not what this one would */
	assert_int_equal(history->boots[0].purpose, BOOT_SEARCH);
	assert_int_equal(history->boots[1].purpose, BOOT_COMPARE);
}

static void measurements_of_another_machine_are_refused(void **state)
{
	CLEANUP(store_closep) struct store *store = open_store(state);
	struct error err = { 0 };
	int64_t first = add_case(store, "vm0");
	int64_t second = add_case(store, "vm1");
	size_t n = 0;

	assert_int_equal(store_adopt_boots(store, second, first, &n, &err), -1);
	assert_int_equal(err.kind, ERROR_CONFIG);
	assert_string_equal(err.text,
			    "cannot use measurements of case 1 for case 2: machine, workload, "
			    "cell or metric differ");
}

static void a_name_that_is_not_ours_is_an_error_and_not_a_guess(void **state)
{
	CLEANUP(mem_freep) char *path = tempdir_path(state, "store.db");
	CLEANUP(store_closep) struct store *store = open_store(state);
	CLEANUP(db_closep) struct db *db = NULL;
	struct history *history = NULL;
	struct case_record record = { 0 };
	struct error err = { 0 };
	int64_t id = add_case(store, "vm0");

	add_kernel(store, id, "a", 1);
	assert_int_equal(db_open(path, &db, &err), 0);
	assert_int_equal(db_run(db, "UPDATE kernel SET outcome = 'fine'", &err), 0);
	assert_int_equal(store_load_history(store, id, &history, &err), -1);
	assert_int_equal(err.kind, ERROR_CONFIG);
	assert_non_null(strstr(err.text, "it has an unknown outcome 'fine'"));
	assert_int_equal(db_run(db, "UPDATE \"case\" SET good = '../x'", &err), 0);
	assert_int_equal(store_load_case(store, id, &record, &err), -1);
	assert_non_null(strstr(err.text, "'../x' is no commit"));
}

static void a_kill_leaves_only_whole_steps(void **state)
{
	CLEANUP(history_freep) struct history *history = NULL;
	struct store *store;
	struct step_record *steps = NULL;
	struct error err = { 0 };
	size_t n = 0;
	int status = 0;
	pid_t child = fork();

	assert_true(child >= 0);
	if (child == 0) {
		int64_t id;

		store = open_store(state);
		id = add_case(store, "vm0");
		add_boot(store, id, add_kernel(store, id, "a", 1), 5);
		(void)kill(getpid(), SIGKILL);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
	store = open_store(state);
	history = load_history(store, 1);
	assert_int_equal(history->n_boots, 1);
	assert_int_equal(history->boots[0].n, 3);
	assert_int_equal(store_list_steps(store, 1, &steps, &n, &err), 0);
	assert_int_equal(n, 2);
	for (size_t i = 0; i < n; i++)
		step_record_clear(&steps[i]);
	free(steps);
	store_close(store);
}

#define IN_TEMPDIR(test) cmocka_unit_test_setup_teardown(test, tempdir_setup, tempdir_teardown)

static void freed_artefacts_are_forgotten_by_all_kernels_that_share_them(void **state)
{
	CLEANUP(store_closep) struct store *store = open_store(state);
	CLEANUP(history_freep) struct history *history = NULL;
	int64_t id = add_case(store, "vm0");
	int64_t kernel_id = add_kernel(store, id, "k1", 1);
	struct error err = { 0 };

	add_kernel(store, id, "k2", 1);
	assert_int_equal(store_forget_artefacts(store, kernel_id, &err), 0);
	history = load_history(store, id);
	assert_int_equal(history->n_kernels, 2);
	assert_string_equal(history->kernels[0].dir, "");
	assert_string_equal(history->kernels[1].dir, "");
}

static void a_boot_is_known_by_its_folder(void **state)
{
	CLEANUP(store_closep) struct store *store = open_store(state);
	int64_t id = add_case(store, "vm0");
	struct error err = { 0 };
	bool is_known = false;

	add_boot(store, id, add_kernel(store, id, "k1", 1), 1);
	assert_int_equal(store_has_boot(store, "boots/1", &is_known, &err), 0);
	assert_true(is_known);
	assert_int_equal(store_has_boot(store, "boots/11", &is_known, &err), 0);
	assert_false(is_known);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_TEMPDIR(a_history_comes_back_bit_by_bit),
		IN_TEMPDIR(kernels_come_in_the_order_the_case_tried_them),
		IN_TEMPDIR(a_cached_kernel_costs_its_second_case_nothing),
		IN_TEMPDIR(a_kernel_is_found_by_its_key_only),
		IN_TEMPDIR(a_failure_to_compile_is_found_by_its_artefacts),
		IN_TEMPDIR(forgotten_artefacts_leave_the_measurements),
		IN_TEMPDIR(a_build_and_its_step_are_stored_together_or_not_at_all),
		IN_TEMPDIR(a_boot_with_a_sample_that_is_no_number_is_refused_whole),
		IN_TEMPDIR(further_samples_of_a_boot_go_behind_those_it_has_once),
		IN_TEMPDIR(further_samples_are_stored_whole_or_not_at_all),
		IN_TEMPDIR(steps_come_back_in_order),
		IN_TEMPDIR(numbers_are_never_given_twice),
		IN_TEMPDIR(a_case_can_use_the_boots_of_an_earlier_one),
		IN_TEMPDIR(measurements_of_another_machine_are_refused),
		IN_TEMPDIR(a_name_that_is_not_ours_is_an_error_and_not_a_guess),
		IN_TEMPDIR(a_kill_leaves_only_whole_steps),
		IN_TEMPDIR(freed_artefacts_are_forgotten_by_all_kernels_that_share_them),
		IN_TEMPDIR(a_boot_is_known_by_its_folder),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
