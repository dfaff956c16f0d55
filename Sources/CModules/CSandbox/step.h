#ifndef OCRSCAN_STEP_H
#define OCRSCAN_STEP_H

#include <stddef.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* One step of confining a process: names the step in the result, and returns if the action fails. */
#define STEP(name, action) \
  result->failed_step = name; \
  status = action; \
  if (status < 0) return status

#endif
