/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "vm/machine_fake.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "base/mem.h"
#include "base/rng.h"
#include "vm/fake_journal.h"
#include "vm/fake_script.h"

#define SCRIPT_BYTES_MAX (1024 * 1024)
#define IMAGE_BYTES_MAX (1024 * 1024)

struct machine_fake {
	struct machine base;
	struct fake_script *script;
	struct fake_journal journal;
	struct boot_request request;
	bool is_live;     /* prepared, and not released */
	bool is_recorded; /* in the journal: what was measured so far was a boot */
	struct fake_plan plan;
	struct rng rng;
	unsigned nth, number;
	enum outcome outcome;
	struct str values;  /* of the counted runs, as the journal will have them */
	double boot_offset; /* percent */
	unsigned more;      /* further runs so far */
};

static struct machine_fake *to_fake(struct machine *machine)
{
	return (struct machine_fake *)machine;
}

/* The second part of "path/of/script" is beside the script. */
static char *beside(const char *script, const char *name)
{
	const char *slash = strrchr(script, '/');

	if (name[0] == '/' || !slash)
		return mem_strdup(name);
	return mem_printf("%.*s/%s", (int)(slash - script), script, name);
}

static void fake_close(struct machine *machine)
{
	struct machine_fake *fake = to_fake(machine);

	fake_script_free(fake->script);
	fake_journal_clear(&fake->journal);
	str_clear(&fake->values);
	free(fake);
}

static int load(struct machine_fake *fake, const char *path, struct error *err)
{
	CLEANUP(mem_freep) char *text = NULL;
	CLEANUP(mem_freep) char *journal = NULL;
	size_t n;

	if (fs_read_file(path, SCRIPT_BYTES_MAX, &text, &n, err) < 0)
		return -1;
	if (fake_script_parse(text, &fake->script, err) < 0)
		return error_wrap(err, "cannot follow script '%s'", path);
	if (fake_script_journal(fake->script))
		journal = beside(path, fake_script_journal(fake->script));
	return fake_journal_open(&fake->journal, journal, err);
}

static int fake_open(const struct machine_settings *settings, const char *state_dir,
		     struct machine **ret, struct error *err)
{
	struct machine_fake *fake;

	(void)state_dir;
	if (!settings->script)
		return error_set(err, ERROR_CONFIG, "a fake machine needs a script");
	fake = mem_zalloc(sizeof(*fake));
	fake->base.ops = &machine_fake_ops;
	fake->base.settings = settings;
	if (load(fake, settings->script, err) < 0) {
		fake_close(&fake->base);
		return -1;
	}
	*ret = &fake->base;
	return 0;
}

/* The same boot of the same kernel is the same, whatever came before it. */
static void seed_boot(struct machine_fake *fake)
{
	const char *name = *fake->plan.noise ? fake->plan.noise : fake->request.kernel->label;

	rng_init_named(&fake->rng, fake_script_seed(fake->script), name, fake->number);
	fake->boot_offset =
		fake->plan.boot_sd * rng_normal(&fake->rng) - fake->plan.drift * (fake->nth - 1);
}

static int fake_prepare(struct machine *machine, const struct boot_request *request,
			struct error *err)
{
	struct machine_fake *fake = to_fake(machine);
	const struct strlist *labels = &fake->journal.labels;
	CLEANUP(mem_freep) char *image = NULL;
	struct fake_boot boot;
	size_t n;

	assert(!fake->is_live);
	fake->request = *request;
	fake->nth = (unsigned)labels->n + 1;
	fake->number = 1;
	fake->more = 0;
	fake->is_recorded = false;
	for (size_t i = 0; i < labels->n; i++)
		fake->number += strcmp(labels->items[i], request->kernel->label) == 0;
	if (fs_read_file(request->kernel->image, IMAGE_BYTES_MAX, &image, &n, err) < 0)
		return -1;
	boot = (struct fake_boot){ .label = request->kernel->label,
				   .image = image,
				   .number = fake->number,
				   .nth = fake->nth };
	if (fake_script_plan(fake->script, &boot, &fake->plan, err) < 0)
		return -1;
	seed_boot(fake);
	fake->is_live = true;
	return fake_journal_begin_boot(&fake->journal, err);
}

/* What was measured counts from here on, as a boot or as more of one. */
static int record(struct machine_fake *fake, const char *outcome, struct error *err)
{
	const struct fake_entry entry = {
		fake->nth,         fake->number, fake->request.kernel->label,
		fake->is_recorded, outcome,      str_text(&fake->values)
	};
	const int status = fake_journal_add(&fake->journal, &entry, err);

	fake->is_recorded = true;
	str_clear(&fake->values);
	return status;
}

/* What takes its time ends early like a real one. */
static int take_time(struct machine_fake *fake, double delay_s, struct deadline limit,
		     struct error *err)
{
	const struct deadline deadline = deadline_earlier(deadline_in(delay_s), limit);
	struct pollfd wait = { .fd = cancel_fd(fake->request.cancel), .events = POLLIN };

	while (delay_s > 0 && !deadline_is_over(deadline) &&
	       !cancel_is_requested(fake->request.cancel)) {
		const int left_ms = deadline_left_ms(deadline);

		if (fake->request.progress)
			fake->request.progress(fake->request.progress_context,
					       fake->is_recorded ? "run" : "boot");
		if (poll(&wait, 1, left_ms < 100 ? left_ms : 100) < 0 && errno != EINTR)
			return error_errno(err, errno, "cannot wait");
	}
	return cancel_check(fake->request.cancel, err);
}

static int make_trouble(struct machine_fake *fake, enum fake_trouble trouble, struct error *err)
{
	switch (trouble) {
	case FAKE_NO_TROUBLE:
		return 0;
	case FAKE_HOST_ERROR:
		if (record(fake, "host-error", err) < 0)
			return -1;
		return error_set(err, ERROR_HOST, "the script wants boot %u to fail", fake->nth);
	case FAKE_KILLED:
		if (record(fake, "killed", err) < 0)
			return -1;
		(void)raise(SIGKILL); /* cannot fail */
		return 0;
	}
	return 0;
}

/* These show in the runs of a boot; the others end it before. */
static bool reaches_its_runs(enum outcome outcome)
{
	return outcome == OUTCOME_MEASURED || outcome == OUTCOME_WORKLOAD_FAILED ||
	       outcome == OUTCOME_TIMED_OUT;
}

static int fake_boot(struct machine *machine, struct boot_result *ret, struct error *err)
{
	struct machine_fake *fake = to_fake(machine);
	const char *asked = fake->request.kernel->release;
	const char *release = *fake->plan.release ? fake->plan.release : asked;

	assert(fake->is_live);
	if (take_time(fake, fake->plan.delay_s, fake->request.deadline, err) < 0 ||
	    make_trouble(fake, fake->plan.trouble, err) < 0)
		return -1;
	ret->boot_s = fake->plan.delay_s + fake->plan.boot_s;
	ret->total_s = ret->boot_s;
	ret->facts = json_new_object();
	json_set_string(ret->facts, "release", release);
	if (strcmp(release, asked) != 0) {
		ret->outcome = OUTCOME_WRONG_KERNEL;
		ret->detail = mem_printf("kernel '%s' runs instead of '%s'", release, asked);
	} else if (!reaches_its_runs(fake->plan.outcome)) {
		ret->outcome = fake->plan.outcome;
		ret->detail = mem_printf("the script says so for boot %u", fake->nth);
	} else {
		ret->outcome = OUTCOME_BOOTED;
	}
	fake->outcome = ret->outcome;
	return 0;
}

static double draw_value(struct machine_fake *fake)
{
	const struct fake_plan *plan = &fake->plan;
	double percent = fake->boot_offset + plan->sample_sd * rng_normal(&fake->rng);

	if (rng_uniform(&fake->rng) < plan->outlier)
		percent -= plan->outlier_size;
	return plan->level * exp(percent / 100);
}

static void append_output(struct str *output, const char *template, double value)
{
	static const char mark[] = "{value}";

	for (const char *at = template; *at; at++) {
		if (str_starts_with(at, mark)) {
			str_appendf(output, "%.10g", value);
			at += sizeof(mark) - 2;
		} else {
			str_append_char(output, *at);
		}
	}
	str_append_char(output, '\n');
}

static void add_run(struct machine_fake *fake, struct boot_result *result, enum outcome outcome,
		    unsigned job, unsigned number)
{
	struct guest_run *run = &result->runs[result->n_runs++];
	const double value = draw_value(fake);

	*run = (struct guest_run){ .job = job, .number = number, .elapsed_s = 1 };
	run->is_warmup = number < fake->request.jobs[job].warmups;
	run->end = RUN_EXITED;
	result->total_s += fake->plan.run_s;
	if (outcome == OUTCOME_TIMED_OUT) {
		run->end = RUN_TIMED_OUT;
	} else if (outcome == OUTCOME_WORKLOAD_FAILED) {
		run->code = 1;
		str_append(&run->output, "the script says so\n");
	} else {
		append_output(&run->output, fake_script_output(fake->script), value);
		if (!run->is_warmup)
			str_appendf(&fake->values, " %.10g", value);
	}
}

static int fake_run(struct machine *machine, struct boot_result *ret, struct error *err)
{
	struct machine_fake *fake = to_fake(machine);
	const struct boot_request *request = &fake->request;
	size_t n = 0;

	if (cancel_check(request->cancel, err) < 0)
		return -1;
	for (size_t i = 0; i < request->n_jobs; i++)
		n += request->jobs[i].warmups + request->jobs[i].repetitions;
	ret->runs = mem_array(n, sizeof(*ret->runs));
	ret->ready_s = ret->boot_s + request->jobs[0].warmups * fake->plan.run_s;
	for (unsigned i = 0; i < request->n_jobs; i++) {
		const struct job *job = &request->jobs[i];

		for (unsigned k = 0; k < job->warmups + job->repetitions; k++)
			add_run(fake, ret, fake->plan.outcome, i, k);
	}
	ret->outcome = OUTCOME_MEASURED;
	fake->outcome = fake->plan.outcome; /* as the runs will be judged */
	ret->is_held = request->hold_s > 0;
	return ret->is_held ? record(fake, outcome_name(fake->outcome), err) : 0;
}

/* All but the last of the runs of each job go well in any case. */
static void add_more(struct machine_fake *fake, unsigned runs, struct boot_result *ret)
{
	const enum outcome outcome = fake->plan.more_outcome;
	const struct boot_request *request = &fake->request;

	ret->runs = mem_resize(ret->runs, ret->n_runs + runs * request->n_jobs, sizeof(*ret->runs));
	for (unsigned i = 0; i < request->n_jobs; i++) {
		const struct job *job = &request->jobs[i];
		const unsigned first = job->warmups + job->repetitions + fake->more;

		for (unsigned k = 0; k < runs; k++) {
			const bool is_last = k == runs - 1;

			if (!is_last || reaches_its_runs(outcome))
				add_run(fake, ret, is_last ? outcome : OUTCOME_MEASURED, i,
					first + k);
		}
	}
	fake->more += runs;
}

static int fake_extend(struct machine *machine, unsigned runs, struct deadline deadline,
		       struct boot_result *ret, struct error *err)
{
	struct machine_fake *fake = to_fake(machine);
	const struct fake_plan *plan = &fake->plan;

	assert(fake->is_live && fake->is_recorded);
	if (take_time(fake, plan->more_delay_s, deadline, err) < 0 ||
	    make_trouble(fake, plan->more_trouble, err) < 0)
		return -1;
	add_more(fake, runs, ret);
	ret->total_s += plan->more_delay_s;
	ret->is_held = reaches_its_runs(plan->more_outcome);
	ret->outcome = ret->is_held ? OUTCOME_MEASURED : plan->more_outcome;
	if (!ret->is_held)
		ret->detail = mem_printf("the script says so for more of boot %u", fake->nth);
	return record(fake, outcome_name(plan->more_outcome), err);
}

/* A boot that was cancelled never was. */
static int fake_release(struct machine *machine, struct error *err)
{
	struct machine_fake *fake = to_fake(machine);
	int status = 0;

	if (!fake->is_live)
		return 0;
	fake->is_live = false;
	if (!fake->is_recorded && !cancel_is_requested(fake->request.cancel))
		status = record(fake, outcome_name(fake->outcome), err);
	str_clear(&fake->values);
	(void)fake_journal_end_boot(&fake->journal); /* there may be no journal */
	return status;
}

static int fake_clean_up(struct machine *machine, unsigned *ret_n, struct error *err)
{
	(void)err;
	*ret_n = fake_journal_end_boot(&to_fake(machine)->journal);
	return 0;
}

const struct machine_ops machine_fake_ops = {
	.type = "fake",
	.open = fake_open,
	.prepare = fake_prepare,
	.boot = fake_boot,
	.run = fake_run,
	.extend = fake_extend,
	.release = fake_release,
	.clean_up = fake_clean_up,
	.close = fake_close,
};
