/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A disk that fills up: one clear message, nothing lost, and on it goes once there is room. */
#include "tests/support/test.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/mem.h"
#include "tests/session/robot.h"

/* Room for a case of this size, without the ballast. */
#define DISK_SIZE "size=6m"
#define BALLAST_BYTES_MAX (16 << 20)
#define CHUNK_BYTES 4096

/* The workspace becomes a small disk of its own. */
static int disk_setup(void **state)
{
	struct robot *robot;

	if (robot_setup(state) < 0)
		return -1;
	robot = *state;
	if (mount("perfsect-test", robot->workspace, "tmpfs", 0, DISK_SIZE) < 0) {
		print_message("cannot mount a tmpfs: %s\n", strerror(errno));
		(void)robot_teardown(state);
		return -1;
	}
	robot_script(robot, "");
	robot_config(robot, "");
	return 0;
}

static int disk_teardown(void **state)
{
	struct robot *robot = *state;

	if (umount2(robot->workspace, MNT_DETACH) < 0)
		return -1;
	return robot_teardown(state);
}

/* Fills the disk until `left` bytes are free. */
static void put_ballast(const struct robot *robot, int64_t left)
{
	CLEANUP(mem_freep) char *path = robot_path(robot, "ballast");
	struct error err = { 0 };
	int64_t free_bytes;
	int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0644);

	assert_true(fd >= 0);
	assert_int_equal(fs_free_bytes(robot->workspace, &free_bytes, &err), 0);
	assert_true(free_bytes < BALLAST_BYTES_MAX);
	if (free_bytes > left)
		assert_int_equal(posix_fallocate(fd, 0, free_bytes - left), 0);
	assert_int_equal(close(fd), 0);
}

static void drop_ballast(const struct robot *robot)
{
	CLEANUP(mem_freep) char *path = robot_path(robot, "ballast");

	assert_int_equal(unlink(path), 0);
}

static unsigned count_lines(const char *text)
{
	unsigned n = 0;

	for (; (text = strchr(text, '\n')); text++)
		n++;
	return n;
}

static void assert_one_clear_message(struct robot *robot)
{
	const char *message = strstr(robot->messages, "perfsect: ");

	robot_assert_status(robot, 4);
	assert_non_null(message);
	assert_int_equal(count_lines(message), 1);
	if (!strstr(message, "o space left on device") && !strstr(message, "disk is full"))
		fail_msg("%s", message);
}

static const char *const effects[] = { "-4", "0", "0", "0" };

static void finish(struct robot *robot)
{
	robot_do(robot, "resume", "--json", NULL);
	robot_assert_status(robot, 0);
	assert_string_equal(robot_text(robot, "/finding/changes/0/commits/0/subject"), "c1");
	assert_int_equal(json_length(json_pointer(robot_json(robot), "/finding/untestable")), 0);
	/* Each boot of the machine is in the store: none was lost, none made again. */
	assert_int_equal(robot_number(robot, "/finding/boots"), robot_boots(robot));
	robot_assert_clean(robot);
}

/* c2 writes until the disk is full; the next commit of its kind would be no news about c2. */
static void a_build_that_fills_the_disk_is_no_evidence(void **state)
{
	struct robot *robot = *state;
	struct history_builder *history = &robot->history;
	const unsigned c1 = history_commit(history, "c1", HISTORY_ROOT, "effects/1", "-4");
	const unsigned c2 = history_commit(history, "c2", c1, "fill", "");
	const unsigned c3 = history_commit(history, "c3", c2, "fill", NULL);

	history_commit(history, "c4", c3, "effects/4", "0");
	history_finish(history, robot->repo);
	robot_do(robot, "run", "root", "c4", NULL);
	assert_one_clear_message(robot);
	robot_assert_says(robot, "cannot build commit");
	robot_do(robot, "report", "--format", "json", NULL);
	robot_assert_status(robot, 0);
	assert_int_equal(robot_number(robot, "/finding/boots"), robot_boots(robot));
	assert_int_equal(json_length(json_pointer(robot_json(robot), "/finding/untestable")), 0);
}

static void with_no_room_for_a_build_it_stops_and_goes_on(void **state)
{
	struct robot *robot = *state;

	robot_chain(robot, effects, 4);
	robot_config(robot, "search = { max_boots = 4; };\n");
	robot_do(robot, "run", "root", "c4", NULL);
	robot_assert_status(robot, 1);
	robot_config(robot, "");
	put_ballast(robot, 0);
	robot_do(robot, "resume", NULL);
	assert_one_clear_message(robot);
	assert_int_equal(robot_boots(robot), 4);
	drop_ballast(robot);
	finish(robot);
}

/* Whatever is the first to find no room: the step is stored, or it never was. */
static void with_little_room_no_finished_step_is_lost(void **state)
{
	static const int64_t left_bytes[] = { 4 << 10, 16 << 10, 48 << 10, 96 << 10 };
	struct robot *robot = *state;

	robot_chain(robot, effects, 4);
	robot_do(robot, "run", "root", "c4", "--deadline", "1 ms", NULL);
	for (size_t i = 0; i < ARRAY_LENGTH(left_bytes); i++) {
		put_ballast(robot, left_bytes[i]);
		robot_do(robot, "resume", NULL);
		drop_ballast(robot);
		if (robot->status == 0)
			break; /* there was room enough */
		assert_one_clear_message(robot);
	}
	robot_do(robot, "resume", "--json", NULL);
	if (robot->status == 2)
		robot_do(robot, "report", "--format", "json", NULL);
	robot_assert_status(robot, 0);
	assert_string_equal(robot_text(robot, "/finding/changes/0/commits/0/subject"), "c1");
	assert_int_equal(json_length(json_pointer(robot_json(robot), "/finding/untestable")), 0);
	robot_assert_clean(robot);
}

#define DISK_TEST(f) cmocka_unit_test_setup_teardown(f, disk_setup, disk_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		DISK_TEST(a_build_that_fills_the_disk_is_no_evidence),
		DISK_TEST(with_no_room_for_a_build_it_stops_and_goes_on),
		DISK_TEST(with_little_room_no_finished_step_is_lost),
	};

	if (geteuid() != 0) {
		(void)printf("skipped: a small disk can be mounted by root only\n");
		return 0;
	}
	return cmocka_run_group_tests(tests, NULL, NULL);
}
