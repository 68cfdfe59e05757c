/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * bench_range N SEED [RUNS]: from two revisions to the first candidate between them, ours (load, chain,
 * and the search's choice once both ends are measured) against git rev-list --bisect, on a synthetic
 * range of N commits, without and with a commit-graph file. Both start as processes, so both pay for
 * their start. Medians of the wall times, of the CPU times, and the peak memory.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/deadline.h"
#include "base/fs.h"
#include "base/mem.h"
#include "base/process.h"
#include "base/str.h"
#include "bisect/repo.h"
#include "bisect/search.h"
#include "bisect/stage.h"
#include "tests/bench/figure.h"
#include "tests/bench/history.h"

#define LIMIT 1.0
#define TIMEOUT_S 3600.0

static void die(const struct error *err)
{
	(void)fprintf(stderr, "bench_range: %s\n", err->text);
	exit(1);
}

static void run_quietly(const char *const *argv, const char *cwd)
{
	static const char *const env[] = { "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_NOSYSTEM=1",
					   NULL };
	CLEANUP(mem_freep) char *output = NULL;
	struct error err = { 0 };

	if (process_read(&(struct process_opts){ .argv = argv,
						 .env = env,
						 .cwd = cwd,
						 .capture_bytes = 4096,
						 .deadline = deadline_in(TIMEOUT_S) },
			 &output, &err) < 0)
		die(&err);
}

/* The ends differ by 3 %, and nothing between them is measured yet. */
static uint32_t choose(const struct stage *stage)
{
	static const double good[] = { 0.0, 0.1, -0.1 }, bad[] = { -3.0, -3.1, -2.9 };
	const uint32_t n = stage->chain.n;
	const struct search_kernel kernels[] = { { 0, SEARCH_BUILT, 0 }, { n, SEARCH_BUILT, 0 } };
	struct search_boot boots[6];
	const struct search_problem problem = {
		.n = n,
		.mass = stage->chain.mass,
		.kernels = kernels,
		.n_kernels = ARRAY_LENGTH(kernels),
		.boots = boots,
		.n_boots = ARRAY_LENGTH(boots),
		.costs = { .build = 10, .boot = 1, .sample = 1 },
		.options = { .confidence = 0.99,
			     .smallest_effect = 1,
			     .min_samples = 1,
			     .max_samples = 10 },
	};
	struct search_verdict verdict;

	for (size_t i = 0; i < ARRAY_LENGTH(boots); i++)
		boots[i] = (struct search_boot){ i % 2, (i % 2 ? bad : good) + i / 2, 1 };
	search_evaluate(&problem, &verdict, NULL);
	if (verdict.next.kind != SEARCH_DO_BUILD) {
		(void)fprintf(stderr, "bench_range: the search wants to %s first\n",
			      search_action_name(verdict.next.kind));
		exit(1);
	}
	return verdict.next.position;
}

/* What the timed child does when this program is started with "--load DIR". */
static int choose_first(const char *dir)
{
	CLEANUP(repo_closep) struct repo *repo = NULL;
	CLEANUP(graph_freep) struct graph *graph = NULL;
	char hex[HISTORY_OID_SIZE];
	struct error err = { 0 };
	struct stage stage;
	uint32_t position;

	if (repo_open(dir, NULL, &repo, &err) < 0 ||
	    repo_load_range(repo, "good", "bad", NULL, &graph, &err) < 0)
		die(&err);
	stage_init_mainline(&stage, graph);
	position = choose(&stage);
	stage_commit(&stage, position, hex);
	printf("%s\n%u commits, chain of %u, first candidate at %u\n", hex, graph->n - 1,
	       stage.chain.n, position);
	stage_clear(&stage);
	return 0;
}

struct timings {
	double wall_s[FIGURE_RUNS_MAX], cpu_s[FIGURE_RUNS_MAX];
	double peak_mib;
};

static double seconds(struct timeval time)
{
	return (double)time.tv_sec + (double)time.tv_usec / 1e6;
}

/* Peak memory needs wait4(), which process_run() does not give. */
static void time_child(const char *const *argv, struct timings *timings, unsigned run)
{
	const int64_t start_ns = deadline_now_ns();
	struct rusage usage;
	int status = 0;
	pid_t child;

	(void)fflush(stdout); /* or the child writes it again */
	child = fork();
	if (child == 0) {
		if (!freopen("/dev/null", "w", stdout))
			_exit(127);
		execvp(argv[0], (char *const *)(uintptr_t)argv);
		_exit(127);
	}
	if (child < 0 || wait4(child, &status, 0, &usage) != child || status != 0) {
		(void)fprintf(stderr, "bench_range: '%s' failed\n", argv[0]);
		exit(1);
	}
	timings->wall_s[run] = (double)(deadline_now_ns() - start_ns) / 1e9;
	timings->cpu_s[run] = seconds(usage.ru_utime) + seconds(usage.ru_stime);
	timings->peak_mib = fmax(timings->peak_mib, (double)usage.ru_maxrss / 1024);
}

static void print_figure(const char *graph, const char *what, const char *unit, double ours,
			 double theirs, double limit)
{
	CLEANUP(mem_freep) char *name = mem_printf("range, %s, %s", graph, what);

	figure_print(&(struct figure){ .name = name,
				       .peer = "git rev-list",
				       .unit = unit,
				       .digits = strcmp(unit, "s") == 0 ? 3 : 1,
				       .ours = ours,
				       .theirs = theirs,
				       .limit = limit });
}

/* In turns, so that what else the host does falls on both. */
static void compare(const char *graph, const char *dir, unsigned runs)
{
	const char *const our_argv[] = { "/proc/self/exe", "--load", dir, NULL };
	const char *const git_argv[] = {
		"git", "-C", dir, "rev-list", "--bisect", "good..bad", NULL
	};
	struct timings ours = { 0 }, git = { 0 };

	for (unsigned i = 0; i < runs; i++) {
		time_child(our_argv, &ours, i);
		time_child(git_argv, &git, i);
	}
	print_figure(graph, "wall", "s", figure_median(ours.wall_s, runs),
		     figure_median(git.wall_s, runs), LIMIT);
	print_figure(graph, "CPU", "s", figure_median(ours.cpu_s, runs),
		     figure_median(git.cpu_s, runs), LIMIT);
	print_figure(graph, "peak", "MiB", ours.peak_mib, git.peak_mib, 0);
}

static void make_history(const char *dir, uint32_t n, uint64_t seed)
{
	CLEANUP(mem_freep) char *path = mem_printf("%s.stream", dir);
	const char *const init[] = { "git", "init", "-q", "--bare", "-b", "main", dir, NULL };
	const char *const import[] = { "sh", "-c", "exec git fast-import --quiet <\"$1\"",
				       "sh", path, NULL };
	const char *const repack[] = { "git", "repack", "-adq", NULL };
	FILE *stream = fopen(path, "w");
	struct error err = { 0 };

	if (!stream) {
		error_errno(&err, errno, "cannot write '%s'", path);
		die(&err);
	}
	history_write(stream, n, seed);
	if (fclose(stream) != 0) {
		error_errno(&err, errno, "cannot write '%s'", path);
		die(&err);
	}
	run_quietly(init, NULL);
	run_quietly(import, dir);
	run_quietly(repack, dir);
}

static int64_t number(const char *text, int64_t min, int64_t max)
{
	struct error err = { 0 };
	int64_t value;

	if (str_parse_i64(text, min, max, &value, &err) < 0)
		die(&err);
	return value;
}

int main(int argc, char **argv)
{
	static const char *const write_graph[] = { "git", "commit-graph", "write", "--reachable",
						   NULL };
	char base[] = "/tmp/perfsect-bench-XXXXXX";
	CLEANUP(mem_freep) char *dir = NULL;
	struct error err = { 0 };
	unsigned runs;

	if (argc == 3 && strcmp(argv[1], "--load") == 0)
		return choose_first(argv[2]);
	if (argc < 3 || argc > 4) {
		(void)fprintf(stderr, "usage: bench_range N SEED [RUNS]\n");
		return 2;
	}
	runs = argc == 4 ? (unsigned)number(argv[3], 1, FIGURE_RUNS_MAX) : 21;
	if (!mkdtemp(base))
		return 1;
	dir = mem_printf("%s/repo", base);
	make_history(dir, (uint32_t)number(argv[1], 100, 10000000),
		     (uint64_t)number(argv[2], 0, INT64_MAX));
	compare("no commit-graph", dir, runs);
	run_quietly(write_graph, dir);
	compare("commit-graph", dir, runs);
	if (fs_remove_tree(base, &err) < 0)
		die(&err);
	return 0;
}
