/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cancel.h"

static bool is_readable(int fd)
{
	struct pollfd poll_fd = { .fd = fd, .events = POLLIN };

	return poll(&poll_fd, 1, 0) == 1;
}

static void no_cancel_is_never_requested(void **state)
{
	struct error err = { 0 };

	(void)state;
	assert_false(cancel_is_requested(NULL));
	assert_int_equal(cancel_fd(NULL), -1);
	assert_int_equal(cancel_check(NULL, &err), 0);
	cancel_free(NULL);
}

static void a_request_is_seen_by_every_later_question(void **state)
{
	CLEANUP(cancel_freep) struct cancel *cancel = NULL;
	struct error err = { 0 };

	(void)state;
	assert_int_equal(cancel_new_manual(&cancel, &err), 0);
	assert_false(cancel_is_requested(cancel));
	assert_false(is_readable(cancel_fd(cancel)));
	assert_int_equal(cancel_check(cancel, &err), 0);
	cancel_request(cancel);
	cancel_request(cancel);
	for (int i = 0; i < 3; i++) {
		assert_true(cancel_is_requested(cancel));
		assert_true(is_readable(cancel_fd(cancel)));
		assert_int_equal(cancel_check(cancel, &err), -1);
	}
	assert_int_equal(err.kind, ERROR_CANCELLED);
	assert_string_equal(err.text, "stopped by the user");
}

static void each_of_the_three_signals_requests_and_stays(void **state)
{
	static const int signals[] = { SIGINT, SIGTERM, SIGHUP };

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(signals); i++) {
		CLEANUP(cancel_freep) struct cancel *cancel = NULL;
		struct error err = { 0 };

		assert_int_equal(cancel_new_from_signals(&cancel, &err), 0);
		assert_false(cancel_is_requested(cancel));
		assert_int_equal(kill(getpid(), signals[i]), 0);
		assert_true(cancel_is_requested(cancel));
		assert_true(is_readable(cancel_fd(cancel)));
		assert_true(cancel_is_requested(cancel));
	}
}

static void freeing_unblocks_the_signals_and_forgets_the_pending_ones(void **state)
{
	struct cancel *cancel = NULL;
	struct error err = { 0 };
	sigset_t mask;

	(void)state;
	assert_int_equal(cancel_new_from_signals(&cancel, &err), 0);
	assert_int_equal(kill(getpid(), SIGTERM), 0);
	cancel_free(cancel); /* a pending SIGTERM would end this test program here */
	assert_int_equal(sigprocmask(SIG_BLOCK, NULL, &mask), 0);
	assert_int_equal(sigismember(&mask, SIGTERM), 0);
}

static void a_signal_that_nohup_ignores_stays_ignored(void **state)
{
	CLEANUP(cancel_freep) struct cancel *cancel = NULL;
	struct error err = { 0 };

	(void)state;
	(void)signal(SIGHUP, SIG_IGN);
	assert_int_equal(cancel_new_from_signals(&cancel, &err), 0);
	assert_int_equal(kill(getpid(), SIGHUP), 0);
	assert_false(cancel_is_requested(cancel));
	(void)signal(SIGHUP, SIG_DFL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_cancel_is_never_requested),
		cmocka_unit_test(a_request_is_seen_by_every_later_question),
		cmocka_unit_test(each_of_the_three_signals_requests_and_stays),
		cmocka_unit_test(freeing_unblocks_the_signals_and_forgets_the_pending_ones),
		cmocka_unit_test(a_signal_that_nohup_ignores_stays_ignored),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
