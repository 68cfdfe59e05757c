/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/limits.h"

#include <string.h>

#include "base/mem.h"

void limits_clear(struct limits *limits)
{
	strlist_clear(&limits->paths);
	*limits = (struct limits){ 0 };
}

/* Is a part between slashes "." or "..", or empty? */
static bool has_odd_part(const char *path)
{
	for (;;) {
		const size_t n = strcspn(path, "/");

		if (n == 0 || (n == 1 && path[0] == '.') || (n == 2 && strncmp(path, "..", 2) == 0))
			return true;
		if (path[n] == '\0')
			return false;
		path += n + 1;
	}
}

static int add_path(struct limits *limits, const char *path, struct error *err)
{
	size_t n = strlen(path);
	CLEANUP(mem_freep) char *plain = NULL;

	while (n > 1 && path[n - 1] == '/')
		n--;
	plain = mem_dup(path, n);
	if (strpbrk(plain, "*?[") || plain[0] == ':')
		return error_set(err, ERROR_USAGE,
				 "'%s' is a pattern; files and folders are wanted, as "
				 "kernel/sched",
				 path);
	if (has_odd_part(plain))
		return error_set(err, ERROR_USAGE,
				 "'%s' is not a path from the top of the repository, as "
				 "kernel/sched",
				 path);
	strlist_add(&limits->paths, plain);
	return 0;
}

int limits_add_paths(struct limits *limits, const struct strlist *paths, struct error *err)
{
	for (size_t i = 0; i < paths->n; i++)
		if (add_path(limits, paths->items[i], err) < 0)
			return -1;
	return 0;
}

void limits_append(const struct limits *limits, struct str *text)
{
	if (limits->first_parent)
		str_append(text, "first parents only");
	for (size_t i = 0; i < limits->paths.n; i++) {
		const char *path = limits->paths.items[i];

		str_append(text, i > 0 ? ", " : limits->first_parent ? "; paths " : "paths ");
		str_append_printable(text, path, strlen(path), false);
	}
}

void limits_to_json(const struct limits *limits, struct json *object)
{
	struct json *paths = json_new_array();

	for (size_t i = 0; i < limits->paths.n; i++)
		json_push_string(paths, limits->paths.items[i]);
	json_set_bool(object, "first_parent", limits->first_parent);
	json_set(object, "paths", paths);
}

void limits_from_json(struct limits *limits, const struct json *object)
{
	const struct json *paths = json_member(object, "paths");

	limits_clear(limits);
	(void)json_flag(json_member(object, "first_parent"), &limits->first_parent); /* or false */
	for (size_t i = 0; i < json_length(paths); i++) {
		const char *path = json_text(json_element(paths, i));

		if (path)
			strlist_add(&limits->paths, path);
	}
}
