/* Thread calls that the Glibc module does not export to Swift. */
#ifndef OCRSCAN_THREAD_H
#define OCRSCAN_THREAD_H

#include <pthread.h>
#include <stdint.h>

/* Names the calling thread, as top and gdb show it; at most 15 bytes count (pthread_setname_np(3)). */
void ocrscan_name_thread(const char *_Nonnull name);

/* Waits for the end of a thread, for some nanoseconds; 0, or a negative errno value: -ETIMEDOUT. */
int ocrscan_join(pthread_t thread, int64_t limit_ns);

#endif
