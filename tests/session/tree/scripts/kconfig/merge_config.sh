#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# merge_config.sh -m -O DIR BASE FRAGMENT…: joins them into DIR/.config.
set -e
[ "$1" = -m ] && [ "$2" = -O ]
out=$3
shift 3
cat "$@" > "$out/.config.merged"
mv "$out/.config.merged" "$out/.config"
