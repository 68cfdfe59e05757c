# SPDX-License-Identifier: GPL-3.0-or-later
# awk -f olddefconfig.awk Kconfig .config: keeps the options that Kconfig knows, each with its last value.
FNR == NR {
	if ($1 == "config")
		order[++n] = "CONFIG_" $2
	next
}
/^CONFIG_[A-Z0-9_]*=/ { value[substr($0, 1, index($0, "=") - 1)] = $0 }
/^CONFIG_[A-Z0-9_]*=n$/ { delete value[substr($0, 1, index($0, "=") - 1)] }
/^# CONFIG_[A-Z0-9_]* is not set$/ { delete value[$2] }
END {
	for (i = 1; i <= n; i++)
		print order[i] in value ? value[order[i]] : "# " order[i] " is not set"
}
