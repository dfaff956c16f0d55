/* Thread calls that the Glibc module does not show to Swift. */
#ifndef OCRSCAN_THREAD_H
#define OCRSCAN_THREAD_H

/* Names the calling thread, as top and gdb show it; at most 15 bytes count (pthread_setname_np(3)). */
void ocrscan_name_thread(const char *_Nonnull name);

#endif
