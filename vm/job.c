/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "vm/job.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEADING "perfsect-jobs 1"

/* An encoded list being written; `full` once something did not fit. */
struct writer {
	char *text;
	size_t n;
	bool full;
};

static void put(struct writer *writer, const char *bytes, size_t n)
{
	if (n > JOB_TEXT_MAX - writer->n) {
		writer->full = true;
		return;
	}
	memcpy(writer->text + writer->n, bytes, n);
	writer->n += n;
}

static void put_text(struct writer *writer, const char *text)
{
	put(writer, text, strlen(text));
}

static bool is_plain(char byte)
{
	return byte > ' ' && byte < 0x7f && byte != '%';
}

static void put_value(struct writer *writer, const char *keyword, const char *value)
{
	put_text(writer, keyword);
	put_text(writer, " ");
	for (; *value; value++) {
		char quoted[4];

		if (is_plain(*value)) {
			put(writer, value, 1);
			continue;
		}
		(void)snprintf(quoted, sizeof(quoted), "%%%02X", (unsigned)(unsigned char)*value);
		put(writer, quoted, 3);
	}
	put_text(writer, "\n");
}

static void put_number(struct writer *writer, const char *keyword, unsigned value)
{
	char line[32];

	(void)snprintf(line, sizeof(line), "%s %u\n", keyword, value);
	put_text(writer, line);
}

static bool env_is_valid(const char *entry)
{
	const char *equals = strchr(entry, '=');

	return equals && equals != entry;
}

static bool numbers_are_valid(const struct job *job)
{
	return job->timeout_s >= 1 && job->timeout_s <= JOB_TIMEOUT_MAX_S &&
	       job->warmups <= JOB_RUNS_MAX && job->repetitions >= 1 &&
	       job->repetitions <= JOB_RUNS_MAX;
}

/* A server is waited for at its port. */
static bool server_is_valid(const struct job *job)
{
	if (!job->server[0])
		return job->port == 0;
	return job->server[0][0] && job->port >= 1 && job->port <= JOB_PORT_MAX;
}

static bool job_is_valid(const struct job *job)
{
	if (!job->argv[0] || !job->argv[0][0] || !numbers_are_valid(job) || !server_is_valid(job))
		return false;
	for (size_t i = 0; job->env[i]; i++)
		if (!env_is_valid(job->env[i]))
			return false;
	return true;
}

static void put_job(struct writer *writer, const struct job *job)
{
	put_text(writer, "job\n");
	put_number(writer, "timeout", job->timeout_s);
	put_number(writer, "warmups", job->warmups);
	put_number(writer, "repetitions", job->repetitions);
	for (size_t i = 0; job->argv[i]; i++)
		put_value(writer, "arg", job->argv[i]);
	for (size_t i = 0; job->env[i]; i++)
		put_value(writer, "env", job->env[i]);
	for (size_t i = 0; job->server[i]; i++)
		put_value(writer, "server", job->server[i]);
	if (job->port)
		put_number(writer, "port", job->port);
	for (size_t i = 0; job->prepare[i]; i++)
		put_value(writer, "prepare", job->prepare[i]);
}

char *job_encode(const struct job_list *list)
{
	struct writer writer = { 0 };

	if (list->n == 0 || list->n > JOBS_MAX || list->hold_s > JOB_HOLD_MAX_S)
		return NULL;
	for (size_t i = 0; i < list->n; i++)
		if (!job_is_valid(&list->jobs[i]))
			return NULL;
	writer.text = malloc(JOB_TEXT_MAX + 1);
	if (!writer.text)
		return NULL;
	put_text(&writer, HEADING "\n");
	if (list->hold_s)
		put_number(&writer, "hold", list->hold_s);
	for (size_t i = 0; i < list->n; i++)
		put_job(&writer, &list->jobs[i]);
	put_text(&writer, "end\n");
	if (writer.full) {
		free(writer.text);
		return NULL;
	}
	writer.text[writer.n] = '\0';
	return writer.text;
}

/* A list being decoded, one line after the other. */
struct decoder {
	struct job *jobs;
	size_t n;
	size_t args, envs, servers, prepares; /* of the last job */
	unsigned hold_s;
	bool has_timeout, has_warmups, has_repetitions, has_port;
	bool has_heading, has_hold, has_ended;
	bool out_of_memory;
};

static int hex_digit(char byte)
{
	if (byte >= '0' && byte <= '9')
		return byte - '0';
	if (byte >= 'A' && byte <= 'F')
		return byte - 'A' + 10;
	return -1;
}

/* A new string from its percent-encoded form; NULL when that is malformed or holds a NUL. */
static char *decode_value(struct decoder *decoder, const char *bytes, size_t n)
{
	char *value = malloc(n + 1);
	size_t length = 0;

	if (!value) {
		decoder->out_of_memory = true;
		return NULL;
	}
	for (size_t i = 0; i < n; i++) {
		int byte = (unsigned char)bytes[i];

		if (byte == '%' && n - i >= 3) {
			int high = hex_digit(bytes[i + 1]), low = hex_digit(bytes[i + 2]);

			byte = high < 0 || low < 0 ? 0 : high * 16 + low;
			i += 2;
		} else if (!is_plain(bytes[i])) {
			byte = 0;
		}
		if (byte == 0) {
			free(value);
			return NULL;
		}
		value[length++] = (char)byte;
	}
	value[length] = '\0';
	return value;
}

/* One more word of a command of which so many are there. */
static int add_word(struct decoder *decoder, char **words, size_t *n_words, const char *bytes,
		    size_t n)
{
	char *value;

	if (*n_words == JOB_ARGS_MAX || (*n_words == 0 && n == 0))
		return -1;
	value = decode_value(decoder, bytes, n);
	if (!value)
		return -1;
	words[(*n_words)++] = value;
	return 0;
}

static int add_env(struct decoder *decoder, const char *bytes, size_t n)
{
	struct job *job = &decoder->jobs[decoder->n - 1];
	char *value;

	if (decoder->envs == JOB_ENV_MAX)
		return -1;
	value = decode_value(decoder, bytes, n);
	if (!value)
		return -1;
	if (!env_is_valid(value)) {
		free(value);
		return -1;
	}
	job->env[decoder->envs++] = value;
	return 0;
}

static int set_number(bool *seen, const char *digits, size_t n, unsigned max, unsigned *ret)
{
	unsigned value = 0;

	if (*seen || n == 0 || n > 6)
		return -1;
	for (size_t i = 0; i < n; i++) {
		if (digits[i] < '0' || digits[i] > '9')
			return -1;
		value = value * 10 + (unsigned)(digits[i] - '0');
	}
	if (value > max)
		return -1;
	*seen = true;
	*ret = value;
	return 0;
}

/* Is the job that was read last complete? True when there is none yet. */
static bool last_is_complete(const struct decoder *decoder)
{
	if (decoder->n == 0)
		return true;
	return decoder->has_timeout && decoder->has_warmups && decoder->has_repetitions &&
	       decoder->args > 0 && numbers_are_valid(&decoder->jobs[decoder->n - 1]) &&
	       server_is_valid(&decoder->jobs[decoder->n - 1]);
}

static int start_job(struct decoder *decoder)
{
	if (decoder->n == JOBS_MAX || !last_is_complete(decoder))
		return -1;
	decoder->n++;
	decoder->args = 0;
	decoder->envs = 0;
	decoder->servers = 0;
	decoder->prepares = 0;
	decoder->has_port = false;
	decoder->has_timeout = false;
	decoder->has_warmups = false;
	decoder->has_repetitions = false;
	return 0;
}

static int end_list(struct decoder *decoder)
{
	if (decoder->n == 0 || !last_is_complete(decoder))
		return -1;
	decoder->has_ended = true;
	return 0;
}

static bool is_word(const char *line, size_t n, const char *word)
{
	return n == strlen(word) && memcmp(line, word, n) == 0;
}

/* A directive with a value: `keyword_n` bytes, a blank, and the value. */
static int take_value(struct decoder *decoder, const char *line, size_t keyword_n, size_t n)
{
	const char *value = line + keyword_n + 1;
	size_t value_n = n - keyword_n - 1;
	struct job *job;

	if (decoder->n == 0 && is_word(line, keyword_n, "hold"))
		return set_number(&decoder->has_hold, value, value_n, JOB_HOLD_MAX_S,
				  &decoder->hold_s);
	if (decoder->n == 0)
		return -1;
	job = &decoder->jobs[decoder->n - 1];
	if (is_word(line, keyword_n, "arg"))
		return add_word(decoder, job->argv, &decoder->args, value, value_n);
	if (is_word(line, keyword_n, "server"))
		return add_word(decoder, job->server, &decoder->servers, value, value_n);
	if (is_word(line, keyword_n, "prepare"))
		return add_word(decoder, job->prepare, &decoder->prepares, value, value_n);
	if (is_word(line, keyword_n, "port"))
		return set_number(&decoder->has_port, value, value_n, JOB_PORT_MAX, &job->port);
	if (is_word(line, keyword_n, "env"))
		return add_env(decoder, value, value_n);
	if (is_word(line, keyword_n, "timeout"))
		return set_number(&decoder->has_timeout, value, value_n, JOB_TIMEOUT_MAX_S,
				  &job->timeout_s);
	if (is_word(line, keyword_n, "warmups"))
		return set_number(&decoder->has_warmups, value, value_n, JOB_RUNS_MAX,
				  &job->warmups);
	if (is_word(line, keyword_n, "repetitions"))
		return set_number(&decoder->has_repetitions, value, value_n, JOB_RUNS_MAX,
				  &job->repetitions);
	return -1;
}

static int take_line(struct decoder *decoder, const char *line, size_t n)
{
	const char *blank;

	if (decoder->has_ended)
		return -1;
	if (!decoder->has_heading) {
		decoder->has_heading = is_word(line, n, HEADING);
		return decoder->has_heading ? 0 : -1;
	}
	if (is_word(line, n, "job"))
		return start_job(decoder);
	if (is_word(line, n, "end"))
		return end_list(decoder);
	blank = n ? memchr(line, ' ', n) : NULL;
	return blank ? take_value(decoder, line, (size_t)(blank - line), n) : -1;
}

/* Returns 0, or -1 with *ret_line the line at fault. */
static int take_lines(struct decoder *decoder, const char *text, size_t n, unsigned *ret_line)
{
	unsigned number = 0;

	for (size_t at = 0; at < n;) {
		const char *line = text + at;
		const char *newline = memchr(line, '\n', n - at);
		size_t line_n;

		number++;
		*ret_line = number;
		if (!newline)
			return -1;
		line_n = (size_t)(newline - line);
		if (take_line(decoder, line, line_n) < 0)
			return -1;
		at += line_n + 1;
	}
	*ret_line = number + 1;
	return decoder->has_ended ? 0 : -1;
}

static void free_jobs(struct job *jobs, size_t n)
{
	if (!jobs)
		return;
	for (size_t i = 0; i < n; i++) {
		for (size_t k = 0; k < JOB_ARGS_MAX; k++) {
			free(jobs[i].argv[k]);
			free(jobs[i].server[k]);
			free(jobs[i].prepare[k]);
		}
		for (size_t k = 0; k < JOB_ENV_MAX; k++)
			free(jobs[i].env[k]);
	}
	free(jobs);
}

int job_decode(const char *text, size_t n, struct job_list *ret, unsigned *ret_line)
{
	struct decoder decoder = { 0 };
	unsigned line = 1;

	if (n > JOB_TEXT_MAX) {
		*ret_line = line;
		return -1;
	}
	decoder.jobs = calloc(JOBS_MAX, sizeof(*decoder.jobs));
	if (!decoder.jobs) {
		*ret_line = 0;
		return -1;
	}
	if (take_lines(&decoder, text, n, &line) < 0) {
		free_jobs(decoder.jobs, decoder.n);
		*ret_line = decoder.out_of_memory ? 0 : line;
		return -1;
	}
	*ret = (struct job_list){ decoder.jobs, decoder.n, decoder.hold_s };
	return 0;
}

void job_list_clear(struct job_list *list)
{
	free_jobs(list->jobs, list->n);
	*list = (struct job_list){ 0 };
}
