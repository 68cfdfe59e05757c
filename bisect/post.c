/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/post.h"

#include <curl/curl.h>
#include <string.h>

#include "base/deadline.h"
#include "base/fs.h"
#include "base/mem.h"
#include "base/process.h"
#include "results/mime.h"

#define SECONDS 60L
#define PASSWORD_MAX 4096

struct post {
	CURL *curl;
	struct curl_slist *receivers;
	struct str wire; /* the message as it goes over the line */
	size_t at;
	struct cancel *cancel;
	char said[CURL_ERROR_SIZE];
};

static void post_clear(struct post *post)
{
	curl_easy_cleanup(post->curl);
	curl_slist_free_all(post->receivers);
	str_clear(&post->wire);
}

static size_t give(char *buffer, size_t size, size_t n, void *context)
{
	struct post *post = context;
	size_t room = size * n, left = post->wire.length - post->at;

	if (room > left)
		room = left;
	if (room > 0)
		memcpy(buffer, post->wire.data + post->at, room);
	post->at += room;
	return room;
}

/* What the server says behind the greeting is of no use, and must not reach our output. */
static size_t swallow(char *buffer, size_t size, size_t n, void *context)
{
	(void)buffer;
	(void)context;
	return size * n;
}

static int is_cancelled(void *context, curl_off_t down_total, curl_off_t down, curl_off_t up_total,
			curl_off_t up)
{
	struct post *post = context;

	(void)down_total;
	(void)down;
	(void)up_total;
	(void)up;
	return cancel_is_requested(post->cancel);
}

/* The first line of a file or of what a command prints; the caller wipes and frees it. */
static int read_password(const struct mail_settings *settings, struct cancel *cancel, char **ret,
			 struct error *err)
{
	CLEANUP(strlist_clear) struct strlist argv = { 0 };
	struct process_opts opts = {
		.capture_bytes = PASSWORD_MAX,
		.separate_stderr = true,
		.deadline = deadline_in((double)SECONDS),
		.cancel = cancel,
	};
	int result;

	if (settings->password_file) {
		result = fs_read_file(settings->password_file, PASSWORD_MAX, ret, NULL, err);
	} else {
		if (strlist_split_words(&argv, settings->password_command, err) < 0)
			return error_wrap(err, "mail.password_command");
		opts.argv = (const char *const *)argv.items;
		result = process_read(&opts, ret, err);
	}
	if (result < 0)
		return error_wrap(err, "cannot read the password of the mail server");
	(*ret)[strcspn(*ret, "\r\n")] = '\0';
	return 0;
}

static int set_login(struct post *post, const struct mail_settings *settings, struct error *err)
{
	char *password = NULL;

	if (!settings->user)
		return 0;
	if (read_password(settings, post->cancel, &password, err) < 0)
		return -1;
	curl_easy_setopt(post->curl, CURLOPT_USERNAME, settings->user);
	curl_easy_setopt(post->curl, CURLOPT_PASSWORD, password); /* copied */
	explicit_bzero(password, strlen(password));
	mem_freep(&password);
	return 0;
}

static void set_connection(struct post *post, const struct mail_settings *settings)
{
	CURL *curl = post->curl;
	const bool is_plain = strcmp(settings->tls, "none") == 0;

	curl_easy_setopt(curl, CURLOPT_URL, settings->server);
	curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "smtp,smtps");
	curl_easy_setopt(curl, CURLOPT_PROXY, ""); /* whatever the environment says */
	curl_easy_setopt(curl, CURLOPT_USE_SSL,
			 (long)(is_plain ? CURLUSESSL_NONE : CURLUSESSL_ALL));
	curl_easy_setopt(curl, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
	if (settings->ca_file)
		curl_easy_setopt(curl, CURLOPT_CAINFO, settings->ca_file);
	curl_easy_setopt(curl, CURLOPT_TIMEOUT, SECONDS);
	curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
	curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, post->said);
	curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, swallow);
	curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
	curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, is_cancelled);
	curl_easy_setopt(curl, CURLOPT_XFERINFODATA, post);
}

static void set_message(struct post *post, const char *from, const struct strlist *to)
{
	CLEANUP(mem_freep) char *sender = mem_printf("<%s>", from);

	for (size_t i = 0; i < to->n; i++) {
		CLEANUP(mem_freep) char *receiver = mem_printf("<%s>", to->items[i]);

		post->receivers = curl_slist_append(post->receivers, receiver);
	}
	curl_easy_setopt(post->curl, CURLOPT_MAIL_FROM, sender); /* copied */
	curl_easy_setopt(post->curl, CURLOPT_MAIL_RCPT, post->receivers);
	curl_easy_setopt(post->curl, CURLOPT_READFUNCTION, give);
	curl_easy_setopt(post->curl, CURLOPT_READDATA, post);
	curl_easy_setopt(post->curl, CURLOPT_UPLOAD, 1L);
}

static int perform(struct post *post, const char *server, struct error *err)
{
	const CURLcode code = curl_easy_perform(post->curl);
	CLEANUP(str_clear) struct str said = { 0 };

	if (code == CURLE_OK)
		return 0;
	if (cancel_is_requested(post->cancel))
		return error_set(err, ERROR_CANCELLED, "stopped");
	str_append_printable(&said, post->said, strlen(post->said), false);
	return error_set(err, code == CURLE_OPERATION_TIMEDOUT ? ERROR_TIMEOUT : ERROR_HOST,
			 "cannot send through '%s': %s", server,
			 said.length ? str_text(&said) : curl_easy_strerror(code));
}

int post_send(const struct mail_settings *settings, const char *from, const struct strlist *to,
	      const char *message, struct cancel *cancel, struct error *err)
{
	CLEANUP(post_clear) struct post post = { .cancel = cancel };

	if (!settings->server)
		return error_set(err, ERROR_CONFIG,
				 "there is no mail.server in perfsect.conf to send through");
	if (to->n == 0)
		return error_set(err, ERROR_CONFIG, "there is nobody to send it to");
	post.curl = curl_easy_init();
	if (!post.curl)
		return error_set(err, ERROR_HOST, "cannot begin to send");
	mime_append_wire(&post.wire, message);
	set_connection(&post, settings);
	set_message(&post, from, to);
	if (set_login(&post, settings, err) < 0)
		return -1;
	return perform(&post, settings->server, err);
}
