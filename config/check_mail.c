/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config/check_mail.h"

#include <string.h>

#include "base/str.h"
#include "config/check_rule.h"

#define HOST_BYTES "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.-[]:"
#define FROM_MAX 200

/* "smtp://host:port" and nothing else: no login, no path, no query that curl would read. */
static bool is_server(const char *url)
{
	const char *host = NULL;

	if (str_starts_with(url, "smtp://"))
		host = url + strlen("smtp://");
	else if (str_starts_with(url, "smtps://"))
		host = url + strlen("smtps://");
	return host && host[0] != '\0' && host[0] != ':' &&
	       strspn(host, HOST_BYTES) == strlen(host);
}

/* "Name <mail@host>" or "mail@host", on one line. */
static bool is_mailbox(const char *text)
{
	const char *open = strchr(text, '<'), *start = open ? open + 1 : text;
	const char *end = open ? strchr(open, '>') : text + strlen(text);
	const char *at = strchr(start, '@');

	for (const char *byte = text; *byte != '\0'; byte++)
		if ((unsigned char)*byte < ' ' || *byte == 0x7f)
			return false;
	return strlen(text) <= FROM_MAX && end && at && at > start && at + 1 < end &&
	       (!open || end[1] == '\0') && strcspn(start, " \t,;<\"") >= (size_t)(end - start);
}

static int MUST_CHECK check_login(const struct settings *settings, struct error *err)
{
	const struct mail_settings *mail = &settings->mail;

	if (mail->user && !mail->password_file && !mail->password_command)
		return check_rule_refuse(settings, &mail->user, err,
					 "mail.user needs mail.password_file or "
					 "mail.password_command");
	if (mail->password_file && mail->password_command)
		return check_rule_refuse(settings, &mail->password_command, err,
					 "mail.password_file and mail.password_command are both "
					 "given; one is enough");
	if (mail->user && strcmp(mail->tls, "none") == 0)
		return check_rule_refuse(settings, &mail->tls, err,
					 "mail.tls \"none\" would send the password of mail.user "
					 "in the clear");
	return check_rule_file(settings, &mail->password_file, "mail.password_file",
			       mail->password_file, err);
}

int check_mail(const struct settings *settings, struct error *err)
{
	const struct mail_settings *mail = &settings->mail;

	if (mail->server && !is_server(mail->server))
		return check_rule_refuse(settings, &mail->server, err,
					 "mail.server is '%s'; write it like "
					 "\"smtp://mail.example.org:587\"",
					 mail->server);
	if (mail->from && !is_mailbox(mail->from))
		return check_rule_refuse(settings, &mail->from, err,
					 "mail.from is '%s'; write it like \"Name "
					 "<name@example.org>\"",
					 mail->from);
	for (size_t i = 0; i < mail->cc.n; i++)
		if (!is_mailbox(mail->cc.items[i]))
			return check_rule_refuse(settings, &mail->cc, err,
						 "mail.cc has '%s'; write it like "
						 "\"name@example.org\"",
						 mail->cc.items[i]);
	if (strpbrk(mail->archive, " \t\r\n<>") || !str_starts_with(mail->archive, "http"))
		return check_rule_refuse(settings, &mail->archive, err,
					 "mail.archive is '%s'; it must be an address of the web",
					 mail->archive);
	if (check_rule_file(settings, &mail->ca_file, "mail.ca_file", mail->ca_file, err) < 0)
		return -1;
	return check_login(settings, err);
}
