/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The only user of PCRE2. */
#include "workloads/regex.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

#define PATTERN_BYTES_MAX 4096
#define MATCH_LIMIT 1000000 /* backtracking steps from one start */
#define DEPTH_LIMIT 10000   /* of nested backtracking */
#define HEAP_LIMIT_KIB 65536
#define STEPS_MAX 50000000 /* bytes and pattern items over all matches */

struct regex {
	pcre2_code *code;
	pcre2_match_context *context;
	pcre2_match_data *data;
	const char *text; /* that was searched last */
	uint64_t steps;
	PCRE2_SIZE position; /* of the last step */
};

void regex_free(struct regex *regex)
{
	if (!regex)
		return;
	pcre2_match_data_free(regex->data);
	pcre2_match_context_free(regex->context);
	pcre2_code_free(regex->code);
	free(regex);
}

void regex_freep(struct regex **regex)
{
	regex_free(*regex);
	*regex = NULL;
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
	if (regex->code)
		return 0;
	(void)error_pcre2(err, code, "cannot compile");
	return error_wrap(err, "regular expression, byte %zu", offset + 1);
}

int regex_new(const char *pattern, struct regex **ret, struct error *err)
{
	CLEANUP(regex_freep) struct regex *regex = mem_zalloc(sizeof(*regex));

	if (compile(pattern, regex, err) < 0)
		return -1;
	regex->data = pcre2_match_data_create_from_pattern(regex->code, NULL);
	regex->context = pcre2_match_context_create(NULL);
	(void)pcre2_set_match_limit(regex->context, MATCH_LIMIT); /* these cannot fail */
	(void)pcre2_set_depth_limit(regex->context, DEPTH_LIMIT);
	(void)pcre2_set_heap_limit(regex->context, HEAP_LIMIT_KIB);
	(void)pcre2_set_callout(regex->context, count_step, regex);
	*ret = regex;
	regex = NULL;
	return 0;
}

bool regex_has_group(const struct regex *regex, const char *name)
{
	return pcre2_substring_number_from_name(regex->code, (PCRE2_SPTR)name) > 0;
}

int regex_next(struct regex *regex, const char *text, size_t n, size_t *at, bool *ret_found,
	       struct error *err)
{
	const PCRE2_SIZE *ends = pcre2_get_ovector_pointer(regex->data);
	int code;

	*ret_found = false;
	if (*at > n)
		return 0;
	regex->position = *at;
	regex->text = text;
	code = pcre2_match(regex->code, (PCRE2_SPTR)text, n, *at, 0, regex->data, regex->context);
	if (code == PCRE2_ERROR_NOMATCH)
		return 0;
	if (code < 0)
		return error_pcre2(err, code, "cannot match the regular expression");
	/* An empty match would be found again for ever. */
	*at = ends[1] > *at ? ends[1] : *at + 1;
	*ret_found = true;
	return 0;
}

static struct piece piece_of(const struct regex *regex, size_t group)
{
	const PCRE2_SIZE *ends = pcre2_get_ovector_pointer(regex->data);

	if (ends[2 * group] == PCRE2_UNSET || ends[2 * group + 1] < ends[2 * group])
		return (struct piece){ NULL, 0 };
	return (struct piece){ regex->text + ends[2 * group],
			       ends[2 * group + 1] - ends[2 * group] };
}

struct piece regex_match(const struct regex *regex)
{
	return piece_of(regex, 0);
}

struct piece regex_group(const struct regex *regex, const char *name)
{
	int group = pcre2_substring_number_from_name(regex->code, (PCRE2_SPTR)name);

	return group > 0 ? piece_of(regex, (size_t)group) : (struct piece){ NULL, 0 };
}
