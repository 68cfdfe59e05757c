/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a terminal, a broken run or another country makes of each sample: its numbers as before, or a
 * refusal that says why; never another number.
 */
#include "tests/support/test.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "tests/support/catalog_samples.h"

#define MEGABYTE (1 << 20)
/* Samples up to this length are cut at each byte, others at and around the ends of lines. */
#define SHORT_BYTES 512

/* A sample with what it says. */
struct subject {
	const struct catalog_sample *sample;
	char *text;
	size_t n;
	struct readings readings;
};

static void subject_clear(struct subject *subject)
{
	free(subject->text);
	readings_clear(&subject->readings);
}

static void subject_init(struct subject *subject, const struct catalog_sample *sample)
{
	struct error err = { 0 };

	*subject = (struct subject){ .sample = sample };
	subject->text = catalog_sample_text(sample->file, &subject->n);
	if (catalog_sample_parse(sample->workload, subject->text, subject->n, &subject->readings,
				 &err) < 0)
		fail_msg("%s: %s", sample->file, err.text);
}

/* Another output reads as the sample does, in all it says. */
static void assert_same(const struct subject *subject, const struct str *output)
{
	CLEANUP(readings_clear) struct readings readings = { 0 };
	const char *file = subject->sample->file;
	struct error err = { 0 };

	if (catalog_sample_parse(subject->sample->workload, str_text(output), output->length,
				 &readings, &err) < 0)
		fail_msg("%s: %s", file, err.text);
	if (readings.n != subject->readings.n)
		fail_msg("%s: %zu readings, not %zu", file, readings.n, subject->readings.n);
	for (size_t i = 0; i < readings.n; i++) {
		assert_string_equal(readings.items[i].metric, subject->readings.items[i].metric);
		if (readings.items[i].value != subject->readings.items[i].value)
			fail_msg("%s: %s is %.17g, not %.17g", file, readings.items[i].metric,
				 readings.items[i].value, subject->readings.items[i].value);
	}
}

/* The sample with `before` at the start of each line and `after` at its end. */
static void decorate(const struct subject *subject, const char *before, const char *after,
		     struct str *ret)
{
	const char *line = subject->text;

	while (*line != '\0') {
		size_t n = strcspn(line, "\n");

		str_append(ret, before);
		str_append_bytes(ret, line, n);
		str_append(ret, after);
		str_append(ret, line[n] == '\n' ? "\n" : "");
		line += line[n] == '\n' ? n + 1 : n;
	}
}

static void assert_same_with(const char *before, const char *after)
{
	for (const struct catalog_sample *sample = CATALOG_SAMPLES; sample->file; sample++) {
		CLEANUP(subject_clear) struct subject subject = { 0 };
		CLEANUP(str_clear) struct str output = { 0 };

		subject_init(&subject, sample);
		decorate(&subject, before, after, &output);
		assert_same(&subject, &output);
	}
}

static void colours_change_nothing(void **state)
{
	(void)state;
	assert_same_with("\x1b[1;31m", "\x1b[0m");
}

static void what_a_carriage_return_overwrote_is_gone(void **state)
{
	(void)state;
	assert_same_with("Throughput 1 MB/sec 1 procs: 17 of 99 done\r", "");
}

static void line_ends_of_a_serial_line_change_nothing(void **state)
{
	(void)state;
	assert_same_with("", "\r");
}

static void a_log_around_the_output_changes_nothing(void **state)
{
	(void)state;
	for (const struct catalog_sample *sample = CATALOG_SAMPLES; sample->file; sample++) {
		CLEANUP(subject_clear) struct subject subject = { 0 };
		CLEANUP(str_clear) struct str output = { 0 };

		subject_init(&subject, sample);
		str_append(&output, "2026-07-19 18:06:13 run it\nIteration: 1\n");
		str_append_bytes(&output, subject.text, subject.n);
		str_append(&output, "2026-07-19 18:07:13 all is done\n");
		assert_same(&subject, &output);
	}
}

static void a_line_of_a_megabyte_changes_nothing(void **state)
{
	CLEANUP(str_clear) struct str line = { 0 };

	(void)state;
	for (size_t i = 0; i < MEGABYTE / 2; i++)
		str_append_char(&line, 'A');
	for (size_t i = 0; i < MEGABYTE / 4; i++)
		str_append(&line, " 1");
	str_append(&line, "\n");
	for (const struct catalog_sample *sample = CATALOG_SAMPLES; sample->file; sample++) {
		CLEANUP(subject_clear) struct subject subject = { 0 };
		CLEANUP(str_clear) struct str output = { 0 };

		/* One sample of each workload is enough. */
		if (sample != CATALOG_SAMPLES && strcmp(sample->workload, sample[-1].workload) == 0)
			continue;
		subject_init(&subject, sample);
		str_append_bytes(&output, line.data, line.length);
		str_append_bytes(&output, subject.text, subject.n);
		assert_same(&subject, &output);
	}
}

/*
 * Cut, an output is refused or has the main metric's samples that stand before the cut, unchanged.
 * Where the format has rows and no end, they may be fewer than were summed up.
 */
static void assert_cut_is_honest(const struct subject *subject, size_t n)
{
	CLEANUP(readings_clear) struct readings readings = { 0 };
	/* A copy, so that reading behind the end is seen. */
	CLEANUP(mem_freep) char *cut = mem_array(n + 1, 1);
	struct error err = { 0 };

	memcpy(cut, subject->text, n);
	if (catalog_sample_parse(subject->sample->workload, cut, n, &readings, &err) < 0) {
		assert_true(err.text[0] != '\0');
		return;
	}
	assert_true(readings_main(&readings) <= readings_main(&subject->readings));
	if (subject->sample->has_rows)
		return;
	for (size_t i = 0; i < readings_main(&readings); i++) {
		if (readings.items[i].value != subject->readings.items[i].value)
			fail_msg("%s: %.17g when cut at byte %zu, not %.17g", subject->sample->file,
				 readings.items[i].value, n, subject->readings.items[i].value);
	}
}

static void a_cut_output_is_refused_or_right(void **state)
{
	(void)state;
	for (const struct catalog_sample *sample = CATALOG_SAMPLES; sample->file; sample++) {
		CLEANUP(subject_clear) struct subject subject = { 0 };

		subject_init(&subject, sample);
		for (size_t n = 0; n < subject.n; n++) {
			bool is_near_end = n == 0 || subject.text[n] == '\n' ||
					   subject.text[n - 1] == '\n' ||
					   (n > 1 && subject.text[n - 2] == '\n');

			if (is_near_end || subject.n <= SHORT_BYTES)
				assert_cut_is_honest(&subject, n);
		}
	}
}

/* Each time that `number` stands in the text alone is replaced. */
static void replace_number(const struct subject *subject, const char *with, struct str *ret)
{
	static const char part[] = "0123456789.";
	const char *number = subject->sample->number;
	size_t n = strlen(number);

	for (const char *at = subject->text; *at != '\0';) {
		bool is_whole = strncmp(at, number, n) == 0 && !strchr(part, at[n]) &&
				(at == subject->text || !strchr(part, at[-1]));

		if (is_whole) {
			str_append(ret, with);
			at += n;
		} else {
			str_append_char(ret, *at++);
		}
	}
}

static void assert_number_is_refused(const char *with)
{
	for (const struct catalog_sample *sample = CATALOG_SAMPLES; sample->file; sample++) {
		CLEANUP(readings_clear) struct readings readings = { 0 };
		CLEANUP(subject_clear) struct subject subject = { 0 };
		CLEANUP(str_clear) struct str output = { 0 };
		struct error err = { 0 };

		if (!sample->number)
			continue;
		subject_init(&subject, sample);
		replace_number(&subject, with, &output);
		if (catalog_sample_parse(sample->workload, str_text(&output), output.length,
					 &readings, &err) == 0)
			fail_msg("%s: '%s' in place of '%s' is read as %.17g", sample->file, with,
				 sample->number, readings.items[0].value);
		/* It names what it does not like: the metric, where it stands in JSON, or the run. */
		if (!strstr(err.text, subject.readings.items[0].metric) &&
		    !strstr(err.text, "'/") && !strstr(err.text, "the run is void"))
			fail_msg("%s: %s", sample->file, err.text);
	}
}

static void what_is_no_positive_number_is_refused(void **state)
{
	CLEANUP(str_clear) struct str huge = { 0 };

	(void)state;
	assert_number_is_refused("nan");
	assert_number_is_refused("-nan");
	assert_number_is_refused("inf");
	assert_number_is_refused("0");
	assert_number_is_refused("0.00");
	assert_number_is_refused("-1");
	assert_number_is_refused("x");
	assert_number_is_refused("");
	assert_number_is_refused("1e400");
	str_append(&huge, "1");
	for (int i = 0; i < 400; i++)
		str_append(&huge, "0");
	assert_number_is_refused(str_text(&huge));
}

static void a_decimal_comma_is_refused(void **state)
{
	(void)state;
	assert_number_is_refused("451,06");
	assert_number_is_refused("1.451,06");
}

static void an_empty_output_is_refused(void **state)
{
	static const char *const nothings[] = { "", "\n", "\r\n", " ", "\x1b[0m", "{}\n", "[]\n" };

	(void)state;
	for (const struct catalog_sample *sample = CATALOG_SAMPLES; sample->file; sample++) {
		for (size_t i = 0; i < ARRAY_LENGTH(nothings); i++) {
			CLEANUP(readings_clear) struct readings readings = { 0 };
			struct error err = { 0 };

			assert_int_equal(catalog_sample_parse(sample->workload, nothings[i],
							      strlen(nothings[i]), &readings, &err),
					 -1);
			assert_true(err.text[0] != '\0');
		}
	}
}

static void the_locale_does_not_matter(void **state)
{
	(void)state;
	if (!setlocale(LC_ALL, "de_DE.UTF-8")) {
		print_message("skipped: no locale with a decimal comma is installed\n");
		skip();
	}
	assert_same_with("", "");
	a_decimal_comma_is_refused(state);
	(void)setlocale(LC_ALL, "C");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(colours_change_nothing),
		cmocka_unit_test(what_a_carriage_return_overwrote_is_gone),
		cmocka_unit_test(line_ends_of_a_serial_line_change_nothing),
		cmocka_unit_test(a_log_around_the_output_changes_nothing),
		cmocka_unit_test(a_line_of_a_megabyte_changes_nothing),
		cmocka_unit_test(a_cut_output_is_refused_or_right),
		cmocka_unit_test(what_is_no_positive_number_is_refused),
		cmocka_unit_test(a_decimal_comma_is_refused),
		cmocka_unit_test(an_empty_output_is_refused),
		cmocka_unit_test(the_locale_does_not_matter),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
