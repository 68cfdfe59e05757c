/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "vm/machine_fake.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/mem.h"
#include "base/rng.h"
#include "vm/fake_script.h"

#define SCRIPT_BYTES_MAX (1024 * 1024)
#define IMAGE_BYTES_MAX (1024 * 1024)
#define JOURNAL_BYTES_MAX (64 * 1024 * 1024)

struct machine_fake {
	struct machine base;
	struct fake_script *script;
	char *journal_path;    /* NULL: none */
	struct strlist labels; /* of the boots there were, in order */
	struct boot_request request;
	bool is_prepared;
	struct fake_plan plan;
	struct rng rng;
	unsigned nth, number;
	enum outcome outcome;
	struct str values;  /* of the counted runs, as the journal has them */
	double boot_offset; /* percent */
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

/* Takes the labels, the third word of each line. A line without its end was cut by a crash. */
static int read_journal(struct machine_fake *fake, struct error *err)
{
	CLEANUP(mem_freep) char *text = NULL;
	const char *at;
	size_t n;

	if (!fake->journal_path || !fs_exists(fake->journal_path))
		return 0;
	if (fs_read_file(fake->journal_path, JOURNAL_BYTES_MAX, &text, &n, err) < 0)
		return -1;
	for (at = text; strchr(at, '\n'); at = strchr(at, '\n') + 1) {
		CLEANUP(mem_freep) char *line = mem_dup(at, strcspn(at, "\n"));
		struct strlist words = { 0 };
		int status = strlist_split_words(&words, line, err);

		if (status == 0 && words.n < 4)
			status = error_set(err, ERROR_HOST, "'%s' has a line that is none of ours",
					   fake->journal_path);
		if (status == 0)
			strlist_add(&fake->labels, words.items[2]);
		strlist_clear(&words);
		if (status < 0)
			return -1;
	}
	return 0;
}

static void fake_close(struct machine *machine)
{
	struct machine_fake *fake = to_fake(machine);

	fake_script_free(fake->script);
	free(fake->journal_path);
	strlist_clear(&fake->labels);
	str_clear(&fake->values);
	free(fake);
}

static int load(struct machine_fake *fake, const char *path, struct error *err)
{
	CLEANUP(mem_freep) char *text = NULL;
	size_t n;

	if (fs_read_file(path, SCRIPT_BYTES_MAX, &text, &n, err) < 0)
		return -1;
	if (fake_script_parse(text, &fake->script, err) < 0)
		return error_wrap(err, "cannot follow script '%s'", path);
	if (fake_script_journal(fake->script))
		fake->journal_path = beside(path, fake_script_journal(fake->script));
	return read_journal(fake, err);
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
	CLEANUP(mem_freep) char *image = NULL;
	struct fake_boot boot;
	size_t n;

	fake->request = *request;
	fake->nth = (unsigned)fake->labels.n + 1;
	fake->number = 1;
	for (size_t i = 0; i < fake->labels.n; i++)
		fake->number += strcmp(fake->labels.items[i], request->kernel->label) == 0;
	if (fs_read_file(request->kernel->image, IMAGE_BYTES_MAX, &image, &n, err) < 0)
		return -1;
	boot = (struct fake_boot){ .label = request->kernel->label,
				   .image = image,
				   .number = fake->number,
				   .nth = fake->nth };
	if (fake_script_plan(fake->script, &boot, &fake->plan, err) < 0)
		return -1;
	seed_boot(fake);
	fake->is_prepared = true;
	return 0;
}

/* One line in one write: a crash leaves all of it or, at worst, a line without its end. */
static int append_journal(struct machine_fake *fake, const char *line, struct error *err)
{
	const int flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC;
	const size_t n = strlen(line);
	CLEANUP(fs_closep) int fd = -1;

	if (!fake->journal_path)
		return 0;
	fd = open(fake->journal_path, flags, 0644);
	if (fd < 0)
		return error_errno(err, errno, "cannot open '%s'", fake->journal_path);
	if (write(fd, line, n) != (ssize_t)n)
		return error_errno(err, errno, "cannot write '%s'", fake->journal_path);
	return 0;
}

/* The boot counts from here on. */
static int finish_boot(struct machine_fake *fake, const char *outcome, struct error *err)
{
	struct str line = { 0 };
	int status;

	fake->is_prepared = false;
	strlist_add(&fake->labels, fake->request.kernel->label);
	str_appendf(&line, "%u %u %s %s%s\n", fake->nth, fake->number, fake->request.kernel->label,
		    outcome, str_text(&fake->values));
	str_clear(&fake->values);
	status = append_journal(fake, str_text(&line), err);
	str_clear(&line);
	return status;
}

/* A boot that takes its time, and ends early like a real one. */
static int take_time(struct machine_fake *fake, struct error *err)
{
	const struct deadline deadline =
		deadline_earlier(deadline_in(fake->plan.delay_s), fake->request.deadline);
	struct pollfd wait = { .fd = cancel_fd(fake->request.cancel), .events = POLLIN };

	while (fake->plan.delay_s > 0 && !deadline_is_over(deadline) &&
	       !cancel_is_requested(fake->request.cancel)) {
		const int left_ms = deadline_left_ms(deadline);

		if (fake->request.progress)
			fake->request.progress(fake->request.progress_context, "boot");
		if (poll(&wait, 1, left_ms < 100 ? left_ms : 100) < 0 && errno != EINTR)
			return error_errno(err, errno, "cannot wait");
	}
	return cancel_check(fake->request.cancel, err);
}

static int make_trouble(struct machine_fake *fake, struct error *err)
{
	switch (fake->plan.trouble) {
	case FAKE_NO_TROUBLE:
		return 0;
	case FAKE_HOST_ERROR:
		if (finish_boot(fake, "host-error", err) < 0)
			return -1;
		return error_set(err, ERROR_HOST, "the script wants boot %u to fail", fake->nth);
	case FAKE_KILLED:
		if (finish_boot(fake, "killed", err) < 0)
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

	assert(fake->is_prepared);
	if (take_time(fake, err) < 0 || make_trouble(fake, err) < 0)
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

static void add_run(struct machine_fake *fake, struct boot_result *result, unsigned job,
		    unsigned number)
{
	struct guest_run *run = &result->runs[result->n_runs++];
	const double value = draw_value(fake);

	run->job = job;
	run->number = number;
	run->is_warmup = number < fake->request.jobs[job].warmups;
	run->elapsed_s = 1;
	run->end = RUN_EXITED;
	if (fake->plan.outcome == OUTCOME_TIMED_OUT) {
		run->end = RUN_TIMED_OUT;
	} else if (fake->plan.outcome == OUTCOME_WORKLOAD_FAILED) {
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
	for (unsigned i = 0; i < request->n_jobs; i++) {
		const struct job *job = &request->jobs[i];

		for (unsigned k = 0; k < job->warmups + job->repetitions; k++)
			add_run(fake, ret, i, k);
	}
	ret->total_s += (double)ret->n_runs * fake->plan.run_s;
	ret->outcome = OUTCOME_MEASURED;
	fake->outcome = fake->plan.outcome; /* as the runs will be judged */
	return 0;
}

/* A boot that was cancelled never was. */
static int fake_release(struct machine *machine, struct error *err)
{
	struct machine_fake *fake = to_fake(machine);

	if (!fake->is_prepared)
		return 0;
	if (cancel_is_requested(fake->request.cancel)) {
		fake->is_prepared = false;
		str_clear(&fake->values);
		return 0;
	}
	return finish_boot(fake, outcome_name(fake->outcome), err);
}

static int fake_clean_up(struct machine *machine, unsigned *ret_n, struct error *err)
{
	(void)machine;
	(void)err;
	*ret_n = 0;
	return 0;
}

const struct machine_ops machine_fake_ops = {
	.type = "fake",
	.open = fake_open,
	.prepare = fake_prepare,
	.boot = fake_boot,
	.run = fake_run,
	.release = fake_release,
	.clean_up = fake_clean_up,
	.close = fake_close,
};
