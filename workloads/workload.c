/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "workloads/workload.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "workloads/catalog.h"
#include "workloads/cell.h"
#include "workloads/parse.h"

/* What a command of the user's own gets where the settings say nothing. */
#define OWN_METRIC "result"
#define OWN_WARMUPS 1
#define OWN_TIMEOUT_S 600

void workload_free(struct workload *workload)
{
	if (!workload)
		return;
	free(workload->name);
	free(workload->cell);
	free(workload->metric);
	free(workload->unit);
	free(workload->parse);
	for (size_t i = 0; workload->job.argv[i]; i++)
		free(workload->job.argv[i]);
	for (size_t i = 0; workload->job.server[i]; i++)
		free(workload->job.server[i]);
	for (size_t i = 0; workload->job.prepare[i]; i++)
		free(workload->job.prepare[i]);
	for (size_t i = 0; i < workload->n_files; i++) {
		free((char *)workload->files[i].host_path);
		free((char *)workload->files[i].guest_path);
	}
	free(workload->files);
	free(workload);
}

void workload_freep(struct workload **workload)
{
	workload_free(*workload);
	*workload = NULL;
}

static int MUST_CHECK find_builtin(const struct workload_settings *settings,
				   const struct workload_builtin **ret, struct error *err)
{
	CLEANUP(str_clear) struct str names = { 0 };
	const struct workload_builtin *const *catalog;
	size_t n;

	*ret = NULL;
	if (settings->command)
		return 0;
	*ret = catalog_find(settings->name);
	if (*ret)
		return 0;
	catalog = catalog_list(&n);
	for (size_t i = 0; i < n; i++)
		str_appendf(&names, "%s'%s'", i ? ", " : "", catalog[i]->name);
	return error_set(err, ERROR_CONFIG, "it has no 'command' and is not in the catalog (%s)",
			 str_text(&names));
}

static int MUST_CHECK set_metric(struct workload *workload,
				 const struct workload_settings *settings, struct error *err)
{
	const struct workload_builtin *builtin = workload->builtin;

	if (builtin) {
		workload->metric = mem_strdup(builtin->fields[0].metric);
		workload->unit = mem_strdup(builtin->fields[0].unit);
		workload->better = builtin->fields[0].better;
		return 0;
	}
	if (!settings->parse || !settings->unit || !settings->better)
		return error_set(err, ERROR_CONFIG,
				 "a 'command' needs 'parse', 'unit' and 'better'");
	if (parse_check(settings->parse, err) < 0)
		return -1;
	workload->metric = mem_strdup(OWN_METRIC);
	workload->unit = mem_strdup(settings->unit);
	workload->better =
		strcmp(settings->better, "lower") == 0 ? LOWER_IS_BETTER : HIGHER_IS_BETTER;
	workload->parse = mem_strdup(settings->parse);
	return 0;
}

/* The command's words before the cell is put in. */
static int MUST_CHECK list_words(const struct workload *workload,
				 const struct workload_settings *settings, struct strlist *words,
				 struct error *err)
{
	if (!workload->builtin)
		return strlist_split_words(words, settings->command, err);
	for (size_t i = 0; workload->builtin->argv[i]; i++)
		strlist_add(words, workload->builtin->argv[i]);
	return 0;
}

static int MUST_CHECK set_job(struct workload *workload, const struct workload_settings *settings,
			      struct error *err)
{
	const struct workload_builtin *builtin = workload->builtin;
	CLEANUP(strlist_clear) struct strlist words = { 0 };
	CLEANUP(cell_clear) struct cell cell = { 0 };
	struct job *job = &workload->job;

	if (cell_fill(&cell, settings, builtin ? builtin->params : NULL, err) < 0 ||
	    list_words(workload, settings, &words, err) < 0)
		return -1;
	if (words.n == 0 || words.n > JOB_ARGS_MAX)
		return error_set(err, ERROR_CONFIG,
				 "its command has %zu words; it must have 1 to %d", words.n,
				 JOB_ARGS_MAX);
	workload->cell = cell_text(&cell);
	for (size_t i = 0; i < words.n; i++)
		job->argv[i] = cell_expand(&cell, words.items[i]);
	for (size_t i = 0; builtin && builtin->prepare_argv && builtin->prepare_argv[i]; i++)
		job->prepare[i] = cell_expand(&cell, builtin->prepare_argv[i]);
	job->warmups = builtin ? builtin->warmups : OWN_WARMUPS;
	if (settings->warmups != UINT_MAX)
		job->warmups = settings->warmups;
	job->timeout_s = builtin ? builtin->timeout_s : OWN_TIMEOUT_S;
	if (settings->timeout_s > 0)
		job->timeout_s = (unsigned)ceil(fmin(settings->timeout_s, UINT_MAX));
	return 0;
}

/* Takes over both paths. */
static int MUST_CHECK add_file(struct workload *workload, char *host_path, char *guest_path,
			       struct error *err)
{
	for (size_t i = 0; i < workload->n_files; i++) {
		if (strcmp(workload->files[i].guest_path, guest_path) != 0)
			continue;
		(void)error_set(err, ERROR_CONFIG, "both '%s' and '%s' would be '%s' in the guest",
				workload->files[i].host_path, host_path, guest_path);
		free(host_path);
		free(guest_path);
		return -1;
	}
	workload->files[workload->n_files++] = (struct guest_file){ host_path, guest_path };
	return 0;
}

static int MUST_CHECK set_files(struct workload *workload, const struct workload_settings *settings,
				const char *payload_dir, struct error *err)
{
	const char *payload = workload->builtin ? workload->builtin->payload : NULL;

	workload->files = mem_array(settings->files.n + 1, sizeof(*workload->files));
	if (payload && add_file(workload, mem_printf("%s/%s", payload_dir, payload),
				mem_printf("/perfsect/bin/%s", payload), err) < 0)
		return -1;
	for (size_t i = 0; i < settings->files.n; i++) {
		const char *guest;
		size_t n = settings_split_file(settings->files.items[i], &guest);

		if (add_file(workload, mem_dup(settings->files.items[i], n), mem_strdup(guest),
			     err) < 0)
			return -1;
	}
	return 0;
}

/* The last part of a path. */
static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/*
 * A program of the catalog that is not ours must be among the user's files, whose path it then has, or in
 * the guest's root.
 */
static int MUST_CHECK find_program(const struct workload *workload, bool has_root, char **program,
				   struct error *err)
{
	const char *packages = workload->builtin->packages;

	for (size_t i = 0; i < workload->n_files; i++) {
		const char *path = workload->files[i].guest_path;

		if (strcmp(base_name(path), *program) != 0)
			continue;
		free(*program);
		*program = mem_strdup(path);
		return 0;
	}
	if (has_root)
		return 0;
	return error_set(err, ERROR_CONFIG,
			 "its program '%s' is not in the guest; name its package%s%s%s in "
			 "'guest.packages', or it in 'files', linked statically or with its "
			 "libraries",
			 *program, packages ? " (" : "", packages ? packages : "",
			 packages ? ")" : "");
}

/* What must run beside it. */
static int MUST_CHECK find_server(struct workload *workload, bool has_root, struct error *err)
{
	const struct workload_builtin *builtin = workload->builtin;

	if (!builtin->server)
		return 0;
	for (size_t i = 0; builtin->server_argv[i]; i++)
		workload->job.server[i] = mem_strdup(builtin->server_argv[i]);
	workload->job.port = builtin->server_port;
	return find_program(workload, has_root, &workload->job.server[0], err);
}

static int MUST_CHECK find_programs(struct workload *workload, bool has_root, struct error *err)
{
	if (!workload->builtin || workload->builtin->payload)
		return 0;
	if (find_program(workload, has_root, &workload->job.argv[0], err) < 0)
		return -1;
	return find_server(workload, has_root, err);
}

int workload_new(const struct workload_settings *settings, const char *payload_dir, bool has_root,
		 struct workload **ret, struct error *err)
{
	CLEANUP(workload_freep) struct workload *workload = mem_zalloc(sizeof(*workload));

	workload->name = mem_strdup(settings->name);
	if (find_builtin(settings, &workload->builtin, err) < 0 ||
	    set_metric(workload, settings, err) < 0 || set_job(workload, settings, err) < 0 ||
	    set_files(workload, settings, payload_dir, err) < 0 ||
	    find_programs(workload, has_root, err) < 0)
		return error_wrap(err, "workload '%s'", settings->name);
	*ret = workload;
	workload = NULL;
	return 0;
}

int workload_parse(const struct workload *workload, const char *output, size_t n,
		   struct readings *ret, struct error *err)
{
	const struct workload_builtin *builtin = workload->builtin;
	double value;

	if (builtin)
		return field_read(builtin->fields, builtin->refusals, output, n, ret, err);
	if (parse_apply(workload->parse, output, n, &value, err) < 0)
		return -1;
	readings_add(ret, workload->metric, workload->unit, workload->better, value);
	return 0;
}
