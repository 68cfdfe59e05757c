/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Boots that are held, and give further samples when the search asks for them. Here it asks in every
 * boot that it can, whatever it thinks: search_evaluate is wrapped.
 */
#include "tests/support/test.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/mem.h"
#include "bisect/search.h"
#include "bisect/session.h"
#include "tests/session/robot.h"

#define KILLS_MAX 100
/* A boot begins with 3 samples and is asked for more until it has so many, one and then two. */
#define FIRST 3
#define WANTED 6

void __real_search_evaluate(const struct search_problem *problem, struct search_verdict *ret,
			    double *posterior);
void __wrap_search_evaluate(const struct search_problem *problem, struct search_verdict *ret,
			    double *posterior);

void __wrap_search_evaluate(const struct search_problem *problem, struct search_verdict *ret,
			    double *posterior)
{
	struct search_problem undisturbed = *problem;
	const struct search_boot *last;

	undisturbed.is_running = false;
	__real_search_evaluate(&undisturbed, ret, posterior);
	if (!problem->is_running)
		return;
	last = &problem->boots[problem->n_boots - 1];
	if (last->n >= WANTED)
		return;
	ret->next = (struct search_action){ .kind = SEARCH_DO_SAMPLE,
					    .reason = SEARCH_WHY_MORE,
					    .position = problem->kernels[last->kernel].position,
					    .samples = last->n == FIRST ? 1 : 2 };
}

/* What the process that works does beside its work, and what it sees. */
struct watcher {
	const char *running; /* path of the machine's file while a boot lives */
	const char *good;    /* revision to test instead of bisecting */
	bool is_new;
	unsigned kill_after; /* steps; 0: never */
	struct cancel *cancel;
	bool cancels; /* in the first further samples */
	bool has_sampled;
};

static void watch(void *context, const struct session_event *event)
{
	struct watcher *watcher = context;
	const bool is_sampling = event->why && strstr(event->why, "further samples");

	/* Nothing is checked out or built beside a boot that waits. */
	if ((event->phase == SESSION_CHECKOUT || event->phase == SESSION_BUILD) &&
	    fs_exists(watcher->running))
		_exit(70);
	if (is_sampling && event->phase == SESSION_RUN && !fs_exists(watcher->running))
		_exit(71);
	watcher->has_sampled = watcher->has_sampled || is_sampling;
	if (is_sampling && event->phase == SESSION_RUN && watcher->cancels)
		cancel_request(watcher->cancel);
	if (event->phase == SESSION_STEP_DONE && watcher->kill_after && --watcher->kill_after == 0)
		(void)raise(SIGKILL);
}

static int bisect(struct session *session, struct error *err)
{
	CLEANUP(finding_freep) struct finding *finding = NULL;

	return session_run(session, &finding, err);
}

static int test(struct session *session, const char *revision, struct error *err)
{
	enum test_verdict verdict;
	double probability;

	return session_test(session, revision, &verdict, &probability, err);
}

/* Exits with 0, or with the kind of the error. Nothing of a boot is left when it returns from its work. */
static _Noreturn void work(const struct robot *robot, struct watcher *watcher)
{
	const struct session_request request = { .good = "root", .bad = "c4" };
	struct session_environment environment = { .observer = { watch, watcher },
						   .cancel = watcher->cancel };
	struct session *session = NULL;
	struct error err = { 0 };
	int status =
		workspace_open(robot->workspace, WORKSPACE_WRITE, &environment.workspace, &err);

	if (status == 0 && watcher->is_new)
		status = session_start(&environment, &request, &session, &err);
	else if (status == 0)
		status = session_resume(&environment, 0, &session, &err);
	if (status == 0 && watcher->good)
		status = test(session, watcher->good, &err);
	else if (status == 0)
		status = bisect(session, &err);
	if (fs_exists(watcher->running))
		_exit(72);
	if (status < 0 && err.kind != ERROR_CANCELLED)
		print_error("%s\n", err.text);
	_exit(status < 0 ? (int)err.kind : 0);
}

/* Works in a process of its own; its exit status, or 128 + N for signal N. */
static int work_apart(const struct robot *robot, struct watcher watcher)
{
	CLEANUP(mem_freep) char *running = robot_path(robot, "boots.log.running");
	const pid_t pid = fork();
	int status = 0;

	assert_true(pid >= 0);
	watcher.running = running;
	if (pid == 0)
		work(robot, &watcher);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

static const char *const effects[] = { "0", "-4", "0", "0" };

static void assert_found(struct robot *robot)
{
	robot_do(robot, "report", "--format", "json", NULL);
	robot_assert_status(robot, 0);
	assert_string_equal(robot_text(robot, "/case/state"), "found");
	assert_string_equal(robot_text(robot, "/finding/changes/0/commits/0/subject"), "c2");
}

static const struct json *boots_of(struct robot *robot)
{
	return json_pointer(robot_json(robot), "/boots");
}

static size_t samples_of(const struct json *boot)
{
	return json_length(json_member(boot, "samples"));
}

static bool is_of_search(const struct json *boot)
{
	return strcmp(json_text(json_member(boot, "purpose")), "search") == 0;
}

static unsigned count_steps(struct robot *robot, const char *kind)
{
	const struct json *steps = json_pointer(robot_json(robot), "/steps");
	unsigned n = 0;

	for (size_t i = 0; i < json_length(steps); i++)
		n += strcmp(json_text(json_member(json_element(steps, i), "kind")), kind) == 0;
	return n;
}

static void further_samples_are_stored_once_with_their_boot(void **state)
{
	struct robot *robot = *state;
	size_t samples = 0, searched = 0;

	robot_chain(robot, effects, 4);
	assert_int_equal(work_apart(robot, (struct watcher){ .is_new = true }), 0);
	assert_found(robot);
	for (size_t i = 0; i < json_length(boots_of(robot)); i++) {
		const struct json *boot = json_element(boots_of(robot), i);

		/* What verifies is not held. */
		assert_int_equal(samples_of(boot), is_of_search(boot) ? WANTED : FIRST);
		searched += is_of_search(boot);
		samples += samples_of(boot);
	}
	assert_true(searched >= 6 && searched < json_length(boots_of(robot)));
	assert_int_equal(robot_number(robot, "/finding/samples"), samples);
	assert_int_equal(robot_number(robot, "/finding/boots"), robot_boots(robot));
	assert_int_equal(robot_extensions(robot), 2 * searched);
	assert_int_equal(count_steps(robot, "sample"), 2 * searched);
	assert_int_equal(count_steps(robot, "boot"), robot_boots(robot));
	robot_assert_clean(robot);
	robot_do(robot, "show", "root", NULL);
	robot_assert_prints(robot, "further samples in the running boot tell more per minute");
	robot_do(robot, "log", "--json", NULL);
	assert_true(robot_number(robot, "/kernels/0/level/samples") >= 2 * WANTED);
}

static void killed_after_every_step_it_comes_to_the_same_finding(void **state)
{
	struct robot *robot = *state;
	struct watcher watcher = { .is_new = true, .kill_after = 1 };
	unsigned kills = 0;
	int status;

	robot_chain(robot, effects, 4);
	while ((status = work_apart(robot, watcher)) == 128 + SIGKILL) {
		assert_true(++kills < KILLS_MAX);
		watcher.is_new = false;
	}
	assert_int_equal(status, 0);
	assert_true(kills > 6);
	assert_found(robot);
	/* A boot that was killed while it was held ran no more for the next process. */
	assert_int_equal(count_steps(robot, "sample"), 0);
	for (size_t i = 0; i < json_length(boots_of(robot)); i++)
		assert_int_equal(samples_of(json_element(boots_of(robot), i)), FIRST);
	robot_assert_clean(robot);
}

static void killed_after_every_other_step_it_does_too(void **state)
{
	struct robot *robot = *state;
	struct watcher watcher = { .is_new = true, .kill_after = 2 };
	unsigned kills = 0;
	int status;

	robot_chain(robot, effects, 4);
	while ((status = work_apart(robot, watcher)) == 128 + SIGKILL) {
		assert_true(++kills < KILLS_MAX);
		watcher.is_new = false;
	}
	assert_int_equal(status, 0);
	assert_found(robot);
	assert_true(count_steps(robot, "sample") > 0);
	assert_int_equal(count_steps(robot, "sample"), robot_extensions(robot));
	assert_int_equal(robot_number(robot, "/finding/boots"), robot_boots(robot));
	robot_assert_clean(robot);
}

static void killed_in_the_midst_of_further_samples_it_keeps_those_before(void **state)
{
	struct robot *robot = *state;
	struct watcher watcher = { .is_new = true };
	unsigned kills = 0;
	int status;

	robot_script(robot, "default at=1 more=killed\n");
	robot_chain(robot, effects, 4);
	while ((status = work_apart(robot, watcher)) == 128 + SIGKILL) {
		assert_true(++kills < KILLS_MAX);
		watcher.is_new = false;
	}
	assert_int_equal(status, 0);
	assert_true(kills >= 4);
	assert_found(robot);
	assert_int_equal(samples_of(json_element(boots_of(robot), 0)), FIRST);
	assert_int_equal(robot_number(robot, "/finding/boots"), robot_boots(robot));
	robot_assert_clean(robot);
}

static void a_guest_that_dies_while_it_is_held_leaves_its_samples(void **state)
{
	static const char *const outcomes[] = { "panicked", "hung", "workload-failed",
						"console-lost" };
	struct robot *robot = *state;

	robot_chain(robot, effects, 4);
	for (size_t i = 0; i < ARRAY_LENGTH(outcomes); i++) {
		CLEANUP(mem_freep) char *rule = mem_printf("default more=%s\n", outcomes[i]);
		CLEANUP(mem_freep)
		char *says = mem_printf("%s in further samples: ", outcomes[i]);
		const struct json *boot;

		robot_script(robot, rule);
		assert_int_equal(work_apart(robot, (struct watcher){ .is_new = true }), 0);
		assert_found(robot);
		boot = json_element(boots_of(robot), 0);
		assert_string_equal(json_text(json_member(boot, "outcome")), "measured");
		assert_int_equal(samples_of(boot), FIRST);
		assert_int_equal(
			strncmp(json_text(json_member(boot, "detail")), says, strlen(says)), 0);
		assert_int_equal(
			json_length(json_pointer(robot_json(robot), "/finding/untestable")), 0);
		robot_assert_clean(robot);
	}
	robot_do(robot, "show", "root", NULL);
	robot_assert_prints(robot, "console-lost in further samples: the script says so");
}

static void trouble_of_the_host_in_further_samples_is_tried_again(void **state)
{
	struct robot *robot = *state;

	robot_script(robot, "default at=1 more=host-error\n");
	robot_chain(robot, effects, 4);
	assert_int_equal(work_apart(robot, (struct watcher){ .is_new = true }), 0);
	assert_found(robot);
	assert_int_equal(samples_of(json_element(boots_of(robot), 0)), FIRST);
	robot_assert_clean(robot);
}

static void cancelled_while_it_is_held_nothing_is_left_running(void **state)
{
	struct robot *robot = *state;
	struct watcher watcher = { .is_new = true, .cancels = true };
	struct error err = { 0 };

	robot_script(robot, "default more_delay=3600\n");
	robot_chain(robot, effects, 4);
	assert_int_equal(cancel_new_manual(&watcher.cancel, &err), 0);
	assert_int_equal(work_apart(robot, watcher), ERROR_CANCELLED);
	cancel_free(watcher.cancel);
	robot_assert_clean(robot);
	robot_script(robot, "");
	assert_int_equal(work_apart(robot, (struct watcher){ .is_new = false }), 0);
	assert_found(robot);
	assert_int_equal(samples_of(json_element(boots_of(robot), 0)), FIRST);
	assert_int_equal(samples_of(json_element(boots_of(robot), 1)), WANTED);
}

static void a_pause_ends_the_boot_that_is_held(void **state)
{
	struct robot *robot = *state;

	robot_chain(robot, effects, 4);
	robot_config(robot, "search = { samples = 3; max_boots = 3; };\n");
	assert_int_equal(work_apart(robot, (struct watcher){ .is_new = true }), 0);
	assert_int_equal(robot_boots(robot), 3);
	assert_int_equal(robot_extensions(robot), 4);
	robot_assert_clean(robot);
}

static void switched_off_no_boot_is_held(void **state)
{
	struct robot *robot = *state;

	robot_chain(robot, effects, 4);
	robot_config(robot, "search = { samples = 3; hold = false; };\n");
	assert_int_equal(work_apart(robot, (struct watcher){ .is_new = true }), 0);
	assert_found(robot);
	assert_int_equal(robot_extensions(robot), 0);
	robot_assert_clean(robot);
}

static void the_time_of_further_samples_is_the_boots_and_costs_stay_right(void **state)
{
	struct robot *robot = *state;

	robot_script(robot, "default boot_time=600 run_time=60\n");
	robot_chain(robot, effects, 4);
	assert_int_equal(work_apart(robot, (struct watcher){ .is_new = true }), 0);
	assert_found(robot);
	/* One warm-up before the first of them. */
	assert_true(robot_number(robot, "/boots/0/boot_s") == 600);
	assert_true(robot_number(robot, "/boots/0/ready_s") == 600 + 60);
	assert_true(robot_number(robot, "/boots/0/total_s") == 600 + 60 * (1 + WANTED));
}

static void testing_one_commit_uses_it_and_ends_it(void **state)
{
	struct robot *robot = *state;

	robot_chain(robot, effects, 4);
	robot_config(robot, "search = { samples = 3; max_boots = 4; };\n");
	assert_int_equal(work_apart(robot, (struct watcher){ .is_new = true }), 0);
	robot_config(robot, "search = { samples = 3; };\n");
	assert_int_equal(robot_extensions(robot), 2 * robot_boots(robot) - 2);
	assert_int_equal(work_apart(robot, (struct watcher){ .good = "c1" }), 0);
	assert_true(robot_boots(robot) > 4);
	assert_int_equal(robot_extensions(robot), 2 * robot_boots(robot) - 2);
	robot_assert_clean(robot);
}

/* With three samples a boot, so that one and two more are told apart. */
static int set_up(void **state)
{
	if (robot_setup(state) < 0)
		return -1;
	robot_config(*state, "search = { samples = 3; };\n");
	return 0;
}

#define HELD_TEST(f) cmocka_unit_test_setup_teardown(f, set_up, robot_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		HELD_TEST(further_samples_are_stored_once_with_their_boot),
		HELD_TEST(killed_after_every_step_it_comes_to_the_same_finding),
		HELD_TEST(killed_after_every_other_step_it_does_too),
		HELD_TEST(killed_in_the_midst_of_further_samples_it_keeps_those_before),
		HELD_TEST(a_guest_that_dies_while_it_is_held_leaves_its_samples),
		HELD_TEST(trouble_of_the_host_in_further_samples_is_tried_again),
		HELD_TEST(cancelled_while_it_is_held_nothing_is_left_running),
		HELD_TEST(a_pause_ends_the_boot_that_is_held),
		HELD_TEST(switched_off_no_boot_is_held),
		HELD_TEST(the_time_of_further_samples_is_the_boots_and_costs_stay_right),
		HELD_TEST(testing_one_commit_uses_it_and_ends_it),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
