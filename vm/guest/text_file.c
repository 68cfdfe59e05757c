/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "vm/guest/text_file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

long text_file_bytes(const char *path, void *bytes, size_t size)
{
	const int fd = open(path, O_RDONLY | O_CLOEXEC);
	size_t n = 0;
	ssize_t part = 1;

	if (fd < 0)
		return -1;
	while (n < size && part != 0) {
		part = read(fd, (char *)bytes + n, size - n);
		if (part > 0)
			n += (size_t)part;
		if (part < 0 && errno != EINTR)
			break;
	}
	(void)close(fd); /* only read from; errno is the read's, since this close cannot fail */
	return part < 0 ? -1 : (long)n;
}

bool text_file_read(const char *path, char *text, size_t size)
{
	long n = text_file_bytes(path, text, size - 1);

	if (n < 0)
		return false;
	while (n > 0 && (text[n - 1] == '\n' || text[n - 1] == ' '))
		n--;
	text[n] = '\0';
	return true;
}

bool text_file_word(const char *cmdline, const char *key, char *value, size_t size)
{
	const size_t key_n = strlen(key);
	bool found = false;

	for (const char *word = cmdline; *word;) {
		const size_t n = strcspn(word, " \n");

		if (n > key_n && word[key_n] == '=' && memcmp(word, key, key_n) == 0 &&
		    n - key_n - 1 < size) {
			memcpy(value, word + key_n + 1, n - key_n - 1);
			value[n - key_n - 1] = '\0';
			found = true;
		}
		word += n;
		word += strspn(word, " \n");
	}
	return found;
}
