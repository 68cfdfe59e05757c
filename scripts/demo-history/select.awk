# SPDX-License-Identifier: GPL-3.0-or-later
# Reads file names of a kernel tree ("linux/fs/pipe.c"), prints those that a lean x86-64 build needs:
# all of Kconfig and the makefiles, which refer to each other, but few of the drivers.

function within(dirs,    list, n, i) {
	n = split(dirs, list, " ")
	for (i = 1; i <= n; i++)
		if (index(name, list[i] "/") == 1)
			return 1
	return 0
}

# Directly in the folder, not below it.
function directly_in(dirs,    list, n, i, rest) {
	n = split(dirs, list, " ")
	for (i = 1; i <= n; i++) {
		if (index(name, list[i] "/") != 1)
			continue
		rest = substr(name, length(list[i]) + 2)
		if (rest !~ /\//)
			return 1
	}
	return 0
}

function is_makefile() {
	return name ~ /(^|\/)(Kconfig|Makefile|Kbuild|Build)[^\/]*$/
}

{
	name = $0
	sub(/^[^\/]*\//, "", name)
}

# What a build leaves behind, and what other machines and people need.
name ~ /\.(o|a|cmd|orig|rej)$/ || name ~ /(^|\/)\.git/ { next }
within("debian rust LICENSES") && !is_makefile() { next }
within("arch") && !within("arch/x86") && name !~ /\/Kconfig[^\/]*$/ { next }

name !~ /\// && name !~ /^\./ { print; next }
is_makefile() && !within("tools") { print; next }

within("arch/x86 block certs include init io_uring ipc kernel lib mm scripts usr virt") { print; next }
within("tools/arch/x86 tools/build tools/include tools/lib tools/objtool tools/scripts") { print; next }
directly_in("fs security tools drivers drivers/hid drivers/input drivers/video") { print; next }
within("fs/debugfs fs/devpts fs/exportfs fs/iomap fs/kernfs fs/notify fs/proc fs/ramfs fs/sysfs") { print; next }
within("drivers/base drivers/bus drivers/char drivers/clocksource drivers/pci drivers/rtc") { print; next }
within("drivers/tty drivers/virtio drivers/video/console drivers/input/serio drivers/input/keyboard") { print; next }
