/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers as reports print them: no more digits than the measurement has. */
#ifndef RESULTS_NUMBER_H
#define RESULTS_NUMBER_H

#include "base/str.h"

/* Five significant digits at most, no exponent below 10¹²: "46741", "352.94", "0.0512". */
void number_append(struct str *str, double value);
/* The shortest decimal that reads back as the same double. */
void number_append_exact(struct str *str, double value);

/* "-3.12 %", with as many decimals as an interval of ± half deserves; "+0.0 %". */
void number_append_percent(struct str *str, double percent, double half);
/* "-3.12 % (95 %: -3.40 % to -2.84 %)"; without a finite interval just the value. */
void number_append_interval(struct str *str, double percent, double low, double high);
/* The same with an interval of another level, in percent. */
void number_append_interval_at(struct str *str, double percent, double low, double high,
			       unsigned level);

/* The decimals (1 to 4) that show a quantity known to ± half. */
int number_decimals(double half);

#endif
