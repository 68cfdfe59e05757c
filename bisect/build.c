/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/build.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/deadline.h"
#include "base/fs.h"
#include "base/json.h"
#include "base/mem.h"
#include "base/process.h"
#include "bisect/build_config.h"
#include "bisect/build_make.h"
#include "bisect/digest.h"
#include "bisect/elf_content.h"
#include "bisect/elf_note.h"
#include "bisect/half_built.h"

#define COMPILER_QUESTION_S 30.0
#define RELEASE_MAX_BYTES 256

/* One build on its way; owns the absolute paths. */
struct build {
	const struct build_request *request;
	struct build_make make;
	char *source_dir;
	char *object_dir;
	char *marker; /* is there while the object folder may hold half-written files */
};

static void build_clear(struct build *build)
{
	build_make_clear(&build->make);
	mem_freep(&build->source_dir);
	mem_freep(&build->object_dir);
	mem_freep(&build->marker);
}

void build_result_clear(struct build_result *result)
{
	mem_freep(&result->detail);
	mem_freep(&result->release);
	mem_freep(&result->build_id);
	mem_freep(&result->content);
	mem_freep(&result->not_granted);
	memset(result, 0, sizeof(*result));
}

static bool is_kernel_tree(const char *dir)
{
	CLEANUP(mem_freep) char *makefile = mem_printf("%s/Makefile", dir);
	CLEANUP(mem_freep) char *kconfig = mem_printf("%s/Kconfig", dir);

	return fs_exists(makefile) && fs_exists(kconfig);
}

static int absolute(const char *path, char **ret, struct error *err)
{
	*ret = realpath(path, NULL);
	return *ret != NULL ? 0 : error_errno(err, errno, "cannot find '%s'", path);
}

/* Only a make that ended by itself has cleaned up; what any other may have cut short goes. */
static int prepare_object_dir(struct build *build, struct error *err)
{
	const char *dir = build->request->object_dir;
	CLEANUP(mem_freep) char *marker = mem_printf("%s/.perfsect/building", dir);
	CLEANUP(mem_freep) char *ours = mem_printf("%s/.perfsect", dir);

	if (fs_exists(marker) && half_built_remove(dir, marker, err) < 0)
		return -1;
	if (fs_make_dirs(ours, err) < 0 || half_built_remove_trials(dir, err) < 0 ||
	    absolute(dir, &build->object_dir, err) < 0)
		return -1;
	build->marker = mem_printf("%s/.perfsect/building", build->object_dir);
	return 0;
}

static int build_init(struct build *build, const struct build_request *request, struct error *err)
{
	build->request = request;
	if (absolute(request->source_dir, &build->source_dir, err) < 0 ||
	    prepare_object_dir(build, err) < 0 || fs_make_dirs(request->artefact_dir, err) < 0)
		return -1;
	build->make = (struct build_make){
		.settings = request->settings,
		.source_dir = build->source_dir,
		.log_path = request->log_path,
		.deadline = deadline_in(request->settings->timeout_s),
		.cancel = request->cancel,
		.tick = request->tick,
		.tick_context = request->tick_context,
	};
	return build_make_init(&build->make, build->object_dir, err);
}

static unsigned job_count(unsigned asked)
{
	long n = sysconf(_SC_NPROCESSORS_ONLN);

	if (asked > 0)
		return asked;
	return n > 0 ? (unsigned)n : 1;
}

/* One make of the image, retried once with fewer jobs when the host ran out of memory. */
static int compile(const struct build *build, struct build_verdict *ret, struct error *err)
{
	unsigned jobs = job_count(build->request->settings->jobs);
	CLEANUP(build_verdict_clear) struct build_verdict verdict = { 0 };

	if (build_make_target(&build->make, build->object_dir, "bzImage", jobs, &verdict, err) < 0)
		return -1;
	if (verdict.outcome == OUTCOME_COMPILER_KILLED) {
		build_verdict_clear(&verdict);
		jobs = jobs > 3 ? jobs / 4 : 1;
		if (build_make_target(&build->make, build->object_dir, "bzImage", jobs, &verdict,
				      err) < 0)
			return -1;
	}
	*ret = verdict;
	verdict = (struct build_verdict){ 0 };
	return 0;
}

static int compile_marked(const struct build *build, struct build_verdict *ret, struct error *err)
{
	CLEANUP(build_verdict_clear) struct build_verdict verdict = { 0 };

	if (fs_write_atomic(build->marker, "", 0, 0644, err) < 0 ||
	    compile(build, &verdict, err) < 0)
		return -1;
	if ((verdict.outcome == OUTCOME_BUILT || verdict.outcome == OUTCOME_NOT_BUILDABLE) &&
	    unlink(build->marker) < 0)
		return error_errno(err, errno, "cannot remove '%s'", build->marker);
	*ret = verdict;
	verdict = (struct build_verdict){ 0 };
	return 0;
}

static int read_release(const struct build *build, char **ret, struct error *err)
{
	CLEANUP(mem_freep)
	char *path = mem_printf("%s/include/config/kernel.release", build->object_dir);
	CLEANUP(mem_freep) char *text = NULL;
	size_t n;

	if (fs_read_file(path, RELEASE_MAX_BYTES, &text, &n, err) < 0)
		return -1;
	*ret = mem_dup(text, strcspn(text, "\n"));
	return 0;
}

static int read_build_id(const struct build *build, char **ret, struct error *err)
{
	CLEANUP(mem_freep) char *vmlinux = mem_printf("%s/vmlinux", build->object_dir);
	char build_id[BUILD_ID_HEX_SIZE];

	if (elf_note_read_build_id(vmlinux, build_id, err) < 0)
		return -1;
	*ret = mem_strdup(build_id);
	return 0;
}

static int read_content(const struct build *build, const char *release, char **ret,
			struct error *err)
{
	CLEANUP(mem_freep) char *vmlinux = mem_printf("%s/vmlinux", build->object_dir);
	char content[ELF_CONTENT_SIZE];

	if (elf_content_read(vmlinux, release, content, err) < 0)
		return -1;
	*ret = mem_strdup(content);
	return 0;
}

static int write_meta(const struct build_request *request, const struct build_result *result,
		      struct error *err)
{
	CLEANUP(mem_freep) char *path = mem_printf("%s/meta.json", request->artefact_dir);
	CLEANUP(json_freep) struct json *meta = json_new_object();
	CLEANUP(mem_freep) char *text = NULL;

	json_set_integer(meta, "schema", 1);
	json_set_string(meta, "release", result->release);
	json_set_string(meta, "build_id", result->build_id);
	json_set_string(meta, "content", result->content);
	json_set_string(meta, "not_granted", result->not_granted);
	json_set_string(meta, "arch", request->settings->arch);
	json_set_string(meta, "cc", request->settings->cc);
	text = json_dump(meta, false);
	return fs_write_atomic(path, text, strlen(text), 0644, err);
}

/* meta.json comes last: where it is, the rest is complete. */
static int keep_artefacts(const struct build *build, struct build_result *result, struct error *err)
{
	const char *dir = build->request->artefact_dir;
	CLEANUP(mem_freep) char *image = mem_printf("%s/arch/x86/boot/bzImage", build->object_dir);
	CLEANUP(mem_freep) char *config = mem_printf("%s/.config", build->object_dir);
	CLEANUP(mem_freep) char *kept_image = mem_printf("%s/bzImage", dir);
	CLEANUP(mem_freep) char *kept_config = mem_printf("%s/config", dir);

	if (!fs_exists(image)) {
		result->outcome = OUTCOME_NOT_BUILDABLE;
		result->detail = mem_strdup("make ended well but left no arch/x86/boot/bzImage");
		return 0;
	}
	if (read_release(build, &result->release, err) < 0 ||
	    read_build_id(build, &result->build_id, err) < 0 ||
	    read_content(build, result->release, &result->content, err) < 0)
		return -1;
	if (fs_copy_file(image, kept_image, err) < 0 || fs_copy_file(config, kept_config, err) < 0)
		return -1;
	return write_meta(build->request, result, err);
}

static void take_verdict(struct build_result *result, struct build_verdict *verdict)
{
	result->outcome = verdict->outcome;
	result->detail = verdict->detail;
	*verdict = (struct build_verdict){ 0 };
}

/* Takes the configuration that is there, where it stands, else makes it. */
static int configure(const struct build *build, struct build_verdict *ret, char **ret_not_granted,
		     struct error *err)
{
	const struct build_request *request = build->request;
	bool found = false;

	if (request->config_stands &&
	    build_config_recall(build->object_dir, ret_not_granted, &found, err) < 0)
		return -1;
	if (found) {
		*ret = (struct build_verdict){ .outcome = OUTCOME_BUILT };
		return 0;
	}
	if (build_config_make(&build->make, build->object_dir, ret, ret_not_granted, err) < 0)
		return -1;
	if (ret->outcome != OUTCOME_BUILT || !request->config_name)
		return 0;
	return build_config_remember(build->object_dir, request->config_name, *ret_not_granted,
				     err);
}

static int configure_and_compile(struct build *build, struct build_result *result,
				 struct error *err)
{
	CLEANUP(build_verdict_clear) struct build_verdict verdict = { 0 };

	if (configure(build, &verdict, &result->not_granted, err) < 0)
		return -1;
	if (verdict.outcome == OUTCOME_BUILT) {
		build_verdict_clear(&verdict);
		if (compile_marked(build, &verdict, err) < 0)
			return -1;
	}
	take_verdict(result, &verdict);
	/* Makes room for what the caller has to store about it; the objects can be made again. */
	if (result->outcome == OUTCOME_DISK_FULL && fs_remove_tree(build->object_dir, err) < 0)
		return -1;
	return result->outcome == OUTCOME_BUILT ? keep_artefacts(build, result, err) : 0;
}

int build_kernel(const struct build_request *request, struct build_result *ret, struct error *err)
{
	CLEANUP(build_clear) struct build build = { 0 };
	CLEANUP(build_result_clear) struct build_result result = { 0 };
	int64_t start_ns = deadline_now_ns();

	if (cancel_check(request->cancel, err) < 0)
		return -1;
	if (!is_kernel_tree(request->source_dir)) {
		result.outcome = OUTCOME_NOT_BUILDABLE;
		result.detail = mem_strdup("no Makefile and Kconfig at the top: not a kernel tree");
	} else if (build_init(&build, request, err) < 0 ||
		   configure_and_compile(&build, &result, err) < 0) {
		return error_wrap(err, "cannot build the kernel in '%s'", request->source_dir);
	}
	result.wall_s = (double)(deadline_now_ns() - start_ns) / 1e9;
	*ret = result;
	result = (struct build_result){ 0 };
	return 0;
}

static int add_file(struct digest *digest, const char *path, struct error *err)
{
	CLEANUP(mem_freep) char *text = NULL;
	size_t n;

	if (fs_read_file(path, BUILD_CONFIG_MAX_BYTES, &text, &n, err) < 0)
		return -1;
	digest_add_text(digest, text);
	return 0;
}

/* What a program says it is. */
static int read_version(const char *command, char **ret, struct error *err)
{
	static const char *const env[] = { "LC_ALL=C", NULL };
	CLEANUP(strlist_clear) struct strlist argv = { 0 };
	struct process_opts opts = {
		.env = env,
		.capture_bytes = 4096,
		.deadline = deadline_in(COMPILER_QUESTION_S),
	};

	if (strlist_split_words(&argv, command, err) < 0)
		return -1;
	strlist_add(&argv, "--version");
	opts.argv = (const char *const *)argv.items;
	if (process_read(&opts, ret, err) < 0)
		return error_wrap(err, "cannot ask '%s' for its version", command);
	return 0;
}

int build_ask_toolchain(const struct kernel_settings *settings, char **ret, struct error *err)
{
	CLEANUP(mem_freep) char *cc = NULL;
	CLEANUP(mem_freep) char *ld = NULL;

	if (build_make_check(settings, err) < 0 ||
	    read_version(settings->cc != NULL ? settings->cc : "gcc", &cc, err) < 0 ||
	    (settings->ld != NULL && read_version(settings->ld, &ld, err) < 0))
		return -1;
	*ret = ld != NULL ? mem_printf("%s%s", cc, ld) : mem_strdup(cc);
	return 0;
}

static void add_arguments(const struct kernel_settings *settings, const char *toolchain,
			  struct digest *digest)
{
	digest_add_text(digest, settings->arch);
	digest_add_text(digest, settings->cc);
	digest_add_text(digest, settings->ld);
	digest_add_text(digest, settings->as_configured ? "as configured" : "aligned");
	digest_add_text(digest, "set");
	for (size_t i = 0; i < settings->set.n; i++)
		digest_add_text(digest, settings->set.items[i]);
	digest_add_text(digest, "make");
	for (size_t i = 0; i < settings->make.n; i++)
		digest_add_text(digest, settings->make.items[i]);
	digest_add_text(digest, toolchain);
}

int build_fingerprint(const struct kernel_settings *settings, const char *toolchain, char ret[41],
		      struct error *err)
{
	struct digest digest;

	digest_init(&digest);
	digest_add_text(&digest, "perfsect build 2"); /* to be counted up with our own arguments */
	digest_add_text(&digest, settings->make_config);
	if (settings->config != NULL && add_file(&digest, settings->config, err) < 0)
		return -1;
	digest_add_text(&digest, "fragments");
	for (size_t i = 0; i < settings->fragments.n; i++)
		if (add_file(&digest, settings->fragments.items[i], err) < 0)
			return -1;
	add_arguments(settings, toolchain, &digest);
	digest_finish_hex40(&digest, ret);
	return 0;
}
