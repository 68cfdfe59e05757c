/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "vm/host.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/mem.h"
#include "base/str.h"

#define CPU_DIR "/sys/devices/system/cpu"
#define FILE_BYTES_MAX (1024 * 1024)
/* Percent of all time since the host started that its own host took away. */
#define STEAL_PERCENT_MAX 0.1
/* Runnable tasks for each CPU. */
#define LOAD_MAX 0.25

static char *read_text(const char *path)
{
	struct error ignored = { 0 };
	char *text = NULL;
	size_t n;

	return fs_read_file(path, FILE_BYTES_MAX, &text, &n, &ignored) < 0 ? NULL : text;
}

static char *read_governors(void)
{
	struct str all = { 0 };
	glob_t found = { 0 };

	if (glob(CPU_DIR "/cpu[0-9]*/cpufreq/scaling_governor", 0, NULL, &found) == 0) {
		for (size_t i = 0; i < found.gl_pathc; i++) {
			CLEANUP(mem_freep) char *text = read_text(found.gl_pathv[i]);

			str_append(&all, text ? text : "");
		}
		globfree(&found);
	}
	return all.length ? str_steal(&all) : NULL;
}

void host_read(struct host_texts *ret)
{
	const int kvm = open("/dev/kvm", O_RDWR | O_CLOEXEC);
	const long cpus = sysconf(_SC_NPROCESSORS_ONLN);

	*ret = (struct host_texts){
		.kvm_errno = kvm < 0 ? errno : 0,
		.cpus = cpus > 0 ? (unsigned)cpus : 1,
		.governors = read_governors(),
		.no_turbo = read_text(CPU_DIR "/intel_pstate/no_turbo"),
		.boost = read_text(CPU_DIR "/cpufreq/boost"),
		.smt = read_text(CPU_DIR "/smt/control"),
		.stat = read_text("/proc/stat"),
		.loadavg = read_text("/proc/loadavg"),
		.clocksource = read_text(
			"/sys/devices/system/clocksource/clocksource0/current_clocksource"),
	};
	if (kvm >= 0)
		(void)close(kvm); /* was only opened */
}

void host_texts_clear(struct host_texts *texts)
{
	free(texts->governors);
	free(texts->no_turbo);
	free(texts->boost);
	free(texts->smt);
	free(texts->stat);
	free(texts->loadavg);
	free(texts->clocksource);
	memset(texts, 0, sizeof(*texts));
}

void host_findings_clear(struct host_findings *findings)
{
	for (size_t i = 0; i < findings->n; i++)
		free(findings->items[i].detail);
	free(findings->items);
	memset(findings, 0, sizeof(*findings));
}

/* Takes over `detail`. */
static void add(struct host_findings *ret, enum host_level level, const char *what, char *detail,
		const char *mend)
{
	mem_grow(&ret->items, &ret->capacity, ret->n, sizeof(*ret->items));
	ret->items[ret->n++] = (struct host_finding){
		.level = level, .what = what, .detail = detail, .mend = level ? mend : NULL
	};
}

/* A file's only line, without its end. */
static char *first_line(const char *text)
{
	struct str line = { 0 };

	str_append_printable(&line, text, strcspn(text, "\n"), false);
	return str_steal(&line);
}

static bool says(const char *text, const char *word)
{
	const size_t n = strlen(word);

	return strncmp(text, word, n) == 0 && (text[n] == '\0' || text[n] == '\n');
}

static void judge_kvm(const struct host_texts *texts, const struct machine_settings *settings,
		      struct host_findings *ret)
{
	static const char mend[] = "load the kvm module, enable virtualization in the firmware, or "
				   "use timing = \"icount\"";

	if (texts->kvm_errno == 0)
		add(ret, HOST_OK, "kvm", mem_strdup("/dev/kvm works"), NULL);
	else if (strcmp(settings->accel, "kvm") == 0)
		add(ret, HOST_FAIL, "kvm",
		    mem_printf("accel is \"kvm\", and /dev/kvm: %s", strerror(texts->kvm_errno)),
		    mend);
	else
		add(ret, HOST_WARN, "kvm",
		    mem_printf("/dev/kvm: %s; guests are emulated, and their wall time is noise",
			       strerror(texts->kvm_errno)),
		    mend);
}

static void judge_governors(const char *governors, struct host_findings *ret)
{
	size_t slow = 0, n = 0;

	for (const char *at = governors; *at; n++) {
		slow += !says(at, "performance");
		at += strcspn(at, "\n");
		at += *at == '\n';
	}
	add(ret, slow ? HOST_WARN : HOST_OK, "governor",
	    slow ? mem_printf("%zu of %zu CPUs change their frequency as they like", slow, n)
		 : mem_printf("performance on all %zu CPUs", n),
	    "cpupower frequency-set -g performance");
}

static void judge_turbo(const struct host_texts *texts, struct host_findings *ret)
{
	const bool is_off = texts->no_turbo ? says(texts->no_turbo, "1") : says(texts->boost, "0");

	add(ret, is_off ? HOST_OK : HOST_WARN, "turbo", mem_strdup(is_off ? "off" : "on"),
	    texts->no_turbo ? "echo 1 > " CPU_DIR "/intel_pstate/no_turbo"
			    : "echo 0 > " CPU_DIR "/cpufreq/boost");
}

static void judge_smt(const char *smt, struct host_findings *ret)
{
	add(ret, says(smt, "on") ? HOST_WARN : HOST_OK, "smt", first_line(smt),
	    "echo off > " CPU_DIR "/smt/control, or pin vCPUs to one thread of each core");
}

/* The sum and the eighth number of "cpu  user nice system idle iowait irq softirq steal …". */
static bool parse_steal(const char *stat, double *ret_percent)
{
	double total = 0, steal = 0;
	const char *at = stat;

	if (!str_starts_with(at, "cpu "))
		return false;
	at += strlen("cpu ");
	for (int i = 0; i < 8; i++) {
		char *end;
		const uint64_t ticks = strtoull(at, &end, 10);

		if (end == at)
			return false;
		total += (double)ticks;
		steal = (double)ticks;
		at = end;
	}
	*ret_percent = total > 0 ? 100 * steal / total : 0;
	return true;
}

static void judge_steal(const char *stat, struct host_findings *ret)
{
	double percent;

	if (!parse_steal(stat, &percent))
		return;
	add(ret, percent > STEAL_PERCENT_MAX ? HOST_WARN : HOST_OK, "steal",
	    mem_printf("%.2f %% of the time since boot was taken by another host", percent),
	    "measure on hardware, or on CPUs that nobody shares");
}

static void judge_load(const struct host_texts *texts, struct host_findings *ret)
{
	CLEANUP(mem_freep) char *number = mem_dup(texts->loadavg, strcspn(texts->loadavg, " "));
	struct error ignored = { 0 };
	double load;

	if (str_parse_double(number, 0, 1e6, &load, &ignored) < 0)
		return;
	add(ret, load > LOAD_MAX * texts->cpus ? HOST_WARN : HOST_OK, "load",
	    mem_printf("%.2f on %u CPUs", load, texts->cpus), "let the host become idle first");
}

static void judge_clock(const char *clocksource, struct host_findings *ret)
{
	const bool is_good = says(clocksource, "tsc") || says(clocksource, "kvm-clock") ||
			     says(clocksource, "arch_sys_counter");

	add(ret, is_good ? HOST_OK : HOST_WARN, "clocksource", first_line(clocksource),
	    "find out in dmesg why the kernel gave up the TSC");
}

/* Noise that instructions, being counted, do not hear. */
static void excuse(struct host_findings *findings)
{
	for (size_t i = 0; i < findings->n; i++) {
		struct host_finding *finding = &findings->items[i];

		if (finding->level != HOST_WARN)
			continue;
		finding->level = HOST_OK;
		finding->mend = NULL;
	}
}

void host_judge(const struct host_texts *texts, const struct machine_settings *settings,
		struct host_findings *ret)
{
	judge_kvm(texts, settings, ret);
	if (texts->governors)
		judge_governors(texts->governors, ret);
	if (texts->no_turbo || texts->boost)
		judge_turbo(texts, ret);
	if (texts->smt)
		judge_smt(texts->smt, ret);
	if (texts->stat)
		judge_steal(texts->stat, ret);
	if (texts->loadavg)
		judge_load(texts, ret);
	if (texts->clocksource)
		judge_clock(texts->clocksource, ret);
	if (settings->timing == TIMING_ICOUNT)
		excuse(ret);
}
