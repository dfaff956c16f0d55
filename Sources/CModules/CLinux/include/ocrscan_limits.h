/* Resource limits of the worker (setrlimit(2)). */
#ifndef OCRSCAN_LIMITS_H
#define OCRSCAN_LIMITS_H

#include <stdint.h>

/* Allows no core file, no file of any size, and at most this many bytes of address space and seconds of processor
   time. Returns 0 or a negative errno. */
int ocrscan_limit_worker(uint64_t address_space_bytes, uint64_t cpu_seconds);

#endif
