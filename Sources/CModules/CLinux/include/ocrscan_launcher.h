#ifndef OCRSCAN_LAUNCHER_H
#define OCRSCAN_LAUNCHER_H

#include <stdint.h>

/*
 * A process that starts programs for the user on behalf of a confined one. Anything the confined process started itself
 * would be confined too, and could neither use the network nor save a file.
 *
 * It is made before the confinement, holds only its end of a socket, and ends with the process that made it.
 */

/* Makes the process; the caller must have only one thread. Returns the socket for requests, or a negative errno
   value. */
int ocrscan_launcher_begin(void);

/*
 * Starts a program in a new session, without any of our input or output.
 *
 * `words` are its absolute path and its arguments, each with its NUL; `length` is their total in bytes. The program
 * gets the environment that the launcher was made with. Waits for the answer, which takes no longer than
 * posix_spawn(3).
 *
 * Returns 0, or a negative errno value: that of posix_spawn(3), or EPIPE if the launcher is gone.
 */
int ocrscan_launcher_start(int launcher, const void *words, uint64_t length);

#endif
