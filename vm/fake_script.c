/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "vm/fake_script.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"

enum rule_kind { RULE_DEFAULT, RULE_COMMIT, RULE_CONTAINS, RULE_IMAGE };

struct rule {
	enum rule_kind kind;
	char *operand;           /* of COMMIT and CONTAINS */
	struct strlist settings; /* KEY=VALUE, checked */
	unsigned from, to;       /* boots of the kernel */
	unsigned nth;            /* boot of the machine; 0: all */
};

struct fake_script {
	uint64_t seed;
	char *output;
	char *journal;
	struct rule *rules;
	size_t n_rules;
	size_t capacity;
};

/* Numbers of a plan. */
static const struct {
	const char *key;
	size_t offset;
	double min, max;
} numbers[] = {
	{ "level", offsetof(struct fake_plan, level), 1e-300, 1e300 },
	{ "boot_sd", offsetof(struct fake_plan, boot_sd), 0, 100 },
	{ "sample_sd", offsetof(struct fake_plan, sample_sd), 0, 100 },
	{ "drift", offsetof(struct fake_plan, drift), -100, 100 },
	{ "outlier", offsetof(struct fake_plan, outlier), 0, 1 },
	{ "outlier_size", offsetof(struct fake_plan, outlier_size), 0, 99 },
	{ "delay", offsetof(struct fake_plan, delay_s), 0, 86400 },
	{ "more_delay", offsetof(struct fake_plan, more_delay_s), 0, 86400 },
	{ "boot_time", offsetof(struct fake_plan, boot_s), 0, 1e6 },
	{ "run_time", offsetof(struct fake_plan, run_s), 0, 1e6 },
};

/* Keys that are a short text. */
static const struct {
	const char *key;
	size_t offset, size;
} texts[] = {
	{ "release", offsetof(struct fake_plan, release),
	  sizeof(((struct fake_plan *)0)->release) },
	{ "noise", offsetof(struct fake_plan, noise), sizeof(((struct fake_plan *)0)->noise) },
};

static int set_outcome(const char *value, enum outcome *outcome, enum fake_trouble *trouble,
		       struct error *err)
{
	*trouble = FAKE_NO_TROUBLE;
	*outcome = OUTCOME_MEASURED;
	if (strcmp(value, "host-error") == 0)
		*trouble = FAKE_HOST_ERROR;
	else if (strcmp(value, "killed") == 0)
		*trouble = FAKE_KILLED;
	else if (!outcome_from_name(value, outcome))
		return error_set(err, ERROR_CONFIG, "there is no outcome '%s'", value);
	return 0;
}

/* *ret_is_known is false for a key that is none of a plan's. */
static int set_key(struct fake_plan *plan, const char *key, const char *value, bool *ret_is_known,
		   struct error *err)
{
	*ret_is_known = true;
	for (size_t i = 0; i < ARRAY_LENGTH(numbers); i++) {
		double number;

		if (strcmp(key, numbers[i].key) != 0)
			continue;
		if (str_parse_double(value, numbers[i].min, numbers[i].max, &number, err) < 0)
			return error_wrap(err, "%s", key);
		memcpy((char *)plan + numbers[i].offset, &number, sizeof(number));
		return 0;
	}
	if (strcmp(key, "outcome") == 0)
		return set_outcome(value, &plan->outcome, &plan->trouble, err);
	if (strcmp(key, "more") == 0)
		return set_outcome(value, &plan->more_outcome, &plan->more_trouble, err);
	for (size_t i = 0; i < ARRAY_LENGTH(texts); i++) {
		if (strcmp(key, texts[i].key) != 0)
			continue;
		if (strlen(value) >= texts[i].size)
			return error_set(err, ERROR_CONFIG, "%s '%s' is too long", key, value);
		strcpy((char *)plan + texts[i].offset, value);
		return 0;
	}
	*ret_is_known = false;
	return 0;
}

/* Splits "key=value" in place; false when there is no "=". */
static bool split(char *word, const char **ret_value)
{
	char *equals = strchr(word, '=');

	if (!equals)
		return false;
	*equals = '\0';
	*ret_value = equals + 1;
	return true;
}

/* at=, from=, to= and nth=. */
static int set_when(struct rule *rule, const char *key, const char *value, bool *ret_is_known,
		    struct error *err)
{
	const bool is_at = strcmp(key, "at") == 0, is_from = strcmp(key, "from") == 0;
	const bool is_to = strcmp(key, "to") == 0, is_nth = strcmp(key, "nth") == 0;
	int64_t number;

	*ret_is_known = is_at || is_from || is_to || is_nth;
	if (!*ret_is_known)
		return 0;
	if (str_parse_i64(value, 1, UINT_MAX, &number, err) < 0)
		return error_wrap(err, "%s", key);
	if (is_at || is_from)
		rule->from = (unsigned)number;
	if (is_at || is_to)
		rule->to = (unsigned)number;
	if (is_nth)
		rule->nth = (unsigned)number;
	return 0;
}

/* One KEY=VALUE word of a rule: about when it holds, or checked and kept. */
static int add_setting(struct rule *rule, const char *text, struct error *err)
{
	CLEANUP(mem_freep) char *key = mem_strdup(text);
	struct fake_plan ignored;
	const char *value;
	bool is_known;

	if (!split(key, &value))
		return error_set(err, ERROR_CONFIG, "'%s' is not KEY=VALUE", text);
	if (set_when(rule, key, value, &is_known, err) < 0)
		return -1;
	if (is_known)
		return 0;
	if (set_key(&ignored, key, value, &is_known, err) < 0)
		return -1;
	if (!is_known)
		return error_set(err, ERROR_CONFIG, "there is no key '%s'", key);
	strlist_add(&rule->settings, text);
	return 0;
}

static int add_rule(struct fake_script *script, const struct strlist *words, struct error *err)
{
	static const char *const names[] = { "default", "commit", "contains", "image" };
	size_t kind = 0, next = 1;
	struct rule *rule;

	while (kind < ARRAY_LENGTH(names) && strcmp(words->items[0], names[kind]) != 0)
		kind++;
	if (kind == ARRAY_LENGTH(names))
		return error_set(err, ERROR_CONFIG, "there is no directive '%s'", words->items[0]);
	mem_grow(&script->rules, &script->capacity, script->n_rules, sizeof(*script->rules));
	rule = &script->rules[script->n_rules++];
	*rule = (struct rule){ .kind = (enum rule_kind)kind, .from = 1, .to = UINT_MAX };
	if (kind == RULE_COMMIT || kind == RULE_CONTAINS) {
		if (words->n < 2)
			return error_set(err, ERROR_CONFIG, "'%s' of what?", names[kind]);
		rule->operand = mem_strdup(words->items[next++]);
	}
	for (; next < words->n; next++)
		if (add_setting(rule, words->items[next], err) < 0)
			return -1;
	return 0;
}

static const char *skip_blanks(const char *text)
{
	return text + strspn(text, " \t\r");
}

static int add_line(struct fake_script *script, const char *line, struct error *err)
{
	struct strlist words = { 0 };
	int64_t seed;
	int status = 0;

	line = skip_blanks(line);
	if (*line == '\0' || *line == '#')
		return 0;
	if (str_starts_with(line, "output ")) {
		free(script->output);
		script->output = mem_strdup(skip_blanks(line + strlen("output ")));
		return 0;
	}
	if (strlist_split_words(&words, line, err) < 0) {
		status = -1;
	} else if (strcmp(words.items[0], "seed") == 0 && words.n == 2) {
		status = str_parse_i64(words.items[1], 0, INT64_MAX, &seed, err);
		if (status == 0)
			script->seed = (uint64_t)seed;
	} else if (strcmp(words.items[0], "journal") == 0 && words.n == 2) {
		free(script->journal);
		script->journal = mem_strdup(words.items[1]);
	} else {
		status = add_rule(script, &words, err);
	}
	strlist_clear(&words);
	return status;
}

int fake_script_parse(const char *text, struct fake_script **ret, struct error *err)
{
	CLEANUP(fake_script_freep) struct fake_script *script = mem_zalloc(sizeof(*script));

	script->output = mem_strdup("sched-pipe: ops_per_s={value}");
	for (unsigned number = 1; *text; number++) {
		const size_t n = strcspn(text, "\n");
		CLEANUP(mem_freep) char *line = mem_dup(text, n);

		if (add_line(script, line, err) < 0)
			return error_wrap(err, "line %u", number);
		text += n + (text[n] == '\n');
	}
	*ret = script;
	script = NULL;
	return 0;
}

void fake_script_free(struct fake_script *script)
{
	if (!script)
		return;
	for (size_t i = 0; i < script->n_rules; i++) {
		free(script->rules[i].operand);
		strlist_clear(&script->rules[i].settings);
	}
	free(script->rules);
	free(script->output);
	free(script->journal);
	free(script);
}

void fake_script_freep(struct fake_script **script)
{
	fake_script_free(*script);
	*script = NULL;
}

uint64_t fake_script_seed(const struct fake_script *script)
{
	return script->seed;
}

const char *fake_script_output(const struct fake_script *script)
{
	return script->output;
}

const char *fake_script_journal(const struct fake_script *script)
{
	return script->journal;
}

static bool rule_holds(const struct rule *rule, const struct fake_boot *boot)
{
	if (boot->number < rule->from || boot->number > rule->to ||
	    (rule->nth && rule->nth != boot->nth))
		return false;
	switch (rule->kind) {
	case RULE_DEFAULT:
	case RULE_IMAGE:
		return true;
	case RULE_COMMIT:
		return str_starts_with(boot->label, rule->operand);
	case RULE_CONTAINS:
		return strstr(boot->image, rule->operand) != NULL;
	}
	return false;
}

/* An image may hold anything; lines that are no KEY=VALUE of ours are not for us. */
static int apply_image(struct fake_plan *plan, const char *image, struct error *err)
{
	while (*image) {
		const size_t n = strcspn(image, "\n");
		CLEANUP(mem_freep) char *line = mem_dup(image, n);
		const char *value;
		bool is_known;

		image += n + (image[n] == '\n');
		if (split(line, &value) && set_key(plan, line, value, &is_known, err) < 0)
			return error_wrap(err, "cannot understand the kernel image");
	}
	return 0;
}

static int apply_settings(struct fake_plan *plan, const struct rule *rule, struct error *err)
{
	for (size_t i = 0; i < rule->settings.n; i++) {
		CLEANUP(mem_freep) char *key = mem_strdup(rule->settings.items[i]);
		const char *value;
		bool is_known;

		if (split(key, &value) && set_key(plan, key, value, &is_known, err) < 0)
			return -1;
	}
	return 0;
}

int fake_script_plan(const struct fake_script *script, const struct fake_boot *boot,
		     struct fake_plan *ret, struct error *err)
{
	struct fake_plan plan = { .level = 100,
				  .outlier_size = 30,
				  .outcome = OUTCOME_MEASURED,
				  .more_outcome = OUTCOME_MEASURED };

	for (size_t i = 0; i < script->n_rules; i++) {
		const struct rule *rule = &script->rules[i];

		if (!rule_holds(rule, boot))
			continue;
		if (rule->kind == RULE_IMAGE && apply_image(&plan, boot->image, err) < 0)
			return -1;
		if (apply_settings(&plan, rule, err) < 0)
			return -1;
	}
	*ret = plan;
	return 0;
}
