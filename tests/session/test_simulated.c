/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The whole program in the loop, on a history of 15 000 commits with merges that is built from a
 * synthetic world: git, make, the store and a machine whose samples are normal must come to the same
 * looks, in the same order, and to the same answer as the simulation of that world.
 */
#include "tests/support/test.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "base/mem.h"
#include "bisect/simulate.h"
#include "bisect/simulation.h"
#include "results/sample.h"
#include "tests/session/robot.h"
#include "tests/support/near.h"

#define MAINLINE 3000
/* Each fifth commit of the mainline is a merge of so many others: 15 000 in all. */
#define MERGE_EVERY 5
#define BRANCH 20
#define FORK_BEFORE 3
#define FIRST_DATE 1700000000U
/*
 * Minutes of a boot and of a sample. A build takes what it takes here, but next to nothing beside
 * them, so that no decision hangs on how fast this machine is.
 */
#define LOOK_MINUTES 100
#define BUILD_MINUTES 1e-4

struct site {
	struct robot *robot;
	struct simulate_options options;
	struct simulation simulation;
	double *mass;
	unsigned n_marks, n_commits; /* written to the stream */
	unsigned *marks;             /* of each position */
};

static bool is_merge(uint32_t position)
{
	return position % MERGE_EVERY == 0;
}

static void begin_commit(struct site *site, const char *branch, const char *name, unsigned from)
{
	struct str *stream = &site->robot->history.stream;

	site->n_commits++;
	str_appendf(stream,
		    "commit refs/heads/%s\nmark :%u\ncommitter A. Author <author@example.org> %u "
		    "+0000\ndata %zu\n%s\nfrom :%u\n",
		    branch, ++site->n_marks, FIRST_DATE + 60 * site->n_commits, strlen(name), name,
		    from);
}

static void put_file(struct site *site, const char *path, const char *text)
{
	str_appendf(&site->robot->history.stream, "M 100644 inline %s\ndata %zu\n%s\n", path,
		    strlen(text), text);
}

/* A branch that changes nothing about the speed; returns its tip's mark. */
static unsigned add_branch(struct site *site, unsigned from)
{
	unsigned tip = from;

	for (unsigned i = 0; i < BRANCH; i++) {
		CLEANUP(mem_freep) char *text = mem_printf("%u", site->n_commits);

		begin_commit(site, "side", "on the side", tip);
		put_file(site, "side", text);
		tip = site->n_marks;
	}
	return tip;
}

/* The state at a position, as the difference to the one before. */
static void put_state(struct site *site, uint32_t position)
{
	const struct simulate_world *world = &site->simulation.world;
	CLEANUP(mem_freep) char *noise = mem_printf("noise=%" PRIu32, position);

	put_file(site, "traits/noise", noise);
	if (world->is_dead[position] && !world->is_dead[position - 1])
		put_file(site, "broken", "");
	if (!world->is_dead[position] && position > 0 && world->is_dead[position - 1])
		str_append(&site->robot->history.stream, "D broken\n");
	for (size_t i = 0; i < world->options->n_changes; i++) {
		CLEANUP(mem_freep) char *path = mem_printf("effects/change-%zu", i);
		CLEANUP(mem_freep)
		char *effect = mem_printf("%.12f", log_percent_to_percent(world->effects[i]));

		if (world->changes[i] == position)
			put_file(site, path, effect);
	}
}

/* The history of the world, behind the root that robot_setup() has begun. */
static void write_history(struct site *site)
{
	struct str *stream = &site->robot->history.stream;

	site->n_marks = 1; /* the root */
	put_state(site, 0);
	site->marks[0] = 1;
	for (uint32_t i = 1; i <= MAINLINE; i++) {
		const uint32_t fork = i > FORK_BEFORE ? i - FORK_BEFORE : 0;
		unsigned tip = is_merge(i) ? add_branch(site, site->marks[fork]) : 0;
		CLEANUP(mem_freep) char *name = mem_printf("%" PRIu32, i);

		begin_commit(site, "main", name, site->marks[i - 1]);
		if (tip)
			str_appendf(stream, "merge :%u\n", tip);
		put_state(site, i);
		site->marks[i] = site->n_marks;
	}
	history_finish(&site->robot->history, site->robot->repo);
}

static void configure(struct site *site)
{
	const struct simulate_options *options = &site->options;
	CLEANUP(mem_freep) char *path = robot_path(site->robot, "perfsect.conf");
	CLEANUP(mem_freep)
	char *rules = mem_printf("seed %" PRIu64 "\n"
				 "default sample_sd=%g boot_sd=%g boot_time=%u run_time=%u\n",
				 options->seed, options->sample_sd, options->boot_sd,
				 LOOK_MINUTES * 60, LOOK_MINUTES * 60);
	CLEANUP(mem_freep)
	char *text = mem_printf("repo = \"../repo\";\n"
				"kernel = { make_config = \"tinyconfig\"; jobs = 1; };\n"
				"machines = ( { name = \"box\"; type = \"fake\"; "
				"script = \"fake.script\"; } );\n"
				"workloads = ( { name = \"sched-pipe\"; warmups = 0; } );\n"
				"search = { samples = %u; smallest_effect = \"%g %%\"; "
				"layouts = %u; verify = false; };\n",
				options->search.min_samples, options->search.smallest_effect,
				options->search.variants);
	struct error err = { 0 };

	robot_script(site->robot, rules);
	if (fs_write_atomic(path, text, strlen(text), 0644, &err) < 0)
		fail_msg("%s", err.text);
}

/* A world of one change on an ordinary commit of the mainline, and its history. */
static void open_site(struct site *site, struct robot *robot, uint64_t seed)
{
	*site = (struct site){
		.robot = robot,
		.options = simulate_default_options(),
		.mass = mem_array(MAINLINE + 1, sizeof(double)),
		.marks = mem_array(MAINLINE + 1, sizeof(unsigned)),
	};
	for (uint32_t i = 1; i <= MAINLINE; i++)
		site->mass[i] = is_merge(i) ? 1 + BRANCH : 1;
	site->options.commits = MAINLINE;
	site->options.mass = site->mass;
	site->options.effects[0] = -3;
	site->options.untestable = 0.05;
	site->options.search.variants = 1;
	site->options.seed = seed;
	site->options.costs = (struct search_costs){ .build = BUILD_MINUTES,
						     .boot = LOOK_MINUTES,
						     .sample = LOOK_MINUTES };
	print_message("seed %" PRIu64 "\n", seed);
	simulation_init(&site->simulation, &site->options, seed);
	write_history(site);
	assert_int_equal(site->n_commits, 15000);
	configure(site);
}

static void close_site(struct site *site)
{
	simulation_clear(&site->simulation);
	free(site->mass);
	free(site->marks);
}

/* The position of the kernel of a boot; the program's subjects are positions. */
static uint32_t position_of_boot(struct robot *robot, size_t boot)
{
	const struct json *kernels = json_pointer(robot_json(robot), "/kernels");
	CLEANUP(mem_freep) char *pointer = mem_printf("/boots/%zu/kernel", boot);
	const double id = robot_number(robot, pointer);
	uint32_t position = 0;

	for (size_t i = 0; i < json_length(kernels); i++) {
		const struct json *kernel = json_element(kernels, i);
		double kernel_id = 0;

		if (!json_number(json_member(kernel, "id"), &kernel_id) || kernel_id != id)
			continue;
		if (strcmp(json_text(json_member(kernel, "subject")), "root") != 0)
			position = (uint32_t)strtoul(json_text(json_member(kernel, "subject")),
						     NULL, 10);
		return position;
	}
	fail_msg("boot %zu has no kernel", boot);
	return 0;
}

/* One look: the same kernel, the same number of samples, the same numbers. */
static void compare_look(const struct site *site, size_t boot)
{
	const struct search_problem *problem = &site->simulation.problem;
	const struct search_boot *expected = &problem->boots[boot];
	CLEANUP(mem_freep) char *samples = mem_printf("/boots/%zu/samples", boot);

	assert_int_equal(position_of_boot(site->robot, boot),
			 problem->kernels[expected->kernel].position);
	assert_int_equal(json_length(json_pointer(robot_json(site->robot), samples)), expected->n);
	for (size_t i = 0; i < expected->n; i++) {
		CLEANUP(mem_freep) char *sample = mem_printf("%s/%zu", samples, i);

		assert_near(100 * log(robot_number(site->robot, sample) / 100), expected->values[i],
			    1e-6);
	}
}

static void compare_answer(const struct site *site, const struct search_verdict *verdict)
{
	const struct search_change *change = &verdict->changes[0];
	struct robot *robot = site->robot;
	const unsigned n_commits = change->hi - change->lo;
	CLEANUP(mem_freep) char *culprit = mem_printf("%" PRIu32, change->hi);
	CLEANUP(mem_freep)
	char *last = mem_printf("/finding/changes/0/commits/%u/subject", n_commits - 1);

	assert_int_equal(verdict->next.kind, SEARCH_END_FOUND);
	assert_int_equal(verdict->n_changes, 1);
	assert_int_equal(json_length(json_pointer(robot_json(robot), "/finding/changes")), 1);
	assert_int_equal(json_length(json_pointer(robot_json(robot), "/finding/changes/0/commits")),
			 n_commits);
	assert_string_equal(robot_text(robot, last), culprit);
	assert_near(robot_number(robot, "/finding/changes/0/probability"), change->probability,
		    1e-6);
	assert_near(robot_number(robot, "/finding/changes/0/effect_percent"),
		    log_percent_to_percent(change->effect), 1e-6);
	assert_near(robot_number(robot, "/finding/builds"), site->simulation.world.builds, 0);
	assert_near(robot_number(robot, "/finding/boots"), site->simulation.world.boots, 0);
	assert_near(robot_number(robot, "/finding/samples"), site->simulation.world.samples, 0);
}

/* For scripts/bench, which asks for it by PERFSECT_DEBUG. */
static void tell_cost(const struct site *site)
{
	const struct simulate_world *world = &site->simulation.world;
	const char *line = strstr(site->robot->messages, "perfsect: debug: run: ");

	if (line)
		print_message("%u steps: %s", world->builds + world->boots, line);
}

static void compare(struct robot *robot, uint64_t seed)
{
	struct search_verdict verdict;
	struct site site;

	open_site(&site, robot, seed);
	while (simulation_step(&site.simulation, &verdict))
		;
	robot_do(site.robot, "run", "root", "main", "--json", NULL);
	robot_assert_status(site.robot, verdict.changes[0].hi - verdict.changes[0].lo > 1);
	assert_int_equal(json_length(json_pointer(robot_json(site.robot), "/boots")),
			 site.simulation.problem.n_boots);
	for (size_t i = 0; i < site.simulation.problem.n_boots; i++)
		compare_look(&site, i);
	compare_answer(&site, &verdict);
	tell_cost(&site);
	close_site(&site);
}

static void the_program_does_what_the_simulation_of_its_world_does(void **state)
{
	compare(*state, 27);
}

/* Most of what it builds there is broken, and so is the culprit. */
static void it_does_so_around_a_run_of_untestable_commits(void **state)
{
	compare(*state, 15);
}

#define ROBOT_TEST(f) cmocka_unit_test_setup_teardown(f, robot_setup, robot_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		ROBOT_TEST(it_does_so_around_a_run_of_untestable_commits),
		ROBOT_TEST(the_program_does_what_the_simulation_of_its_world_does),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
