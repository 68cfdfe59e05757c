/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "vm/verdict.h"

#include "base/quantity.h"

static bool has_spoken(const struct verdict_input *input)
{
	return input->collect->state != COLLECT_WAITING;
}

/* What the guest itself told is worth more than anything seen from outside. */
static bool judge_records(const struct verdict_input *input, enum outcome *ret, struct str *detail)
{
	switch (input->collect->state) {
	case COLLECT_WAITING:
	case COLLECT_TALKING:
		return false;
	case COLLECT_HELD:
	case COLLECT_COMPLETE:
		*ret = OUTCOME_MEASURED;
		return true;
	case COLLECT_LOST:
		*ret = OUTCOME_CONSOLE_LOST;
		break;
	case COLLECT_WRONG_KERNEL:
		*ret = OUTCOME_WRONG_KERNEL;
		break;
	}
	str_append(detail, input->collect->reason);
	return true;
}

static bool judge_console(const struct verdict_input *input, enum outcome *ret, struct str *detail)
{
	switch (input->console->state) {
	case CONSOLE_SILENT:
	case CONSOLE_TALKING:
	case CONSOLE_STALLED:
		return false;
	case CONSOLE_OOPS:
	case CONSOLE_PANIC:
		*ret = OUTCOME_PANICKED;
		break;
	case CONSOLE_LOCKUP:
		*ret = OUTCOME_HUNG;
		break;
	case CONSOLE_REBOOT:
		*ret = OUTCOME_REBOOTED;
		break;
	}
	str_append(detail, input->console->reason);
	return true;
}

static bool judge_machine(const struct verdict_input *input, enum outcome *ret, struct str *detail)
{
	if (input->has_crashed) {
		*ret = OUTCOME_PANICKED;
		str_append(detail, "the kernel told its panic device, and nothing on the console");
		return true;
	}
	if (input->is_gone) {
		*ret = OUTCOME_REBOOTED;
		str_append(detail, has_spoken(input) ? "went down before its jobs were done"
						     : "went down before PID 1 spoke");
		return true;
	}
	return false;
}

/* A stall that the kernel complained about explains a silence. */
static void append_complaint(const struct verdict_input *input, struct str *detail)
{
	if (input->console->state == CONSOLE_STALLED) {
		str_append(detail, "; before that: ");
		str_append(detail, input->console->reason);
	}
}

static void append_overrun(const char *what, double limit_s, struct str *detail)
{
	str_append(detail, what);
	quantity_append_duration(detail, limit_s);
}

static bool judge_time(const struct verdict_input *input, enum outcome *ret, struct str *detail)
{
	const double silent_s = input->now_s - input->last_sign_s;
	const double up_s = input->now_s - input->started_s;

	*ret = OUTCOME_HUNG;
	if (silent_s >= input->silence_s)
		append_overrun("said nothing for ", input->silence_s, detail);
	else if (!has_spoken(input) && up_s >= input->boot_timeout_s)
		append_overrun("did not reach PID 1 in ", input->boot_timeout_s, detail);
	else if (input->is_late && !has_spoken(input))
		append_overrun("did not reach PID 1 before the deadline, after ", up_s, detail);
	else if (input->is_late)
		append_overrun("was not done with its jobs at the deadline, after ", up_s, detail);
	else
		return false;
	if (input->is_late && has_spoken(input) && silent_s < input->silence_s)
		*ret = OUTCOME_TIMED_OUT;
	append_complaint(input, detail);
	return true;
}

static bool judge_flood(const struct verdict_input *input, enum outcome *ret, struct str *detail)
{
	const bool console = input->console->bytes > input->console_max_bytes;

	if (!console && input->channel_bytes <= (size_t)VERDICT_CHANNEL_MAX)
		return false;
	*ret = OUTCOME_HUNG;
	str_appendf(detail, "flooded its %s with more than ",
		    console ? "console" : "results channel");
	quantity_append_size(detail,
			     console ? (int64_t)input->console_max_bytes : VERDICT_CHANNEL_MAX);
	append_complaint(input, detail);
	return true;
}

bool verdict_reach(const struct verdict_input *input, enum outcome *ret, struct str *detail)
{
	return judge_records(input, ret, detail) || judge_console(input, ret, detail) ||
	       judge_machine(input, ret, detail) || judge_flood(input, ret, detail) ||
	       judge_time(input, ret, detail);
}
