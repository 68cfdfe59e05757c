/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/html_sections.h"

#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/mem.h"
#include "results/html.h"

#define FACTS_MAX 200  /* that are compared */
#define VALUES_MAX 12  /* of a fact; one that has more differs from boot to boot by its nature */
#define BOOTS_LISTED 8 /* a value */

/* Facts of which each boot has its own. */
static const char *const own[] = { "boot_id", "boot_ns", "build_id", "version" };

struct value {
	char *text;
	struct strlist boots;
	size_t n;
};

struct fact {
	char *name;
	struct value values[VALUES_MAX];
	size_t n;
	bool has_more;
};

struct facts {
	struct fact *of;
	size_t n;
	size_t n_boots;
};

static void facts_clear(struct facts *facts)
{
	for (size_t i = 0; i < facts->n; i++) {
		for (size_t j = 0; j < facts->of[i].n; j++) {
			free(facts->of[i].values[j].text);
			strlist_clear(&facts->of[i].values[j].boots);
		}
		free(facts->of[i].name);
	}
	free(facts->of);
}

static struct fact *find_fact(struct facts *facts, const char *name)
{
	for (size_t i = 0; i < ARRAY_LENGTH(own); i++)
		if (strcmp(own[i], name) == 0)
			return NULL;
	for (size_t i = 0; i < facts->n; i++)
		if (strcmp(facts->of[i].name, name) == 0)
			return &facts->of[i];
	if (facts->n == FACTS_MAX)
		return NULL;
	facts->of[facts->n].name = mem_strdup(name);
	return &facts->of[facts->n++];
}

static void add_value(struct fact *fact, const char *text, int64_t boot)
{
	struct value *value = NULL;

	for (size_t i = 0; i < fact->n && !value; i++)
		if (strcmp(fact->values[i].text, text) == 0)
			value = &fact->values[i];
	if (!value && fact->n == VALUES_MAX) {
		fact->has_more = true;
		return;
	}
	if (!value) {
		value = &fact->values[fact->n++];
		value->text = mem_strdup(text);
	}
	if (value->n++ < BOOTS_LISTED)
		strlist_addf(&value->boots, "%lld", (long long)boot);
}

static void add_boot(struct facts *facts, const struct history_boot *boot)
{
	CLEANUP(json_freep) struct json *json = NULL;
	struct error err = { 0 };

	if (boot->facts[0] == '\0' ||
	    json_parse(boot->facts, strlen(boot->facts), &json, &err) < 0 || !json_is_object(json))
		return;
	facts->n_boots += json_length(json) > 0;
	for (size_t i = 0; i < json_length(json); i++) {
		const char *key = json_key(json, i);
		const struct json *member = json_member(json, key);
		CLEANUP(mem_freep) char *dump = json_text(member) ? NULL : json_dump(member, true);
		struct fact *fact = find_fact(facts, key);

		if (fact)
			add_value(fact, dump ? dump : json_text(member), boot->id);
	}
}

/* In all boots the same? One that some boots do not tell differs, too. */
static bool differs(const struct facts *facts, const struct fact *fact)
{
	return fact->n > 1 || fact->has_more || fact->values[0].n < facts->n_boots;
}

static void append_fact(const struct fact *fact, struct str *out)
{
	for (size_t i = 0; i < fact->n; i++) {
		const struct value *value = &fact->values[i];

		str_append(out, "<tr>");
		if (i == 0) {
			str_appendf(out, "<th scope=\"rowgroup\" rowspan=\"%zu\">", fact->n);
			html_text(out, fact->name);
			str_append(out, fact->has_more ? " (and more)</th>" : "</th>");
		}
		str_append(out, "<td>");
		html_text(out, value->text);
		str_appendf(out, "</td><td class=\"n\">%zu</td><td>", value->n);
		for (size_t j = 0; j < value->boots.n; j++)
			str_appendf(out, "%s%s", j ? ", " : "", value->boots.items[j]);
		str_append(out, value->n > value->boots.n ? ", …</td></tr>\n" : "</td></tr>\n");
	}
}

static void append_table(const struct facts *facts, struct str *out)
{
	str_append(out, "<div class=\"wide\" tabindex=\"0\" role=\"group\" aria-label=\"Table of "
			"differences, can be scrolled\"><table><caption>What differs between "
			"boots</caption><thead><tr><th scope=\"col\">Fact</th><th "
			"scope=\"col\">Value</th><th scope=\"col\">Boots</th><th "
			"scope=\"col\">Which</th></tr></thead>\n");
	for (size_t i = 0; i < facts->n; i++) {
		if (!differs(facts, &facts->of[i]))
			continue;
		str_append(out, "<tbody>");
		append_fact(&facts->of[i], out);
		str_append(out, "</tbody>\n");
	}
	str_append(out, "</table></div>\n");
}

void html_environment_append(const struct html_view *view, struct str *out)
{
	const struct history *history = view->input->history;
	CLEANUP(facts_clear)
	struct facts facts = {
		.of = mem_array(FACTS_MAX, sizeof(*facts.of)),
	};
	size_t n = 0;

	for (size_t i = 0; i < history->n_boots; i++)
		add_boot(&facts, &history->boots[i]);
	if (facts.n_boots == 0)
		return;
	for (size_t i = 0; i < facts.n; i++)
		n += differs(&facts, &facts.of[i]);
	str_appendf(out,
		    "<section aria-labelledby=\"h-environment\"><h2 "
		    "id=\"h-environment\">Environment</h2>\n<p>%zu facts that %zu boots told about "
		    "themselves were compared; %zu differ%s.</p>\n",
		    facts.n, facts.n_boots, n, n == 1 ? "s" : "");
	if (n > 0)
		append_table(&facts, out);
	str_append(out, "</section>\n");
}
