/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The whole robot in a temporary folder: a repository in repo/, a workspace with a fake machine in
 * ws/, and the built program. Any failure of the parts around it fails the test. Include after test.h.
 */
#ifndef TESTS_SESSION_ROBOT_H
#define TESTS_SESSION_ROBOT_H

#include "base/defs.h"
#include "base/json.h"
#include "tests/session/history.h"

#include <stdbool.h>
#include <sys/types.h>

struct robot {
	char *dir;
	char *repo;      /* dir/repo */
	char *workspace; /* dir/ws */
	struct history_builder history;
	pid_t started; /* by robot_start() and not joined; 0: none */
	/* Of the last robot_do() or robot_join(): */
	int status;        /* exit status; 128 + N for signal N */
	char *out;         /* stdout */
	char *messages;    /* stderr */
	struct json *json; /* of stdout, once robot_json() was asked */
};

/* An empty workspace, with robot_script("") and robot_config("") done and the history begun. */
int robot_setup(void **state);
int robot_teardown(void **state);

/*
 * Writes fake.script: a journal boots.log, the levels of the tree with little noise, then `rules`.
 * Boots are the same ones for the same commits, whatever came before.
 */
void robot_script(struct robot *robot, const char *rules);
/* Writes perfsect.conf, `extra` behind the sections that it needs. */
void robot_config(struct robot *robot, const char *extra);
/* A chain root, c1 … cN with commit i's effect in effects[i - 1] percent; finishes the history. */
void robot_chain(struct robot *robot, const char *const *effects, unsigned n);

/* Runs the program in the workspace with the arguments, up to NULL, and waits. Its exit status. */
int robot_do(struct robot *robot, const char *first, ...) __attribute__((sentinel));
/* Starts it and goes on; meanwhile robot_do() can run others. */
pid_t robot_start(struct robot *robot, const char *first, ...) __attribute__((sentinel));
/* Waits until the started program's messages hold the text. */
void robot_await(struct robot *robot, const char *text);
/* Waits for its end; exit status, or 128 + N for signal N. Reads its messages. */
int robot_join(struct robot *robot, pid_t pid);

/* Fails the test with all output unless the last status is that one. */
void robot_assert_status(struct robot *robot, int status);
/* Fails unless the messages (or `out`) hold the text. */
void robot_assert_says(struct robot *robot, const char *text);
void robot_assert_prints(struct robot *robot, const char *text);

/* The JSON on stdout of the last program. Borrowed. */
const struct json *robot_json(struct robot *robot);
/* A string of it, "" where there is none. Borrowed. */
const char *robot_text(struct robot *robot, const char *pointer);
double robot_number(struct robot *robot, const char *pointer);
/* The finding as text for comparison: without times. Of the newest case; the caller frees it. */
char *robot_finding(struct robot *robot);
/* Boots that the machine made, from its journal. */
unsigned robot_boots(struct robot *robot);

/* How often a boot that was held gave more, from the same. */
unsigned robot_extensions(struct robot *robot);

/* Path in the workspace; the caller frees it. */
char *robot_path(const struct robot *robot, const char *name);
/* Fails when anything is left that only a session at work may have. */
void robot_assert_clean(struct robot *robot);

#endif
