/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A line into words, as a shell groups them, without anything else that a shell does. */
#include "base/str.h"

#include <string.h>

struct splitter {
	const char *at;
	char quote; /* the mark of the group that is open, or 0 */
	bool in_word;
	struct str word;
	struct strlist words;
};

static void splitter_clear(struct splitter *splitter)
{
	str_clear(&splitter->word);
	strlist_clear(&splitter->words);
}

static bool is_blank(char byte)
{
	return byte != '\0' && strchr(" \t\r\n", byte);
}

static void end_word(struct splitter *splitter)
{
	if (splitter->in_word)
		strlist_add(&splitter->words, str_text(&splitter->word));
	str_clear(&splitter->word);
	splitter->in_word = false;
}

/* Takes one byte, or two when the first is a backslash that quotes (the caller saw to a second). */
static void feed(struct splitter *splitter)
{
	char byte = *splitter->at++;

	if (byte == '\\' && splitter->quote != '\'') {
		str_append_char(&splitter->word, *splitter->at++);
		splitter->in_word = true;
	} else if (splitter->quote && byte == splitter->quote) {
		splitter->quote = '\0';
	} else if (!splitter->quote && (byte == '\'' || byte == '"')) {
		splitter->quote = byte;
		splitter->in_word = true;
	} else if (!splitter->quote && is_blank(byte)) {
		end_word(splitter);
	} else {
		str_append_char(&splitter->word, byte);
		splitter->in_word = true;
	}
}

int strlist_split_words(struct strlist *list, const char *line, struct error *err)
{
	CLEANUP(splitter_clear) struct splitter splitter = { .at = line };

	while (*splitter.at != '\0') {
		if (strcmp(splitter.at, "\\") == 0 && splitter.quote != '\'')
			return error_set(err, ERROR_CONFIG, "nothing follows the last \\ of: %s",
					 line);
		feed(&splitter);
	}
	if (splitter.quote)
		return error_set(err, ERROR_CONFIG, "no closing %c in: %s", splitter.quote, line);
	end_word(&splitter);
	for (size_t i = 0; i < splitter.words.n; i++)
		strlist_add(list, splitter.words.items[i]);
	return 0;
}
