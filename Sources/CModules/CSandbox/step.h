#ifndef OCRSCAN_STEP_H
#define OCRSCAN_STEP_H

#include <stddef.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* One step of confining a process: a failure of the action is returned, and the step is named in the result. */
#define STEP(name, action) \
  result->failed_step = name; \
  status = action; \
  if (status < 0) return status

#endif
