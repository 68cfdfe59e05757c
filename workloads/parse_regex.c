/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The only user of PCRE2. */
#include "workloads/parse_regex.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <stdbool.h>
#include <string.h>

#include "base/str.h"
#include "workloads/parse_text.h"
#include "workloads/parse_value.h"

#define PATTERN_BYTES_MAX 4096
#define MATCH_LIMIT 1000000 /* backtracking steps from one start */
#define DEPTH_LIMIT 10000   /* of nested backtracking */
#define HEAP_LIMIT_KIB 65536
#define STEPS_MAX 50000000 /* bytes and pattern items over all matches of an output */

/* A compiled pattern and what its matches may cost. */
struct regex {
	pcre2_code *code;
	pcre2_match_context *context;
	pcre2_match_data *data;
	int value_group;
	uint64_t steps;
	PCRE2_SIZE position; /* of the last step */
};

static void regex_clear(struct regex *regex)
{
	pcre2_match_data_free(regex->data);
	pcre2_match_context_free(regex->context);
	pcre2_code_free(regex->code);
}

static int error_pcre2(struct error *err, int code, const char *task)
{
	PCRE2_UCHAR text[256];

	if (pcre2_get_error_message(code, text, sizeof(text)) < 0)
		(void)strcpy((char *)text, "unknown error");
	return error_set(err, ERROR_CONFIG, "%s: %s", task, (const char *)text);
}

/*
 * Called before each item of the pattern. The match limit of PCRE2 begins anew at each start, so
 * that an output of a megabyte could still take a million times as long.
 */
static int count_step(pcre2_callout_block *block, void *data)
{
	struct regex *regex = data;
	PCRE2_SIZE at = block->current_position;

	regex->steps += 1 + (at > regex->position ? at - regex->position : 0);
	regex->position = at;
	return regex->steps > STEPS_MAX ? PCRE2_ERROR_MATCHLIMIT : 0;
}

static int MUST_CHECK compile(const char *pattern, struct regex *regex, struct error *err)
{
	pcre2_compile_context *context;
	PCRE2_SIZE offset;
	int code;

	if (strlen(pattern) > PATTERN_BYTES_MAX)
		return error_set(err, ERROR_CONFIG,
				 "the regular expression has %zu bytes; it must "
				 "have at most %d",
				 strlen(pattern), PATTERN_BYTES_MAX);
	context = pcre2_compile_context_create(NULL);
	(void)pcre2_set_newline(context, PCRE2_NEWLINE_LF); /* it takes each of its constants */
	regex->code = pcre2_compile((PCRE2_SPTR)pattern, PCRE2_ZERO_TERMINATED,
				    PCRE2_MULTILINE | PCRE2_AUTO_CALLOUT | PCRE2_NEVER_UTF, &code,
				    &offset, context);
	pcre2_compile_context_free(context);
	if (!regex->code) {
		(void)error_pcre2(err, code, "cannot compile");
		return error_wrap(err, "regular expression, byte %zu", offset + 1);
	}
	regex->value_group = pcre2_substring_number_from_name(regex->code, (PCRE2_SPTR) "value");
	if (regex->value_group < 0)
		return error_set(err, ERROR_CONFIG,
				 "the regular expression has no group (?<value>…)");
	return 0;
}

int parse_regex_check(const char *pattern, struct error *err)
{
	CLEANUP(regex_clear) struct regex regex = { 0 };

	return compile(pattern, &regex, err);
}

static void prepare_match(struct regex *regex)
{
	regex->data = pcre2_match_data_create_from_pattern(regex->code, NULL);
	regex->context = pcre2_match_context_create(NULL);
	(void)pcre2_set_match_limit(regex->context, MATCH_LIMIT); /* these cannot fail */
	(void)pcre2_set_depth_limit(regex->context, DEPTH_LIMIT);
	(void)pcre2_set_heap_limit(regex->context, HEAP_LIMIT_KIB);
	(void)pcre2_set_callout(regex->context, count_step, regex);
}

/* A piece of the output; `begin` is NULL when there is none. */
struct piece {
	const char *begin;
	size_t n;
};

/* The group of the last match in which it took part. */
static int MUST_CHECK find_last(struct regex *regex, const char *text, size_t n, struct piece *ret,
				struct error *err)
{
	const PCRE2_SIZE *ends = pcre2_get_ovector_pointer(regex->data);
	size_t group = (size_t)regex->value_group;
	PCRE2_SIZE at = 0;

	while (at <= n) {
		int code;

		regex->position = at;
		code = pcre2_match(regex->code, (PCRE2_SPTR)text, n, at, 0, regex->data,
				   regex->context);
		if (code == PCRE2_ERROR_NOMATCH)
			return 0;
		if (code < 0)
			return error_pcre2(err, code, "cannot match the regular expression");
		if (ends[2 * group] != PCRE2_UNSET)
			*ret = (struct piece){ text + ends[2 * group],
					       ends[2 * group + 1] - ends[2 * group] };
		/* An empty match would be found again for ever. */
		at = ends[1] > at ? ends[1] : at + 1;
	}
	return 0;
}

int parse_regex(const char *pattern, const char *output, size_t n, double *ret, struct error *err)
{
	CLEANUP(regex_clear) struct regex regex = { 0 };
	CLEANUP(str_clear) struct str shown = { 0 };
	struct piece piece = { 0 };

	if (compile(pattern, &regex, err) < 0)
		return -1;
	prepare_match(&regex);
	parse_text_append(&shown, output, n);
	if (find_last(&regex, str_text(&shown), shown.length, &piece, err) < 0)
		return -1;
	if (!piece.begin)
		return error_set(err, ERROR_CONFIG, "no line matches the regular expression '%s'",
				 pattern);
	return parse_value_text("the value of the regular expression", piece.begin, piece.n, ret,
				err);
}
