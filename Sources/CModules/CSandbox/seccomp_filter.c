#include "seccomp_filter.h"

#include <errno.h>
#include <stddef.h>

scmp_filter_ctx ocrscan_filter_begin(uint32_t otherwise, uint32_t foreign) {
  scmp_filter_ctx filter = seccomp_init(otherwise);
  if (filter == NULL) return NULL;
  if (seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, foreign) == 0) return filter;
  seccomp_release(filter);
  return NULL;
}

int ocrscan_filter_enforce(scmp_filter_ctx filter, int status) {
  /* The caller gives up new privileges in a separate step. */
  if (status == 0) status = seccomp_attr_set(filter, SCMP_FLTATR_CTL_NNP, 0);
  if (status == 0) status = seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1);
  /* Failures keep the kernel's errno value instead of ECANCELED. */
  if (status == 0) status = seccomp_attr_set(filter, SCMP_FLTATR_API_SYSRAWRC, 1);
  if (status == 0) status = seccomp_load(filter);
  seccomp_release(filter);
  return status;
}
