#ifndef OCRSCAN_LAUNCHER_H
#define OCRSCAN_LAUNCHER_H

#include <stdint.h>

/*
 * A process that starts programs for the user on behalf of one that has confined itself: what the confined one started
 * by itself would be confined as well, and could neither use the network nor save a file.
 *
 * It is made before the confinement, holds nothing but its end of a socket, and ends with the one that made it.
 */

/* Makes the process. For a process with one thread. Returns the socket to ask it by, or a negative errno value. */
int ocrscan_launcher_begin(void);

/*
 * Starts a program in a session of its own, without any input or output of ours.
 *
 * `words` are its absolute path and its arguments, each with its NUL; `length` bytes in all. It gets the environment that
 * the launcher was made with. Waits for the answer, which takes no longer than posix_spawn(3).
 *
 * Returns 0, or a negative errno value: that of posix_spawn(3), or EPIPE if the launcher is gone.
 */
int ocrscan_launcher_start(int launcher, const void *words, uint64_t length);

#endif
