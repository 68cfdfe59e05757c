/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <string.h>

#include "base/mem.h"
#include "results/mail_details.h"
#include "results/mail_table.h"
#include "results/report_mail.h"
#include "tests/support/case_fixture.h"

struct mail {
	struct case_fixture fixture;
	struct mail_details details;
	struct str text;
};

static void mail_init(struct mail *mail)
{
	memset(mail, 0, sizeof(*mail));
	case_fixture_init(&mail->fixture, NULL);
	case_fixture_verify(&mail->fixture);
	mail->details.from = mem_strdup("Lab <perf@example.org>");
	mail->details.archive = mem_strdup("https://lore.kernel.org/r/");
	strlist_add(&mail->details.to, "A. Author <author@example.org>");
	strlist_add(&mail->details.cc, "list@example.org");
	memcpy(mail->details.parent, mail->fixture.hex[4], HISTORY_OID_SIZE);
	mail->fixture.input.mail = &mail->details;
}

static void mail_clear(struct mail *mail)
{
	case_fixture_clear(&mail->fixture);
	mail_details_clear(&mail->details);
	str_clear(&mail->text);
}

static void assert_has(const struct mail *mail, const char *text)
{
	if (!strstr(str_text(&mail->text), text))
		fail_msg("'%s' is not in:\n%s", text, str_text(&mail->text));
}

static void the_mail_is_as_it_was_looked_at(void **state)
{
	CLEANUP(mail_clear) struct mail mail;

	(void)state;
	mail_init(&mail);
	report_mail_append(&mail.fixture.input, &mail.text);
	assert_golden("report/mail", &mail.text);
}

static void values_have_the_columns_of_the_robot(void **state)
{
	static const double values[] = { 46741, 40815 }, small[] = { 0.05, 0.06 };
	static const double calm[] = { 2, 0 }, wild[] = { 5, 9.4 };
	CLEANUP(str_clear) struct str out = { 0 };

	(void)state;
	mail_table_append_row(&out, values, calm, "stress-ng.clock.ops_per_sec");
	mail_table_append_row(&out, values, wild, "turbostat.C1");
	mail_table_append_row(&out, small, wild, "x\x1b");
	mail_table_append_value(&out, 1.5e9, 0);
	assert_string_equal(
		str_text(&out),
		"     46741           -12.7%      40815        stress-ng.clock.ops_per_sec\n"
		"     46741 ±  5%     -12.7%      40815 ±  9%  turbostat.C1\n"
		"      0.05 ±  5%     +20.0%       0.06 ±  9%  x\\x1B\n"
		"   1.5e+09      ");
}

static void an_improvement_is_called_one(void **state)
{
	CLEANUP(mail_clear) struct mail mail;

	(void)state;
	mail_init(&mail);
	mail.fixture.finding->changes[0].effect_percent = 2;
	report_mail_append(&mail.fixture.input, &mail.text);
	assert_has(&mail, "Subject: [IMPROVEMENT] [sched] 5555555555: tbench.throughput +2.0%\n "
			  "improvement\n");
	assert_null(strstr(str_text(&mail.text), "What counts"));
}

/* Of a latency the value goes up when it becomes slower. */
static void where_lower_is_better_a_loss_is_a_rise(void **state)
{
	CLEANUP(mail_clear) struct mail mail;

	(void)state;
	mail_init(&mail);
	mail.fixture.record.better = LOWER_IS_BETTER;
	report_mail_append(&mail.fixture.input, &mail.text);
	assert_has(&mail, "perfsect noticed a +3.2% regression of tbench.throughput on:");
	assert_has(&mail, "  effect on speed:      -3.12 % (");
}

static void what_was_refuted_or_is_no_single_commit_is_not_mailed(void **state)
{
	CLEANUP(mail_clear) struct mail mail;

	(void)state;
	mail_init(&mail);
	mail.fixture.finding->changes[0].comparison.verdict = FINDING_REFUTED;
	report_mail_append(&mail.fixture.input, &mail.text);
	assert_true(str_starts_with(str_text(&mail.text), "No mail: "));
	mail.fixture.finding->changes[0].comparison.verdict = FINDING_CONFIRMED;
	mail.fixture.finding->changes[0].is_resolved = false;
	assert_null(report_mail_change(mail.fixture.finding));
	assert_null(report_mail_change(NULL));
}

static void the_tracker_has_a_paragraph_of_its_own(void **state)
{
	CLEANUP(mail_clear) struct mail mail;

	(void)state;
	mail_init(&mail);
	mail.details.regzbot = true;
	report_mail_append(&mail.fixture.input, &mail.text);
	assert_has(&mail, "\n\n#regzbot introduced: 5555555555555555555555555555555555555555\n\n");
}

static void ascii_is_ascii(void **state)
{
	CLEANUP(mail_clear) struct mail mail;

	(void)state;
	mail_init(&mail);
	mail.details.ascii = true;
	case_fixture_boot(&mail.fixture, 4, 200); /* a wide spread, which has a sign */
	report_mail_append(&mail.fixture.input, &mail.text);
	for (size_t i = 0; i < mail.text.length; i++)
		assert_true((unsigned char)mail.text.data[i] < 0x80);
	assert_has(&mail, " +- ");
	assert_has(&mail, "charset=us-ascii");
}

#define EVIL "x\nBcc: a@b\r\n\r\n--=-perfsect-555555555555-0\n\x1b[2J\xff\xe2\x80\xae"

static void hostile_texts_stay_where_they_are(void **state)
{
	CLEANUP(mail_clear) struct mail mail;
	CLEANUP(str_clear) struct str line = { 0 };
	struct finding_commit *commit;
	size_t n = 0;

	(void)state;
	mail_init(&mail);
	commit = &mail.fixture.finding->changes[0].commits[0];
	str_append(&line, EVIL);
	for (size_t i = 0; i < 1000000; i++)
		str_append_char(&line, 'a');
	mem_freep(&commit->subject);
	commit->subject = mem_strdup(str_text(&line));
	mem_freep(&mail.fixture.record.cell);
	mail.fixture.record.cell = mem_strdup(str_text(&line));
	mem_freep(&mail.fixture.record.workload);
	mail.fixture.record.workload = mem_strdup(EVIL);
	mem_freep(&mail.fixture.record.good_name);
	mail.fixture.record.good_name = mem_strdup(EVIL);
	mem_freep(&mail.details.from);
	mail.details.from = mem_strdup(EVIL "<a@b>");
	strlist_add(&mail.details.cc, EVIL "<c@d>");
	report_mail_append(&mail.fixture.input, &mail.text);
	assert_null(strstr(str_text(&mail.text), "\nBcc"));
	for (const char *at = str_text(&mail.text); *at; at += n + 1) {
		n = strcspn(at, "\n");
		assert_true(n <= 998);
	}
	for (size_t i = 0; i < mail.text.length; i++)
		assert_true(mail.text.data[i] == '\n' || mail.text.data[i] == '\t' ||
			    (unsigned char)mail.text.data[i] >= ' ');
	assert_null(strstr(str_text(&mail.text), "\xe2\x80\xae"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_mail_is_as_it_was_looked_at),
		cmocka_unit_test(values_have_the_columns_of_the_robot),
		cmocka_unit_test(an_improvement_is_called_one),
		cmocka_unit_test(where_lower_is_better_a_loss_is_a_rise),
		cmocka_unit_test(what_was_refuted_or_is_no_single_commit_is_not_mailed),
		cmocka_unit_test(the_tracker_has_a_paragraph_of_its_own),
		cmocka_unit_test(ascii_is_ascii),
		cmocka_unit_test(hostile_texts_stay_where_they_are),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
