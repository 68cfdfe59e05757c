# SPDX-License-Identifier: GPL-3.0-or-later
# awk -f apply-edit.awk EDIT SOURCE: prints SOURCE with the edits of the hunks in EDIT, which follow the
# commit message and the lines "---" and "file NAME".
#
# A hunk searches downwards from the line that the one before it found ("before") or from the next, so
# that a few short patterns find a place in any point release:
#
#   in /REGEX/        go to the first line that matches (may be repeated to go deeper)
#   after /REGEX/     insert the following "+" lines behind the first line that matches
#   before /REGEX/    insert them before it
#   replace /REGEX/   put them in its place
#   delete /REGEX/    remove it
#   through /REGEX/   remove the lines that follow, up to and with the first that matches
#   top               search from the first line again
#   end               append them to the file
#
# A pattern that is not found ends the program with status 1 and says so.

FNR == NR && !in_hunks {
	if ($0 ~ /^file /)
		in_hunks = 1
	next
}

FNR == NR {
	if ($0 ~ /^\+/) {
		text[n_hunks] = text[n_hunks] substr($0, 2) "\n"
	} else if ($0 ~ /^(in|after|before|replace|delete|through) \/.*\/$/) {
		n_hunks++
		verb[n_hunks] = $1
		pattern[n_hunks] = $0
		sub(/^[a-z]+ \//, "", pattern[n_hunks])
		sub(/\/$/, "", pattern[n_hunks])
	} else if ($0 == "top" || $0 == "end") {
		verb[++n_hunks] = $0
	} else if ($0 != "") {
		print FILENAME ":" FNR ": not a hunk: " $0 > "/dev/stderr"
		failed = 1
		exit 1
	}
	next
}

{
	line[++n_lines] = $0
}

function find(regex, from,    i) {
	for (i = from; i <= n_lines; i++)
		if (line[i] ~ regex)
			return i
	print ARGV[1] ": nothing matches /" regex "/ from line " from " on" > "/dev/stderr"
	failed = 1
	exit 1
}

function edit(h,    i, j) {
	if (verb[h] == "top") {
		at = 1
		return
	}
	if (verb[h] == "end") {
		behind[n_lines] = behind[n_lines] text[h]
		return
	}
	i = find(pattern[h], at)
	if (verb[h] == "through")
		for (j = at; j <= i; j++)
			gone[j] = 1
	at = verb[h] == "before" ? i : i + 1
	if (verb[h] == "after")
		behind[i] = behind[i] text[h]
	else if (verb[h] == "before")
		ahead[i] = ahead[i] text[h]
	else if (verb[h] == "replace" || verb[h] == "delete") {
		gone[i] = 1
		ahead[i] = ahead[i] text[h]
	}
}

END {
	if (failed)
		exit 1
	at = 1
	for (h = 1; h <= n_hunks; h++)
		edit(h)
	for (i = 1; i <= n_lines; i++) {
		printf "%s", ahead[i]
		if (!gone[i])
			print line[i]
		printf "%s", behind[i]
	}
}
