/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/kconfig_speed.h"

#include <string.h>

#include "base/defs.h"
#include "base/str.h"

#define PREFIX "CONFIG_"

// clang-format off
/* Without CONFIG_; a "*" at the end stands for any rest. */
static const char *const speed[] = {
	/* timer and preemption */
	"HZ", "HZ_*", "NO_HZ*", "HIGH_RES_TIMERS", "PREEMPT*", "VIRT_CPU_ACCOUNTING*", "TICK_CPU_ACCOUNTING",
	"IRQ_TIME_ACCOUNTING", "RCU_NOCB_CPU", "CONTEXT_TRACKING*", "SCHED_*", "CFS_BANDWIDTH",
	"FAIR_GROUP_SCHED", "NUMA_BALANCING*", "PSI*", "SCHEDSTATS",
	/* mitigations */
	"MITIGATION_*", "SPECULATION_MITIGATIONS", "CPU_MITIGATIONS", "RETPOLINE", "RETHUNK",
	"PAGE_TABLE_ISOLATION", "SLS", "CPU_UNRET_ENTRY", "CPU_IBPB_ENTRY", "CPU_IBRS_ENTRY", "CPU_SRSO",
	"CALL_DEPTH_TRACKING", "CALL_PADDING", "GDS_FORCE_MITIGATION", "X86_KERNEL_IBT", "X86_USER_SHADOW_STACK",
	"RANDOMIZE_KSTACK_OFFSET*",
	/* hardening that is paid for at run time */
	"STACKPROTECTOR*", "HARDENED_USERCOPY*", "FORTIFY_SOURCE", "INIT_ON_ALLOC_DEFAULT_ON",
	"INIT_ON_FREE_DEFAULT_ON", "INIT_STACK_*", "SLAB_FREELIST_*", "SHUFFLE_PAGE_ALLOCATOR", "BUG_ON_DATA_CORRUPTION",
	"LIST_HARDENED", "ZERO_CALL_USED_REGS", "REFCOUNT_FULL", "SECURITY_SELINUX", "SECURITY_APPARMOR",
	"SECURITY_SMACK", "AUDITSYSCALL", "BPF_LSM",
	/* debugging */
	"DEBUG_*", "KASAN*", "KCSAN*", "KMSAN*", "KFENCE*", "UBSAN*", "KCOV*", "GCOV_*", "KMEMLEAK", "PROVE_LOCKING",
	"LOCKDEP", "LOCK_STAT", "PROVE_RCU", "SLUB_DEBUG*", "SLUB_STATS", "PAGE_POISONING*", "PAGE_OWNER", "FAULT_INJECTION*",
	"FTRACE", "FUNCTION_TRACER", "DYNAMIC_FTRACE", "IRQSOFF_TRACER", "PREEMPT_TRACER", "LATENCYTOP", "TRACE_IRQFLAGS",
	"OBJTOOL_WERROR",
	/* code generation */
	"LTO*", "CFI*", "CC_OPTIMIZE_FOR_*", "AUTOFDO_CLANG", "PROPELLER_CLANG", "FUNCTION_ALIGNMENT*", "FUNCTION_PADDING*",
	"UNWINDER_*", "FRAME_POINTER", "JUMP_LABEL", "OPTIMIZE_INLINING", "MCORE2", "MZEN*", "GENERIC_CPU*", "MNATIVE*",
	"X86_NATIVE_CPU", "LD_DEAD_CODE_DATA_ELIMINATION", "RELOCATABLE", "RANDOMIZE_*",
	/* memory, processors, guests */
	"SMP", "NR_CPUS*", "NUMA", "MAXSMP", "TRANSPARENT_HUGEPAGE*", "HUGETLB*", "SLAB", "SLUB", "SLOB", "SLUB_TINY",
	"SLUB_CPU_PARTIAL", "COMPACTION", "MEMCG*", "CGROUP*", "LRU_GEN*", "PARAVIRT*", "HYPERVISOR_GUEST", "KVM_GUEST",
	"X86_5LEVEL", "HIGHMEM*", "SPARSEMEM_VMEMMAP", "ZSWAP*", "CPU_FREQ_DEFAULT_GOV_*", "X86_INTEL_PSTATE",
	"X86_AMD_PSTATE*", "CPU_IDLE*", "ENERGY_MODEL",
};

static const struct {
	const char *old, *now;
} renamed[] = {
	{ "RETPOLINE", "MITIGATION_RETPOLINE" }, { "RETHUNK", "MITIGATION_RETHUNK" },
	{ "PAGE_TABLE_ISOLATION", "MITIGATION_PAGE_TABLE_ISOLATION" }, { "SLS", "MITIGATION_SLS" },
	{ "CPU_UNRET_ENTRY", "MITIGATION_UNRET_ENTRY" }, { "CPU_IBPB_ENTRY", "MITIGATION_IBPB_ENTRY" },
	{ "CPU_IBRS_ENTRY", "MITIGATION_IBRS_ENTRY" }, { "CPU_SRSO", "MITIGATION_SRSO" },
	{ "CALL_DEPTH_TRACKING", "MITIGATION_CALL_DEPTH_TRACKING" },
	{ "GDS_FORCE_MITIGATION", "MITIGATION_GDS_FORCE" },
	{ "SPECULATION_MITIGATIONS", "CPU_MITIGATIONS" },
	{ "CC_STACKPROTECTOR", "STACKPROTECTOR" }, { "CC_STACKPROTECTOR_STRONG", "STACKPROTECTOR_STRONG" },
};
// clang-format on

static bool matches(const char *pattern, const char *name, size_t n)
{
	size_t pattern_n = strlen(pattern);

	if (str_ends_with(pattern, "*"))
		return n >= --pattern_n && memcmp(pattern, name, pattern_n) == 0;
	return n == pattern_n && memcmp(pattern, name, n) == 0;
}

/* The name behind CONFIG_; false for anything else. */
static bool strip(const char **name, size_t *n)
{
	if (*n <= strlen(PREFIX) || memcmp(*name, PREFIX, strlen(PREFIX)) != 0)
		return false;
	*name += strlen(PREFIX);
	*n -= strlen(PREFIX);
	return true;
}

bool kconfig_is_speed(const char *name, size_t n)
{
	if (!strip(&name, &n))
		return false;
	for (size_t i = 0; i < ARRAY_LENGTH(speed); i++)
		if (matches(speed[i], name, n))
			return true;
	return false;
}

const char *kconfig_twin(const char *name, size_t n)
{
	if (!strip(&name, &n))
		return NULL;
	for (size_t i = 0; i < ARRAY_LENGTH(renamed); i++) {
		if (matches(renamed[i].old, name, n))
			return renamed[i].now;
		if (matches(renamed[i].now, name, n))
			return renamed[i].old;
	}
	return NULL;
}
