/* Process calls that Swift cannot make: variadic functions, raw system calls, and the work of posix_spawn.
   Every function returns 0 or a value on success and a negative errno on failure. */
#ifndef OCRSCAN_PROCESS_H
#define OCRSCAN_PROCESS_H

#include <stdint.h>
#include <sys/types.h>

/* A handle for a process, close-on-exec (pidfd_open(2)). */
int ocrscan_pidfd_open(int process);

/* Sends a signal through a pidfd (pidfd_send_signal(2)). */
int ocrscan_pidfd_send_signal(int pidfd, int signal);

/* Reaps the child behind a pidfd (waitid(2), P_PIDFD, WNOHANG).
   Returns 1 and fills code and status (as in siginfo_t) if it has ended, 0 if it still runs. */
int ocrscan_pidfd_reap(int pidfd, int *_Nonnull code, int *_Nonnull status);

/* A worker process that was started, and our ends of its connections; all close-on-exec. */
struct ocrscan_worker {
  pid_t pid;
  int pidfd;
  int socket;       /* non-blocking stream socket; the worker's descriptors 0 and 1 */
  int diagnostics;  /* non-blocking read end of the pipe that is the worker's descriptor 2 */
};

/* Starts a program with exactly descriptors 0, 1 and 2, no blocked or ignored signals and the given environment
   (posix_spawn(3)). argv and envp end with NULL. Undoes everything on failure, including a failed exec. */
int ocrscan_spawn_worker(const char *_Nonnull path, char *_Nullable const *_Nonnull argv,
                         char *_Nullable const *_Nonnull envp, struct ocrscan_worker *_Nonnull worker);

/* A program started for its output; the read end of the output is non-blocking, and both are close-on-exec. */
struct ocrscan_captured {
  int pidfd;
  int output;
};

/* Starts a program with nothing to read and no other descriptors. Its output goes into a pipe and, if asked, so do
   its errors (posix_spawn(3)). argv and envp end with NULL. Undoes everything on failure, including a failed exec. */
int ocrscan_spawn_captured(const char *_Nonnull path, char *_Nullable const *_Nonnull argv,
                           char *_Nullable const *_Nonnull envp, int adds_errors,
                           struct ocrscan_captured *_Nonnull captured);

/* Waits for the child behind a pidfd to end and reaps it; code and status as in ocrscan_pidfd_reap. */
int ocrscan_pidfd_wait(int pidfd, int *_Nonnull code, int *_Nonnull status);

/* prctl(2): the calling process is killed when the thread that started it ends. */
int ocrscan_die_with_parent(void);

/* prctl(2): no core file, no ptrace by other processes of the user. */
int ocrscan_forbid_dumps(void);

/* The descriptors that may travel with a request: a picture, and where to put one. Negative for none. */
struct ocrscan_descriptors {
  int first;
  int second;
};

/* Sends bytes together with those descriptors that are not negative (sendmsg(2), SCM_RIGHTS, MSG_NOSIGNAL). Returns
   the number of bytes sent. */
int64_t ocrscan_send(int socket, const void *_Nonnull bytes, uint64_t count, struct ocrscan_descriptors descriptors);

/* Receives bytes and at most two descriptors, close-on-exec (recvmsg(2)); closes any further ones. Returns the
   number of bytes, 0 at the end; a descriptor that did not arrive is -1. */
int64_t ocrscan_receive(int socket, void *_Nonnull bytes, uint64_t count,
                        struct ocrscan_descriptors *_Nonnull descriptors);

#endif
