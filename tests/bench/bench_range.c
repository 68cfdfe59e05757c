/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * From two revisions to the first candidate between them, ours (load, chain, and the search's choice once
 * both ends are measured) against git rev-list --bisect, on a synthetic range of N commits. Both start as
 * processes, so both pay for their start. Medians of the wall times, of the CPU times, and the peak memory.
 *
 *     bench_range range N SEED RUNS      without and with a commit-graph file
 *     bench_range paths N SEED RUNS      of those commits that change one of forty folders
 *     bench_range long N SEED RUNS DIR   with a commit-graph file; the history is kept in DIR
 */
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/deadline.h"
#include "base/fs.h"
#include "base/mem.h"
#include "base/str.h"
#include "bisect/repo.h"
#include "bisect/search.h"
#include "bisect/stage.h"
#include "tests/bench/figure.h"
#include "tests/bench/history.h"

#define LIMIT 1.0
#define PEAK_MIB_MAX 500.0
/* git's bisection of 1.3 million commits takes longer than a quarter of an hour. */
#define CPU_S_MAX 120

static void die(const struct error *err)
{
	(void)fprintf(stderr, "bench_range: %s\n", err->text);
	exit(1);
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
		boots[i] = (struct search_boot){ .kernel = i % 2,
						 .values = (i % 2 ? bad : good) + i / 2,
						 .n = 1 };
	search_evaluate(&problem, &verdict, NULL);
	if (verdict.next.kind != SEARCH_DO_BUILD) {
		(void)fprintf(stderr, "bench_range: the search wants to %s first\n",
			      search_action_name(verdict.next.kind));
		exit(1);
	}
	return verdict.next.position;
}

/* What the timed child does when this program is started with "--load DIR [PATH]". */
static int choose_first(const char *dir, const char *path)
{
	CLEANUP(strlist_clear) struct strlist paths = { 0 };
	CLEANUP(repo_closep) struct repo *repo = NULL;
	CLEANUP(graph_freep) struct graph *graph = NULL;
	char hex[HISTORY_OID_SIZE];
	struct error err = { 0 };
	struct stage stage;
	uint32_t position;

	if (repo_open(dir, NULL, &repo, &err) < 0 ||
	    repo_load_range(repo, "good", "bad", NULL, &graph, &err) < 0)
		die(&err);
	if (path)
		strlist_add(&paths, path);
	if (path && repo_limit_range(repo, &paths, NULL, graph, &err) < 0)
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

/* Was the child ended for taking too long? Then its figures are at least as they are. */
static bool is_cut_short(int status, const char *name)
{
	if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGXCPU)
		return false;
	(void)fprintf(stderr, "bench_range: '%s' was ended after %d s of CPU\n", name, CPU_S_MAX);
	return true;
}

/* Peak memory needs wait4(), which process_run() does not give. */
static void time_child(const char *const *argv, struct timings *timings, unsigned run)
{
	const struct rlimit limit = { CPU_S_MAX, CPU_S_MAX + 1 };
	const int64_t start_ns = deadline_now_ns();
	struct rusage usage;
	int status = 0;
	pid_t child;

	(void)fflush(stdout); /* or the child writes it again */
	child = fork();
	if (child == 0) {
		if (!freopen("/dev/null", "w", stdout) || setrlimit(RLIMIT_CPU, &limit) < 0)
			_exit(127);
		execvp(argv[0], (char *const *)(uintptr_t)argv);
		_exit(127);
	}
	if (child < 0 || wait4(child, &status, 0, &usage) != child ||
	    (status != 0 && !is_cut_short(status, argv[0]))) {
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

/* In turns, so that what else the host does falls on both. `path` NULL: any commit may be it. */
static double compare(const char *graph, const char *dir, const char *path, unsigned runs)
{
	const char *const our_argv[] = { "/proc/self/exe", "--load", dir, path, NULL };
	const char *const git_argv[] = { "git",       "-C", dir,  "rev-list", "--bisect",
					 "good..bad", "--", path, NULL };
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
	return ours.peak_mib;
}

static void make_history(const char *dir, const struct history_options *options)
{
	struct error err = { 0 };

	if (history_make(dir, options, &err) < 0)
		die(&err);
}

static void write_graph(const char *dir)
{
	struct error err = { 0 };

	if (history_write_graph(dir, &err) < 0)
		die(&err);
}

/* In a temporary folder. */
static void compare_once(const struct history_options *options, unsigned runs)
{
	char base[] = "/tmp/perfsect-bench-XXXXXX";
	CLEANUP(mem_freep) char *dir = NULL;
	struct error err = { 0 };

	if (!mkdtemp(base)) {
		error_errno(&err, errno, "cannot make '%s'", base);
		die(&err);
	}
	dir = mem_printf("%s/repo", base);
	make_history(dir, options);
	if (!options->has_files)
		(void)compare("no commit-graph", dir, NULL, runs);
	write_graph(dir);
	if (options->has_files)
		(void)compare("a path", dir, "f7", runs);
	else
		(void)compare("commit-graph", dir, NULL, runs);
	if (fs_remove_tree(base, &err) < 0)
		die(&err);
}

/* Writing so many commits takes minutes. */
static void compare_kept(const struct history_options *options, unsigned runs, const char *base)
{
	CLEANUP(mem_freep)
	char *dir =
		mem_printf("%s/range-%u-%llu", base, options->n, (unsigned long long)options->seed);
	CLEANUP(mem_freep) char *graph = mem_printf("%s/objects/info/commit-graph", dir);
	CLEANUP(mem_freep) char *name = mem_printf("%u commits", options->n);
	struct error err = { 0 };
	double peak;

	if (!fs_exists(graph)) {
		if (fs_remove_tree(dir, &err) < 0) /* half made */
			die(&err);
		make_history(dir, options);
		write_graph(dir);
	}
	peak = compare(name, dir, NULL, runs);
	figure_print(&(struct figure){ .name = "range, long, peak",
				       .peer = "limit",
				       .unit = "MiB",
				       .digits = 1,
				       .ours = peak,
				       .theirs = PEAK_MIB_MAX,
				       .limit = 1 });
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
	struct history_options options = { 0 };
	unsigned runs;

	if ((argc == 3 || argc == 4) && strcmp(argv[1], "--load") == 0)
		return choose_first(argv[2], argv[3]);
	if (argc < 5 || argc > 6 || (strcmp(argv[1], "long") == 0) != (argc == 6)) {
		(void)fprintf(stderr, "usage: bench_range range|paths|long N SEED RUNS [DIR]\n");
		return 2;
	}
	options.n = (uint32_t)number(argv[2], 100, 10000000);
	options.seed = (uint64_t)number(argv[3], 0, INT64_MAX);
	options.has_files = strcmp(argv[1], "paths") == 0;
	options.has_short_messages = argc == 6;
	runs = (unsigned)number(argv[4], 1, FIGURE_RUNS_MAX);
	if (argc == 6)
		compare_kept(&options, runs, argv[5]);
	else
		compare_once(&options, runs);
	return 0;
}
