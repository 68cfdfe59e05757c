/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * bench_range N SEED [RUNS]: the time from two revisions to the first candidate, ours (load, chain,
 * middle of the mass) against git rev-list --bisect, on a synthetic range of N commits, without and
 * with a commit-graph file. Both start as processes, so both pay for their start. Prints the median
 * times, their ratio, and the peak memory of each.
 */
#include <errno.h>
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
#include "tests/bench/history.h"

#define TIMEOUT_S 3600.0
#define RUNS_MAX 101

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

/* What the timed child does when this program is started with "--load DIR". */
static int choose_first(const char *dir)
{
	CLEANUP(repo_closep) struct repo *repo = NULL;
	CLEANUP(graph_freep) struct graph *graph = NULL;
	struct graph_chain chain = { 0 };
	struct error err = { 0 };
	double sum = 0;
	uint32_t i = 0;

	if (repo_open(dir, NULL, &repo, &err) < 0 ||
	    repo_load_range(repo, "good", "bad", NULL, &graph, &err) < 0)
		die(&err);
	graph_main_chain(graph, &chain);
	while (i < chain.n && 2 * sum < graph->n - 1)
		sum += chain.mass[++i];
	for (unsigned k = 0; k < sizeof(graph->oids[0]); k++)
		printf("%02x", graph->oids[chain.nodes[i]][k]);
	printf("\n%u commits, chain of %u, first candidate at %u\n", graph->n - 1, chain.n, i);
	graph_chain_clear(&chain);
	return 0;
}

static int compare_doubles(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Peak memory needs wait4(), which process_run() does not give: the only fork outside base/. */
static long run_child(const char *const *argv)
{
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
	return usage.ru_maxrss;
}

struct timings {
	double times_s[RUNS_MAX];
	long peak_kib;
};

static void time_child(const char *const *argv, struct timings *timings, unsigned run)
{
	int64_t start_ns = deadline_now_ns();
	long peak_kib = run_child(argv);

	timings->times_s[run] = (double)(deadline_now_ns() - start_ns) / 1e9;
	if (peak_kib > timings->peak_kib)
		timings->peak_kib = peak_kib;
}

static double median_s(struct timings *timings, unsigned runs)
{
	qsort(timings->times_s, runs, sizeof(timings->times_s[0]), compare_doubles);
	return timings->times_s[runs / 2];
}

/* In turns, so that what else the host does falls on both. */
static void compare(const char *name, const char *dir, unsigned runs)
{
	const char *const our_argv[] = { "/proc/self/exe", "--load", dir, NULL };
	const char *const git_argv[] = {
		"git", "-C", dir, "rev-list", "--bisect", "good..bad", NULL
	};
	struct timings ours = { 0 }, git = { 0 };
	double ours_s, git_s;

	for (unsigned i = 0; i < runs; i++) {
		time_child(our_argv, &ours, i);
		time_child(git_argv, &git, i);
	}
	ours_s = median_s(&ours, runs);
	git_s = median_s(&git, runs);
	printf("range %-20s  ours %.3f s %ld KiB  git %.3f s %ld KiB  ratio %.2f\n", name, ours_s,
	       ours.peak_kib, git_s, git.peak_kib, ours_s / git_s);
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
	runs = argc == 4 ? (unsigned)number(argv[3], 1, RUNS_MAX) : 5;
	if (!mkdtemp(base))
		return 1;
	dir = mem_printf("%s/repo", base);
	make_history(dir, (uint32_t)number(argv[1], 100, 10000000),
		     (uint64_t)number(argv[2], 0, INT64_MAX));
	compare("without commit-graph", dir, runs);
	run_quietly(write_graph, dir);
	compare("with commit-graph", dir, runs);
	if (fs_remove_tree(base, &err) < 0)
		die(&err);
	return 0;
}
