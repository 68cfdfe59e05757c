/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/command.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"

#define STANDARD_PATH "/usr/local/bin:/usr/bin:/bin"

/* The length of NAME in "NAME=VALUE". */
static size_t name_length(const char *entry)
{
	return strcspn(entry, "=");
}

static const char *find_entry(const char *const *env, const char *name, size_t n)
{
	for (; env && *env; env++) {
		if (name_length(*env) == n && memcmp(*env, name, n) == 0)
			return *env;
	}
	return NULL;
}

void command_environment(struct strlist *list, const char *const *added)
{
	for (char *const *entry = environ; entry && *entry; entry++) {
		if (!find_entry(added, *entry, name_length(*entry)))
			strlist_add(list, *entry);
	}
	for (; added && *added; added++)
		strlist_add(list, *added);
}

static bool is_program(const char *path)
{
	struct stat info;

	return stat(path, &info) == 0 && S_ISREG(info.st_mode) && access(path, X_OK) == 0;
}

char *command_find(const char *name, const char *const *env)
{
	const char *entry = find_entry(env, "PATH", strlen("PATH"));
	const char *folder = entry ? entry + strlen("PATH=") : STANDARD_PATH;

	if (strchr(name, '/'))
		return mem_strdup(name);
	if (name[0] == '\0')
		return NULL;
	while (*folder != '\0') {
		size_t n = strcspn(folder, ":");
		CLEANUP(mem_freep) char *path = mem_printf("%.*s/%s", (int)n, folder, name);

		if (folder[0] == '/' && is_program(path))
			return mem_strdup(path);
		folder += n + (folder[n] == ':');
	}
	return NULL;
}
