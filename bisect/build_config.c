/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/build_config.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/mem.h"
#include "bisect/kconfig.h"

#define QUESTIONS_MAX_BYTES ((int64_t)32 << 20)

/*
 * The configuration is made in an object folder of its own, anew for each build: one that was cut
 * off half-way is never seen by the build.
 */
struct workshop {
	const struct build_make *make;
	char *dir;
	char *config;         /* <dir>/.config */
	struct strlist parts; /* files for merge_config.sh, in order */
	struct str asked;     /* their content, as far as a user asked for it */
};

static void workshop_clear(struct workshop *shop)
{
	mem_freep(&shop->dir);
	mem_freep(&shop->config);
	strlist_clear(&shop->parts);
	str_clear(&shop->asked);
}

static int workshop_init(struct workshop *shop, const struct build_make *make,
			 const char *object_dir, struct error *err)
{
	shop->make = make;
	shop->dir = mem_printf("%s/.perfsect/kconfig", object_dir);
	shop->config = mem_printf("%s/.config", shop->dir);
	if (fs_make_dirs(shop->dir, err) < 0)
		return -1;
	if (unlink(shop->config) < 0 && errno != ENOENT)
		return error_errno(err, errno, "cannot remove '%s'", shop->config);
	return 0;
}

/* Files of the user are copied, since the sandbox may not see where they lie. */
static int add_part(struct workshop *shop, const char *text, size_t n, bool is_asked,
		    struct error *err)
{
	CLEANUP(mem_freep) char *path = mem_printf("%s/part-%zu.config", shop->dir, shop->parts.n);

	if (fs_write_atomic(path, text, n, 0644, err) < 0)
		return -1;
	strlist_add(&shop->parts, path);
	if (is_asked) {
		str_append_bytes(&shop->asked, text, n);
		str_append_char(&shop->asked, '\n');
	}
	return 0;
}

static int add_file(struct workshop *shop, const char *path, struct error *err)
{
	CLEANUP(mem_freep) char *text = NULL;
	size_t n;

	if (fs_read_file(path, BUILD_CONFIG_MAX_BYTES, &text, &n, err) < 0)
		return -1;
	return add_part(shop, text, n, true, err);
}

static int add_base(struct workshop *shop, struct error *err)
{
	const struct kernel_settings *settings = shop->make->settings;

	if (settings->config != NULL)
		return add_file(shop, settings->config, err);
	strlist_add(&shop->parts, shop->config);
	return 0;
}

/* Makes the base where the user has none. *ret->outcome tells whether there is one. */
static int make_base(struct workshop *shop, struct build_verdict *ret, struct error *err)
{
	const struct kernel_settings *settings = shop->make->settings;
	const char *target = settings->make_config != NULL ? settings->make_config : "defconfig";

	ret->outcome = OUTCOME_BUILT;
	if (settings->config != NULL)
		return 0;
	return build_make_target(shop->make, shop->dir, target, 1, ret, err);
}

static int add_fragments(struct workshop *shop, struct error *err)
{
	const struct kernel_settings *settings = shop->make->settings;
	const struct strlist *fragments = &settings->fragments;
	CLEANUP(str_clear) struct str overrides = { 0 };

	if (!settings->as_configured &&
	    add_part(shop, kconfig_first_fragment, strlen(kconfig_first_fragment), false, err) < 0)
		return -1;
	for (size_t i = 0; i < fragments->n; i++)
		if (add_file(shop, fragments->items[i], err) < 0)
			return -1;
	for (size_t i = 0; i < settings->set.n; i++)
		str_appendf(&overrides, "%s\n", settings->set.items[i]);
	if (overrides.length > 0 &&
	    add_part(shop, str_text(&overrides), overrides.length, true, err) < 0)
		return -1;
	return add_part(shop, kconfig_last_fragment, strlen(kconfig_last_fragment), true, err);
}

/* A script or makefile of the tree; "" where it is not there. */
static int read_script(const struct workshop *shop, const char *name, char **ret, struct error *err)
{
	CLEANUP(mem_freep) char *path = mem_printf("%s/%s", shop->make->source_dir, name);

	if (fs_exists(path))
		return fs_read_file(path, BUILD_CONFIG_MAX_BYTES, ret, NULL, err);
	*ret = mem_strdup("");
	return 0;
}

/*
 * What the script does: later lines win. In trees from before 2012 it is not there, or would leave the
 * result in the tree.
 */
static int merge_ourselves(const struct workshop *shop, struct error *err)
{
	CLEANUP(str_clear) struct str all = { 0 };

	for (size_t i = 0; i < shop->parts.n; i++) {
		CLEANUP(mem_freep) char *text = NULL;
		size_t n;

		if (fs_read_file(shop->parts.items[i], BUILD_CONFIG_MAX_BYTES, &text, &n, err) < 0)
			return -1;
		str_append_bytes(&all, text, n);
		str_append_char(&all, '\n');
	}
	return fs_write_atomic(shop->config, str_text(&all), all.length, 0644, err);
}

static int merge(struct workshop *shop, struct build_verdict *ret, struct error *err)
{
	CLEANUP(strlist_clear) struct strlist command = { 0 };
	CLEANUP(mem_freep) char *script = NULL;

	ret->outcome = OUTCOME_BUILT;
	if (read_script(shop, "scripts/kconfig/merge_config.sh", &script, err) < 0)
		return -1;
	if (strstr(script, "-O") == NULL)
		return merge_ourselves(shop, err);
	strlist_add(&command, "sh");
	strlist_addf(&command, "%s/scripts/kconfig/merge_config.sh", shop->make->source_dir);
	strlist_add(&command, "-m");
	strlist_add(&command, "-O");
	strlist_add(&command, shop->dir);
	for (size_t i = 0; i < shop->parts.n; i++)
		strlist_add(&command, shop->parts.items[i]);
	return build_make_command(shop->make, shop->dir, &command, ret, err);
}

/* oldconfig, with an end to what it may write. */
static int ask_old_config(struct workshop *shop, struct build_verdict *ret, struct error *err)
{
	static const char limited[] = "ulimit -f 65536; exec \"$@\""; /* blocks of 512 bytes */
	CLEANUP(strlist_clear) struct strlist command = { 0 };

	strlist_add(&command, "sh");
	strlist_add(&command, "-c");
	strlist_add(&command, limited);
	strlist_add(&command, "sh");
	build_make_append(shop->make, shop->dir, "oldconfig", 1, &command);
	if (build_make_command(shop->make, shop->dir, &command, ret, err) < 0)
		return -1;
	if (ret->outcome == OUTCOME_BUILT ||
	    fs_size_bytes(shop->make->log_path) < QUESTIONS_MAX_BYTES)
		return 0;
	build_verdict_clear(ret);
	ret->outcome = OUTCOME_NOT_BUILDABLE;
	ret->detail =
		mem_strdup("its Kconfig asks again and again for a value that has no default; "
			   "the log's end says which: set it in a fragment");
	return 0;
}

/*
 * Gives what was not asked for its default. oldconfig asks, and takes the end of its input for the default;
 * where there is none, it asks again for ever.
 */
static int complete(struct workshop *shop, struct build_verdict *ret, struct error *err)
{
	CLEANUP(mem_freep) char *makefile = NULL;

	if (read_script(shop, "scripts/kconfig/Makefile", &makefile, err) < 0)
		return -1;
	if (makefile[0] == '\0' || strstr(makefile, "olddefconfig") != NULL)
		return build_make_target(shop->make, shop->dir, "olddefconfig", 1, ret, err);
	if (strstr(makefile, "oldnoconfig") != NULL)
		return build_make_target(shop->make, shop->dir, "oldnoconfig", 1, ret, err);
	return ask_old_config(shop, ret, err);
}

static int install(const struct workshop *shop, const char *object_dir, char **ret_not_granted,
		   struct error *err)
{
	CLEANUP(mem_freep) char *path = mem_printf("%s/.config", object_dir);
	CLEANUP(mem_freep) char *made = NULL;
	CLEANUP(mem_freep) char *present = NULL;
	size_t made_n, present_n = 0;

	if (fs_read_file(shop->config, BUILD_CONFIG_MAX_BYTES, &made, &made_n, err) < 0)
		return -1;
	if (fs_exists(path) &&
	    fs_read_file(path, BUILD_CONFIG_MAX_BYTES, &present, &present_n, err) < 0)
		return -1;
	if (present == NULL || present_n != made_n || memcmp(present, made, made_n) != 0)
		if (fs_write_atomic(path, made, made_n, 0644, err) < 0)
			return -1;
	*ret_not_granted =
		kconfig_not_granted(str_text(&shop->asked), shop->asked.length, made, made_n);
	return 0;
}

static char *memory_path(const char *object_dir)
{
	return mem_printf("%s/.perfsect/config.made", object_dir);
}

static int forget(const char *object_dir, struct error *err)
{
	CLEANUP(mem_freep) char *path = memory_path(object_dir);

	if (unlink(path) < 0 && errno != ENOENT)
		return error_errno(err, errno, "cannot remove '%s'", path);
	return 0;
}

int build_config_remember(const char *object_dir, const char *name, const char *not_granted,
			  struct error *err)
{
	CLEANUP(mem_freep) char *path = memory_path(object_dir);
	CLEANUP(mem_freep) char *text = mem_printf("%s\n%s", name, not_granted);

	return fs_write_atomic(path, text, strlen(text), 0644, err);
}

int build_config_name(const char *object_dir, char **ret, struct error *err)
{
	CLEANUP(mem_freep) char *path = memory_path(object_dir);
	CLEANUP(mem_freep) char *text = NULL;
	size_t n;

	if (fs_exists(path) && fs_read_file(path, BUILD_CONFIG_MAX_BYTES, &text, &n, err) < 0)
		return -1;
	*ret = text ? mem_dup(text, strcspn(text, "\n")) : mem_strdup("");
	return 0;
}

int build_config_recall(const char *object_dir, char **ret_not_granted, bool *ret_found,
			struct error *err)
{
	CLEANUP(mem_freep) char *path = memory_path(object_dir);
	CLEANUP(mem_freep) char *config = mem_printf("%s/.config", object_dir);
	CLEANUP(mem_freep) char *text = NULL;
	size_t n;

	*ret_found = false;
	if (fs_size_bytes(config) <= 0 || !fs_exists(path))
		return 0;
	if (fs_read_file(path, BUILD_CONFIG_MAX_BYTES, &text, &n, err) < 0)
		return -1;
	n = strcspn(text, "\n");
	*ret_not_granted = mem_strdup(text[n] == '\0' ? "" : text + n + 1);
	*ret_found = true;
	return 0;
}

/* Does one step behind another, as long as they go well. */
static int make_config(struct workshop *shop, struct build_verdict *ret, struct error *err)
{
	static int (*const steps[])(struct workshop * shop, struct build_verdict * ret,
				    struct error * err) = { make_base, merge, complete };

	for (size_t i = 0; i < ARRAY_LENGTH(steps); i++) {
		build_verdict_clear(ret);
		if (steps[i](shop, ret, err) < 0)
			return -1;
		if (ret->outcome != OUTCOME_BUILT)
			return 0;
	}
	return 0;
}

int build_config_make(const struct build_make *make, const char *object_dir,
		      struct build_verdict *ret, char **ret_not_granted, struct error *err)
{
	CLEANUP(workshop_clear) struct workshop shop = { 0 };
	CLEANUP(build_verdict_clear) struct build_verdict verdict = { 0 };

	if (workshop_init(&shop, make, object_dir, err) < 0 || forget(object_dir, err) < 0 ||
	    add_base(&shop, err) < 0 || add_fragments(&shop, err) < 0 ||
	    make_config(&shop, &verdict, err) < 0)
		return -1;
	if (verdict.outcome == OUTCOME_BUILT &&
	    install(&shop, object_dir, ret_not_granted, err) < 0)
		return -1;
	*ret = verdict;
	verdict = (struct build_verdict){ 0 };
	return 0;
}
