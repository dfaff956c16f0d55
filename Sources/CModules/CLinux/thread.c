#define _GNU_SOURCE
#include "ocrscan_thread.h"

#include <pthread.h>
#include <string.h>

void ocrscan_name_thread(const char *name) {
  char shortened[16] = {0}; /* longer names are refused with ERANGE */
  strncpy(shortened, name, sizeof shortened - 1);
  pthread_setname_np(pthread_self(), shortened);
}
