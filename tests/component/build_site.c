/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "base/mem.h"
#include "base/process.h"
#include "tests/component/build_site.h"
#include "tests/support/tempdir.h"

void site_write_file(const char *dir, const char *name, const char *text)
{
	CLEANUP(mem_freep) char *path = mem_printf("%s/%s", dir, name);
	struct error err = { 0 };

	assert_int_equal(fs_write_atomic(path, text, strlen(text), 0644, &err), 0);
}

char *site_read_file(const char *dir, const char *name)
{
	CLEANUP(mem_freep) char *path = mem_printf("%s/%s", dir, name);
	struct error err = { 0 };
	char *text;
	size_t n;

	assert_int_equal(fs_read_file(path, 1 << 20, &text, &n, &err), 0);
	return text;
}

bool site_has_file(const char *dir, const char *name)
{
	CLEANUP(mem_freep) char *path = mem_printf("%s/%s", dir, name);

	return fs_exists(path);
}

int site_setup(void **state)
{
	struct site *site = mem_zalloc(sizeof(*site));
	struct process_result result = { 0 };
	void *dir = NULL;

	if (tempdir_setup(&dir) < 0)
		return -1;
	site->dir = dir;
	site->source = mem_printf("%s/source", site->dir);
	site->object = mem_printf("%s/object", site->dir);
	site->artefacts = mem_printf("%s/artefacts", site->dir);
	site->log = mem_printf("%s/build.log", site->dir);
	const char *const copy[] = { "cp", "-r", MINIATURE_DIR, site->source, NULL };
	struct process_opts opts = { .argv = copy, .deadline = deadline_in(20) };

	if (process_run(&opts, &result, &site->err) < 0 || result.code != 0)
		return -1;
	process_result_clear(&result);
	site->settings = (struct kernel_settings){
		.make_config = mem_strdup("tinyconfig"),
		.arch = mem_strdup("x86_64"),
		.cc = mem_strdup("gcc"),
		.jobs = 4,
		.timeout_s = 60,
	};
	site->request = (struct build_request){
		.settings = &site->settings,
		.source_dir = site->source,
		.object_dir = site->object,
		.artefact_dir = site->artefacts,
		.log_path = site->log,
	};
	*state = site;
	return 0;
}

int site_teardown(void **state)
{
	struct site *site = *state;
	void *dir = site->dir;

	free(site->source);
	free(site->object);
	free(site->artefacts);
	free(site->log);
	free(site->settings.config);
	free(site->settings.make_config);
	free(site->settings.arch);
	free(site->settings.cc);
	free(site->settings.ld);
	strlist_clear(&site->settings.set);
	strlist_clear(&site->settings.fragments);
	strlist_clear(&site->settings.make);
	build_result_clear(&site->result);
	free(site);
	return tempdir_teardown(&dir);
}

void site_build(struct site *site)
{
	build_result_clear(&site->result);
	if (build_kernel(&site->request, &site->result, &site->err) < 0)
		fail_msg("%s", site->err.text);
}

void site_assert_built(struct site *site)
{
	site_build(site);
	if (site->result.outcome != OUTCOME_BUILT)
		fail_msg("%s: %s", outcome_name(site->result.outcome), site->result.detail);
	assert_null(site->result.detail);
}

void site_assert_ends(struct site *site, enum outcome outcome, const char *detail)
{
	site_build(site);
	assert_string_equal(outcome_name(site->result.outcome), outcome_name(outcome));
	assert_non_null(strstr(site->result.detail, detail));
	assert_false(site_has_file(site->artefacts, "meta.json"));
}

size_t site_count_in_log(const struct site *site, const char *word)
{
	CLEANUP(mem_freep) char *log = site_read_file(site->dir, "build.log");
	size_t n = 0;

	for (const char *at = log; (at = strstr(at, word)) != NULL; at += strlen(word))
		n++;
	return n;
}

void site_add_fragment(struct site *site, const char *name, const char *text)
{
	site_write_file(site->dir, name, text);
	strlist_addf(&site->settings.fragments, "%s/%s", site->dir, name);
}
