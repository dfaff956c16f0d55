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
 * gets the environment that the launcher was made with. Waits for the answer for three seconds: posix_spawn(3) does not
 * return while the program's disk hangs. It may start after that. One thread at a time may call this.
 *
 * Returns 0, or a negative errno value: that of posix_spawn(3), EPIPE if the launcher is gone, or ETIMEDOUT, also while
 * an earlier answer is still to come.
 */
int ocrscan_launcher_start(int launcher, const void *words, uint64_t length);

#endif
