/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Makes a workspace with ended cases, for pictures and for speed: make_store DIR CASES [KERNELS]. Of each
 * kernel three boots with ten samples. Case 1 holds the text of an attacker wherever it can; the last case
 * has consoles. Each boot is a transaction: make it where fsync costs nothing.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "base/mem.h"
#include "base/rng.h"
#include "bisect/workspace.h"
#include "results/finding.h"

#define BOOTS 3
#define SAMPLES 10
#define STARTED 1700000000
#define CONSOLE_LINES 400

static const char attack[] =
	"</title></pre></script><script>alert(1)</script><img src=x onerror=alert(1)>\" "
	"onclick=\"x' "
	"<!-- ]]> \x1b[2J\x1b]0;t\x07 \xff\xfe \xe2\x80\xae\xe2\x81\xa6 =cmd|x!A1,\"q\"";

struct made {
	struct workspace *workspace;
	struct rng rng;
	int64_t number; /* of the case */
	int64_t id;
	unsigned n_kernels;
	bool is_hostile, has_consoles;
	int64_t *kernels; /* rows */
};

static void fail(const struct error *err)
{
	(void)fprintf(stderr, "make_store: %s\n", err->text);
	exit(EXIT_FAILURE);
}

static void make_hex(int64_t number, unsigned position, char ret[HISTORY_OID_SIZE])
{
	struct rng rng;

	rng_init(&rng, (uint64_t)number * 100000 + position);
	for (size_t i = 0; i < HISTORY_OID_SIZE - 1; i++)
		ret[i] = "0123456789abcdef"[rng_next(&rng) % 16];
	ret[HISTORY_OID_SIZE - 1] = '\0';
}

/* The first change is at a third, a gain; the second at two thirds, a loss. */
static unsigned change_at(const struct made *made, unsigned i)
{
	return made->n_kernels * (i + 1) / 3;
}

static double level_of(const struct made *made, unsigned kernel)
{
	return 46741 * (kernel < change_at(made, 0) ? 1 : 1.021) *
	       (kernel < change_at(made, 1) ? 1 : 0.947);
}

static bool is_broken(const struct made *made, unsigned kernel)
{
	return kernel % 17 == 11 && kernel + 1 < made->n_kernels;
}

static char *subject_of(const struct made *made, unsigned kernel)
{
	static const char *const subjects[] = {
		"sched/fair: weigh the waker against the wakee",
		"mm/vmstat: fold the counters",
		"fs/pipe: wake one reader",
		"net: skb: keep the head warm",
		"x86/entry: clear what was left behind",
		"lib/hexdump: prepare the digits",
	};

	return mem_strdup(made->is_hostile ? attack : subjects[kernel % ARRAY_LENGTH(subjects)]);
}

static void make_step(const struct made *made, struct step_record *step, const char *kind,
		      const char *commit, unsigned number)
{
	*step = (struct step_record){
		.case_id = made->id,
		.kind = mem_strdup(kind),
		.commit = mem_strdup(commit),
		.why = mem_strdup(number < 4 ? "the two ends and their noise must be known first"
					     : "it halves the probability"),
		.thought = mem_printf("{\"changes\":[{\"after\":0,\"up_to\":%u,\"effect_percent\":"
				      "-3.3,\"probability\":0.97}],\"action\":\"%s\","
				      "\"gain_bits\":0.89,\"cost_minutes\":8.7}",
				      1 + 900 / (number + 1), kind),
		.started = STARTED + 600 * (int64_t)number,
		.wall_s = strcmp(kind, "build") == 0 ? 300 : 70,
	};
}

static void make_kernel(struct made *made, unsigned kernel)
{
	const char *text = made->is_hostile ? attack : "";
	CLEANUP(step_record_clear) struct step_record step;
	CLEANUP(history_kernel_clear)
	struct history_kernel made_kernel = {
		.outcome = is_broken(made, kernel) ? OUTCOME_NOT_BUILDABLE : OUTCOME_BUILT,
		.key = mem_printf("%040llx", (unsigned long long)(made->number * 1000 + kernel)),
		.detail = mem_strdup(is_broken(made, kernel)
					     ? "mm/slub.c:12:3: error: unknown type name 'nothing'"
					     : text),
		.subject = subject_of(made, kernel),
		.dir = mem_strdup(""),
		.log = mem_printf(".perfsect/logs/%u.log", kernel),
		.release = mem_strdup(made->is_hostile ? attack : "6.1.192"),
		.build_id = mem_strdup("610ed2a0e29777fe75003da1e17bccd4f4617d2f"),
		.build_s = 300,
	};
	struct error err = { 0 };

	make_hex(made->number, kernel, made_kernel.commit);
	make_step(made, &step, "build", made_kernel.commit, 4 * kernel);
	if (store_add_kernel(made->workspace->store, &made_kernel, &step, &made->kernels[kernel],
			     &err) < 0)
		fail(&err);
}

/* Sum of twelve: near enough to a bell. */
static double noise(struct made *made, double sd)
{
	double sum = -6;

	for (int i = 0; i < 12; i++)
		sum += rng_uniform(&made->rng);
	return 1 + sd * sum / 100;
}

static void make_console(const struct made *made, const struct history_boot *boot)
{
	CLEANUP(mem_freep)
	char *path = mem_printf("%s/%s", made->workspace->dir, boot->dir);
	CLEANUP(mem_freep) char *file = mem_printf("%s/console.log", path);
	CLEANUP(str_clear) struct str text = { 0 };
	struct error err = { 0 };

	for (int i = 0; i < CONSOLE_LINES; i++)
		str_appendf(&text, "[%5d.%06d] pci 0000:00:%02x.0: %s\n", i / 100, i * 17, i % 32,
			    made->is_hostile ? attack : "BAR 0 [mem 0xfebf1000-0xfebf1fff]");
	if (fs_make_dirs(path, &err) < 0 ||
	    fs_write_atomic(file, str_text(&text), text.length, 0644, &err) < 0)
		fail(&err);
}

static char *make_facts(const struct made *made, unsigned number)
{
	CLEANUP(json_freep) struct json *json = json_new_object();
	static const char *const mitigations[] = { "l1tf",     "mds",        "meltdown",
						   "retbleed", "spectre_v1", "spectre_v2",
						   "srbds",    "tsa",        "vmscape" };

	json_set_string(json, "release", "6.1.192");
	json_set_string(json, "cpus", number % 90 == 7 ? "3" : "4");
	json_set_string(json, "clocksource", made->is_hostile ? attack : "tsc");
	json_set_string(json, "cmdline",
			"console=ttyS0,115200 loglevel=6 panic=-1 nokaslr mitigations=auto "
			"randomize_kstack_offset=off audit=0 nmi_watchdog=0 random.trust_cpu=on");
	for (size_t i = 0; i < ARRAY_LENGTH(mitigations); i++)
		json_set_string(json, mitigations[i], "Not affected; BHI: not affected either");
	if (made->is_hostile)
		json_set_string(json, attack, number % 2 ? attack : "x");
	return json_dump(json, true);
}

static void make_boot(struct made *made, unsigned kernel, unsigned index)
{
	const unsigned number = kernel * BOOTS + index;
	const double level = level_of(made, kernel) * noise(made, 0.25);
	const bool has_panicked = number % 71 == 50;
	CLEANUP(step_record_clear) struct step_record step;
	CLEANUP(history_boot_clear)
	struct history_boot boot = {
		.machine = mem_strdup(made->is_hostile ? attack : "box1"),
		.cell = mem_strdup("clients=4"),
		.outcome = has_panicked ? OUTCOME_PANICKED : OUTCOME_MEASURED,
		.detail = mem_strdup(has_panicked ? "BUG: kernel NULL pointer dereference" : ""),
		.dir = mem_printf(".perfsect/boots/%lld",
				  (long long)(made->number * 1000 + number)),
		.facts = make_facts(made, number),
		.boot_s = 3,
		.ready_s = 9,
		.total_s = 70,
		.started = STARTED + 600 * (int64_t)number,
		.n = has_panicked ? 0 : SAMPLES,
		.values = mem_array(SAMPLES, sizeof(double)),
	};
	char hex[HISTORY_OID_SIZE];
	struct error err = { 0 };
	int64_t id;

	for (size_t i = 0; i < boot.n; i++)
		boot.values[i] = round(10 * level * noise(made, 0.4)) / 10;
	make_hex(made->number, kernel, hex);
	make_step(made, &step, "boot", hex, 4 * kernel + 1 + index);
	if (store_add_boot(made->workspace->store, made->kernels[kernel], &boot, &step, &id, &err) <
	    0)
		fail(&err);
	if (made->has_consoles || made->is_hostile)
		make_console(made, &boot);
}

static void set_change(const struct made *made, struct finding_change *change, unsigned i)
{
	static const double effects[] = { 2.1, -5.3 };

	*change = (struct finding_change){
		.commits = mem_array(1, sizeof(*change->commits)),
		.n_commits = 1,
		.effect_percent = effects[i],
		.effect_low = effects[i] - 0.3,
		.effect_high = effects[i] + 0.3,
		.probability = 0.9968,
		.is_resolved = true,
		.comparison = { FINDING_CONFIRMED, 4, effects[i], effects[i] - 0.2,
				effects[i] + 0.2 },
	};
	make_hex(made->number, change_at(made, i), change->commits[0].hex);
	change->commits[0].subject = subject_of(made, change_at(made, i));
	change->commits[0].author =
		mem_strdup(made->is_hostile ? attack : "Ben Takt <ben@perfsect.example>");
}

static void set_survey(const struct made *made, struct survey *survey)
{
	survey->n_positions = 1000;
	survey->n_bins = SURVEY_BINS_MAX;
	survey->bins = mem_array(survey->n_bins, sizeof(*survey->bins));
	survey->places = mem_array(made->n_kernels, sizeof(*survey->places));
	survey->n_places = made->n_kernels;
	for (unsigned i = 0; i < made->n_kernels; i++) {
		const double share = (double)i / (made->n_kernels - 1);
		const bool is_change = i == change_at(made, 0) || i == change_at(made, 1);

		survey->places[i] = (struct survey_place){ made->kernels[i], floor(1000 * share),
							   is_change ? 0.99 : 0.0002 };
		survey->bins[(size_t)(share * (SURVEY_BINS_MAX - 1))] += is_change ? 0.96 : 0.002;
	}
}

static char *make_finding(const struct made *made)
{
	CLEANUP(finding_freep) struct finding *finding = mem_zalloc(sizeof(*finding));
	CLEANUP(json_freep) struct json *json = NULL;

	finding->state = mem_strdup("found");
	finding->changes = mem_array(2, sizeof(*finding->changes));
	finding->n_changes = 2;
	set_change(made, &finding->changes[0], 0);
	set_change(made, &finding->changes[1], 1);
	finding->difference_percent = -3.4;
	finding->difference_low = -3.7;
	finding->difference_high = -3.1;
	finding->confidence = 0.99;
	finding->sample_sd_percent = 0.4;
	finding->boot_sd_percent = 0.25;
	finding->fit_p = 0.4;
	finding->n_commits = 1000;
	finding->builds = made->n_kernels;
	finding->boots = BOOTS * made->n_kernels;
	finding->samples = SAMPLES * finding->boots;
	finding->wall_s = 90000;
	if (made->is_hostile)
		finding_add_note(finding, "%s", attack);
	set_survey(made, &finding->survey);
	json = finding_to_json(finding);
	return json_dump(json, true);
}

static void begin_case(struct made *made)
{
	const char *text = made->is_hostile ? attack : NULL;
	CLEANUP(case_record_clear)
	struct case_record record = {
		.state = CASE_RUNNING,
		.created = STARTED,
		.good_name = mem_strdup(text ? text : "v6.8"),
		.bad_name = mem_strdup(text ? text : "v6.9-rc1"),
		.repo = mem_strdup("/nonexistent/linux"),
		.machine = mem_strdup(text ? text : "box1"),
		.workload = mem_strdup(text ? text : "tbench"),
		.cell = mem_strdup(text ? text : "clients=4"),
		.metric = mem_strdup(text ? text : "throughput"),
		.unit = mem_strdup(text ? text : "MB/s"),
		.better = HIGHER_IS_BETTER,
		.options = mem_strdup("{}"),
		.settings = mem_strdup("{}"),
		.finding = mem_strdup(""),
	};
	struct error err = { 0 };

	make_hex(made->number, 0, record.good);
	make_hex(made->number, made->n_kernels - 1, record.bad);
	if (store_add_case(made->workspace->store, &record, &made->id, &err) < 0)
		fail(&err);
}

static void make_case(struct made *made)
{
	CLEANUP(mem_freep) char *finding = NULL;
	struct error err = { 0 };

	rng_init(&made->rng, (uint64_t)made->number);
	begin_case(made);
	for (unsigned kernel = 0; kernel < made->n_kernels; kernel++) {
		make_kernel(made, kernel);
		for (unsigned i = 0; i < BOOTS && !is_broken(made, kernel); i++)
			make_boot(made, kernel, i);
	}
	finding = make_finding(made);
	if (store_end_case(made->workspace->store, made->id, CASE_FOUND, finding, &err) < 0)
		fail(&err);
}

int main(int argc, char **argv)
{
	CLEANUP(workspace_closep) struct workspace *workspace = NULL;
	struct error err = { 0 };
	struct made made = { .n_kernels = 60 };
	int64_t n_cases = 0, n_kernels = 60;

	if (argc < 3 || argc > 4 || str_parse_i64(argv[2], 1, 10000, &n_cases, &err) < 0 ||
	    (argc == 4 && str_parse_i64(argv[3], 4, 900, &n_kernels, &err) < 0)) {
		(void)fprintf(stderr, "usage: make_store DIR CASES [KERNELS]\n");
		return EXIT_FAILURE;
	}
	if (fs_make_dirs(argv[1], &err) < 0 || workspace_init(argv[1], argv[1], &err) < 0 ||
	    workspace_open(argv[1], WORKSPACE_WRITE, &workspace, &err) < 0)
		fail(&err);
	made.workspace = workspace;
	made.n_kernels = (unsigned)n_kernels;
	made.kernels = mem_array(made.n_kernels, sizeof(*made.kernels));
	for (made.number = 1; made.number <= n_cases; made.number++) {
		made.is_hostile = made.number == 1;
		made.has_consoles = made.number == n_cases;
		make_case(&made);
	}
	free(made.kernels);
	return EXIT_SUCCESS;
}
