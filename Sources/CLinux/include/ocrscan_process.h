/* Process calls that Swift cannot make: variadic functions, raw system calls, and the work of posix_spawn.
   Every function returns 0 or a value on success and a negative errno on failure. */
#ifndef OCRSCAN_PROCESS_H
#define OCRSCAN_PROCESS_H

#include <stdint.h>
#include <sys/types.h>

/* Opens a pidfd for a child (pidfd_open(2)); close-on-exec. */
int ocrscan_pidfd_open(pid_t pid);

/* Sends a signal through a pidfd (pidfd_send_signal(2)). */
int ocrscan_pidfd_send_signal(int pidfd, int signal);

/* Reaps the child behind a pidfd (waitid(2), P_PIDFD, WNOHANG).
   Returns 1 and fills code and status (as in siginfo_t) if it has ended, 0 if it still runs. */
int ocrscan_pidfd_reap(int pidfd, int *_Nonnull code, int *_Nonnull status);

/* What a worker process starts with. */
struct ocrscan_spawn {
  const char *_Nonnull path;                        /* absolute path of the program */
  char *_Nullable const *_Nonnull argv;             /* NULL-terminated */
  char *_Nullable const *_Nonnull envp;             /* NULL-terminated; the whole environment */
  int socket;                                       /* becomes descriptors 0 and 1 */
  int stderr_pipe;                                  /* becomes descriptor 2 */
};

/* Starts a process with exactly descriptors 0, 1 and 2, no blocked and no ignored signals (posix_spawn(3)).
   Returns its process ID, or a negative errno; a failed exec is reported here too. */
pid_t ocrscan_spawn(const struct ocrscan_spawn *_Nonnull request);

/* prctl(2): the calling process is killed when the thread that started it ends. */
int ocrscan_die_with_parent(void);

/* prctl(2): no core file, no ptrace by other processes of the user. */
int ocrscan_forbid_dumps(void);

/* Sends bytes and, if descriptor is not negative, that descriptor with them (sendmsg(2), SCM_RIGHTS, MSG_NOSIGNAL).
   Returns the number of bytes sent. */
int64_t ocrscan_send(int socket, const void *_Nonnull bytes, uint64_t count, int descriptor);

/* Receives bytes and at most one descriptor, close-on-exec (recvmsg(2)); further descriptors are closed.
   Returns the number of bytes, 0 at the end; *descriptor is -1 if none came. */
int64_t ocrscan_receive(int socket, void *_Nonnull bytes, uint64_t count, int *_Nonnull descriptor);

#endif
