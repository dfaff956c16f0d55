#define _GNU_SOURCE
#include "ocrscan_thread.h"

#include <pthread.h>
#include <string.h>
#include <time.h>

void ocrscan_name_thread(const char *name) {
  char shortened[16] = {0}; /* longer names are refused with ERANGE */
  strncpy(shortened, name, sizeof shortened - 1);
  pthread_setname_np(pthread_self(), shortened);
}

int ocrscan_join(pthread_t thread, int64_t limit_ns) {
  struct timespec end;
  clock_gettime(CLOCK_MONOTONIC, &end);
  int64_t nanoseconds = end.tv_nsec + limit_ns % 1000000000;
  end.tv_sec += limit_ns / 1000000000 + nanoseconds / 1000000000;
  end.tv_nsec = nanoseconds % 1000000000;
  return -pthread_clockjoin_np(thread, NULL, CLOCK_MONOTONIC, &end);
}
