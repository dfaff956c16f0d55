/* Thread calls that the Glibc module does not export to Swift. */
#ifndef OCRSCAN_THREAD_H
#define OCRSCAN_THREAD_H

/* Sets the name of the calling thread that top and gdb show, cut to 15 bytes (pthread_setname_np(3)). */
void ocrscan_name_thread(const char *_Nonnull name);

#endif
