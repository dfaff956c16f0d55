#ifndef OCRSCAN_SECCOMP_FILTER_H
#define OCRSCAN_SECCOMP_FILTER_H

/* Filters of system calls (seccomp(2)), compiled by libseccomp. */
#include <seccomp.h>
#include <stdint.h>

/*
 * Begins a filter. `otherwise` is the action for calls without a rule; `foreign` is the action for calls through
 * another interface of the same kernel (32 bits, x32). Returns NULL if memory runs out.
 */
scmp_filter_ctx ocrscan_filter_begin(uint32_t otherwise, uint32_t foreign);

/*
 * Enforces a filter for all threads, permanently, and frees it. `status` is the result of adding its rules: if that
 * failed, the filter is only freed. Returns 0 or a negative errno value.
 */
int ocrscan_filter_enforce(scmp_filter_ctx filter, int status);

#endif
