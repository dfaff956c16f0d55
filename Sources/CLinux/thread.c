#define _GNU_SOURCE
#include "ocrscan_thread.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/eventfd.h>

int ocrscan_eventfd(void) {
  int descriptor = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  return descriptor < 0 ? -errno : descriptor;
}

void ocrscan_name_thread(const char *name) {
  char shortened[16] = {0}; /* longer names are refused with ERANGE */
  strncpy(shortened, name, sizeof shortened - 1);
  pthread_setname_np(pthread_self(), shortened);
}
