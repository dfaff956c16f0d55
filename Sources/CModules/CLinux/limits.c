#include "ocrscan_limits.h"

#include <errno.h>
#include <sys/resource.h>

#include "sanitizers.h"

static int limit(int resource, rlim_t value) {
  struct rlimit both = {.rlim_cur = value, .rlim_max = value};
  return setrlimit(resource, &both) < 0 ? -errno : 0;
}

int ocrscan_limit_worker(uint64_t address_space_bytes, uint64_t cpu_seconds) {
  int result = limit(RLIMIT_CORE, 0); /* a core file would hold the user's screenshot */
  if (result == 0) result = limit(RLIMIT_FSIZE, 0);
#if defined(OCRSCAN_ADDRESS_SANITIZER) || defined(OCRSCAN_THREAD_SANITIZER)
  (void)address_space_bytes; /* they reserve terabytes of address space for their bookkeeping */
#else
  if (result == 0) result = limit(RLIMIT_AS, address_space_bytes);
#endif
  if (result == 0) result = limit(RLIMIT_CPU, cpu_seconds);
  return result;
}
