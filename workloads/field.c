/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "workloads/field.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/mem.h"
#include "base/str.h"
#include "workloads/parse_json.h"
#include "workloads/parse_text.h"
#include "workloads/parse_value.h"
#include "workloads/regex.h"
#include "workloads/unit.h"

#define LABEL_BYTES_MAX 80
#define SHOWN_BYTES_MAX 200

/* An output as the table is held against it. */
struct source {
	const char *text;
	size_t n;     /* all of it, for JSON */
	size_t lines; /* up to the last newline, for patterns */
};

/* What a field found. */
struct finds {
	struct find {
		double value;
		struct piece label;
	} * items;
	size_t n;
	size_t capacity;
};

static void finds_clear(struct finds *finds)
{
	free(finds->items);
}

static void add_find(struct finds *finds, double value, struct piece label)
{
	mem_grow(&finds->items, &finds->capacity, finds->n, sizeof(*finds->items));
	finds->items[finds->n++] = (struct find){ value, label };
}

/* The number of a match in the unit of the field. */
static int MUST_CHECK convert(const struct field *field, const struct regex *regex, double *ret,
			      struct error *err)
{
	struct piece value = regex_group(regex, "value");
	struct piece unit = regex_group(regex, "unit");
	struct piece per = regex_group(regex, "per");
	double divisor;

	if (parse_value_number(field->metric, value.begin, value.n, ret, err) < 0)
		return -1;
	if (unit.begin && unit_convert(*ret, unit.begin, unit.n, field->unit, ret, err) < 0)
		return error_wrap(err, "%s", field->metric);
	if (!per.begin)
		return 0;
	if (parse_value_text("what it is divided by", per.begin, per.n, &divisor, err) < 0)
		return error_wrap(err, "%s", field->metric);
	*ret /= divisor;
	return 0;
}

/* Where the last match begins that has a value; SIZE_MAX when there is none. */
static int MUST_CHECK find_last(struct regex *regex, const struct source *source, size_t *ret,
				struct error *err)
{
	size_t at = 0;
	bool found;

	*ret = SIZE_MAX;
	do {
		size_t from = at;

		if (regex_next(regex, source->text, source->lines, &at, &found, err) < 0)
			return -1;
		if (found && regex_group(regex, "value").begin)
			*ret = from;
	} while (found);
	return 0;
}

static int MUST_CHECK read_pattern(const struct field *field, const struct source *source,
				   struct finds *finds, struct error *err)
{
	CLEANUP(regex_freep) struct regex *regex = NULL;
	bool only_last, found;
	size_t at = 0;
	double value;

	if (regex_new(field->pattern, &regex, err) < 0)
		return -1;
	only_last = field->take == TAKE_LAST && !regex_has_group(regex, "label");
	if (only_last && find_last(regex, source, &at, err) < 0)
		return -1;
	while (at <= source->lines) {
		if (regex_next(regex, source->text, source->lines, &at, &found, err) < 0)
			return -1;
		if (!found)
			break;
		if (!regex_group(regex, "value").begin)
			continue;
		if (convert(field, regex, &value, err) < 0)
			return -1;
		add_find(finds, value, regex_group(regex, "label"));
		if (only_last)
			break;
	}
	return 0;
}

/* One pointer, with its "*" (when it has one) standing for 0, 1, 2, …. */
static int MUST_CHECK read_pointer(const char *pointer, const struct source *source,
				   struct finds *finds, struct error *err)
{
	CLEANUP(json_freep) struct json *document = NULL;
	const char *star = strchr(pointer, '*');
	struct error ignored;

	for (unsigned i = 0; i == 0 || star; i++) {
		CLEANUP(mem_freep)
		char *name =
			star ? mem_printf("%.*s%u%s", (int)(star - pointer), pointer, i, star + 1)
			     : mem_strdup(pointer);
		double value;

		/* An output without it is one that another field of the table is for. */
		if (!document &&
		    parse_json_find(name, source->text, source->n, &document, &ignored) < 0)
			return 0;
		if (!json_pointer(document, name))
			return 0;
		if (parse_json_read(name, document, &value, err) < 0)
			return -1;
		add_find(finds, value, (struct piece){ NULL, 0 });
	}
	return 0;
}

static int MUST_CHECK read_pointers(const struct field *field, const struct source *source,
				    struct finds *finds, struct error *err)
{
	CLEANUP(strlist_clear) struct strlist pointers = { 0 };

	if (strlist_split_words(&pointers, field->pointer, err) < 0)
		return -1;
	for (size_t i = 0; i < pointers.n; i++) {
		if (read_pointer(pointers.items[i], source, finds, err) < 0)
			return -1;
	}
	return 0;
}

/* One number of several, by the field's rule. TAKE_EACH has no use for it. */
static double combine(enum take take, const struct finds *finds)
{
	double last = finds->items[finds->n - 1].value;
	double n = (double)finds->n;
	double sum = 0, logs = 0, max = 0;

	for (size_t i = 0; i < finds->n; i++) {
		double value = finds->items[i].value;

		sum += value;
		logs += log(value);
		max = fmax(max, value);
	}
	if (finds->n == 1)
		return last; /* to the last digit */
	switch (take) {
	case TAKE_LAST:
	case TAKE_EACH:
		break;
	case TAKE_SUM:
		return sum;
	case TAKE_MEAN:
		return sum / n;
	case TAKE_GEOMEAN:
		return exp(logs / n); /* 0 when one of them is */
	case TAKE_MAX:
		return max;
	}
	return last;
}

static void add_labelled(const struct field *field, const struct find *find,
			 struct readings *readings)
{
	CLEANUP(str_clear) struct str name = { 0 };
	size_t n = find->label.n < LABEL_BYTES_MAX ? find->label.n : LABEL_BYTES_MAX;

	str_append(&name, field->metric);
	if (find->label.begin) {
		str_append_char(&name, '[');
		str_append_printable(&name, find->label.begin, n, false);
		str_append_char(&name, ']');
	}
	readings_add(readings, str_text(&name), field->unit, field->better, find->value);
}

/* What one field finds, as readings. */
static int MUST_CHECK read_field(const struct field *field, const struct source *source,
				 struct readings *readings, struct error *err)
{
	CLEANUP(finds_clear) struct finds finds = { 0 };
	int status = field->pattern ? read_pattern(field, source, &finds, err)
				    : read_pointers(field, source, &finds, err);

	if (status < 0)
		return -1;
	if (finds.n == 0)
		return 0;
	if (field->take == TAKE_EACH || finds.items[0].label.begin) {
		for (size_t i = 0; i < finds.n; i++)
			add_labelled(field, &finds.items[i], readings);
		return 0;
	}
	readings_add(readings, field->metric, field->unit, field->better,
		     combine(field->take, &finds));
	return 0;
}

static int MUST_CHECK refuse(const struct refusal *refusal, struct piece match, struct error *err)
{
	CLEANUP(str_clear) struct str shown = { 0 };

	if (refusal->is_required)
		return error_set(err, ERROR_CONFIG,
				 "the run is void, since %s: nothing matches '%s'", refusal->reason,
				 refusal->pattern);
	str_append_printable(&shown, match.begin,
			     match.n < SHOWN_BYTES_MAX ? match.n : SHOWN_BYTES_MAX, false);
	return error_set(err, ERROR_CONFIG, "the run is void, since %s: '%s'", refusal->reason,
			 str_text(&shown));
}

static int MUST_CHECK check_refusals(const struct refusal *refusals, const struct source *source,
				     struct error *err)
{
	for (size_t i = 0; refusals && refusals[i].pattern; i++) {
		CLEANUP(regex_freep) struct regex *regex = NULL;
		size_t at = 0;
		bool found;

		if (regex_new(refusals[i].pattern, &regex, err) < 0 ||
		    regex_next(regex, source->text, source->lines, &at, &found, err) < 0)
			return -1;
		if (found != refusals[i].is_required)
			return refuse(&refusals[i],
				      found ? regex_match(regex) : (struct piece){ NULL, 0 }, err);
	}
	return 0;
}

/* One metric: the first of its alternatives, from *fields on, that finds something. */
static int MUST_CHECK read_metric(const struct field **fields, const struct source *source,
				  struct readings *readings, struct error *err)
{
	const char *metric = (*fields)->metric;
	size_t before = readings->n;

	for (; (*fields)->metric && strcmp((*fields)->metric, metric) == 0; (*fields)++) {
		if (readings->n == before && read_field(*fields, source, readings, err) < 0)
			return -1;
	}
	return 0;
}

static int MUST_CHECK check_main(const struct field *main, const struct readings *readings,
				 struct error *err)
{
	double ignored;

	if (readings->n == 0)
		return error_set(err, ERROR_CONFIG, "the output has no %s: nothing matches '%s'",
				 main->metric, main->pattern ? main->pattern : main->pointer);
	for (size_t i = 0; i < readings->n; i++) {
		if (parse_value_check(main->metric, readings->items[i].value, &ignored, err) < 0)
			return -1;
	}
	return 0;
}

int field_read(const struct field *fields, const struct refusal *refusals, const char *output,
	       size_t n, struct readings *ret, struct error *err)
{
	CLEANUP(str_clear) struct str shown = { 0 };
	const struct field *next = fields;
	struct source source;

	parse_text_append(&shown, output, n);
	source = (struct source){ str_text(&shown), shown.length, shown.length };
	while (source.lines > 0 && source.text[source.lines - 1] != '\n')
		source.lines--;
	if (check_refusals(refusals, &source, err) < 0 ||
	    read_metric(&next, &source, ret, err) < 0 || check_main(fields, ret, err) < 0)
		return -1;
	while (next->metric) {
		if (read_metric(&next, &source, ret, err) < 0)
			return -1;
	}
	return 0;
}
