/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "vm/embed_root.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/mem.h"
#include "vm/workspace_id.h"

/* What libvirt appends at most: its folder, ten digits of id, 20 bytes of name, the socket. */
#define LONGEST_SOCKET "/lib/qemu/domain-4294967295-12345678901234567890/monitor.sock"
#define ROOT_MAX (sizeof(((struct sockaddr_un *)NULL)->sun_path) - sizeof(LONGEST_SOCKET))

void embed_root_append_path(struct str *str, const char *state_dir, const char *runtime_dir)
{
	static const char leaf[] = "/libvirt";
	char id[WORKSPACE_ID_SIZE];

	if (strlen(state_dir) + sizeof(leaf) - 1 <= ROOT_MAX) {
		str_appendf(str, "%s%s", state_dir, leaf);
	} else {
		workspace_id(state_dir, id);
		str_appendf(str, "%s/perfsect-%s", runtime_dir, id);
	}
}

static bool is_unreserved(char byte)
{
	return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
	       (byte >= '0' && byte <= '9') || (byte && strchr("-._~/", byte));
}

void embed_root_append_uri(struct str *str, const char *root)
{
	str_append(str, "qemu:///embed?root=");
	for (; *root; root++) {
		if (is_unreserved(*root))
			str_append_char(str, *root);
		else
			str_appendf(str, "%%%02X", (unsigned)(unsigned char)*root);
	}
}

/* A folder in /tmp may have been laid there by somebody else. */
static int make_private(const char *path, struct error *err)
{
	struct stat info;

	if (mkdir(path, 0700) < 0 && errno != EEXIST)
		return error_errno(err, errno, "cannot make folder '%s'", path);
	if (lstat(path, &info) < 0)
		return error_errno(err, errno, "cannot look at '%s'", path);
	if (!S_ISDIR(info.st_mode) || info.st_uid != geteuid() || (info.st_mode & 022))
		return error_set(err, ERROR_HOST,
				 "cannot use '%s' for libvirt: it must be a folder that only "
				 "this user can write to",
				 path);
	return 0;
}

static int write_configuration(const char *root, struct error *err)
{
	CLEANUP(mem_freep) char *dir = mem_printf("%s/etc", root);
	CLEANUP(mem_freep) char *path = mem_printf("%s/qemu.conf", dir);
	CLEANUP(mem_freep)
	char *text = mem_printf("stdio_handler = \"file\"\n"
				"user = \"+%u\"\n"
				"group = \"+%u\"\n"
				"dynamic_ownership = 0\n"
				"remember_owner = 0\n"
				"security_driver = \"none\"\n"
				"namespaces = [ ]\n"
				"cgroup_controllers = [ ]\n",
				geteuid(), getegid());

	if (fs_make_dirs(dir, err) < 0)
		return -1;
	return fs_write_atomic(path, text, strlen(text), 0600, err);
}

static const char *runtime_dir(void)
{
	const char *dir = getenv("XDG_RUNTIME_DIR");

	if (dir && dir[0] == '/' && strlen(dir) < 32)
		return dir;
	return geteuid() == 0 && access("/run", W_OK) == 0 ? "/run" : "/tmp";
}

int embed_root_make(const char *state_dir, char **ret, struct error *err)
{
	struct str path = { 0 };
	CLEANUP(mem_freep) char *root = NULL;

	embed_root_append_path(&path, state_dir, runtime_dir());
	root = str_steal(&path);
	if (make_private(root, err) < 0 || write_configuration(root, err) < 0)
		return -1;
	*ret = root;
	root = NULL;
	return 0;
}
