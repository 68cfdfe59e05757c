# SPDX-License-Identifier: GPL-3.0-or-later
# A checksum, then "level=NUMBER": moves the level by what the checksum draws from N(0, sd), in percent.
FNR == NR {
	u = $1 % 65536 / 65536
	v = int($1 / 65536) / 65536
	offset = sd * sqrt(-2 * log(1 - u)) * cos(6.283185307 * v)
	next
}
{ printf "level=%.9f\n", $2 * (1 + offset / 100) }
