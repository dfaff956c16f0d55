#ifndef OCRSCAN_SPAWN_H
#define OCRSCAN_SPAWN_H

#include <signal.h>
#include <sys/types.h>

/* Everything that a started program gets from this process. */
struct ocrscan_inheritance {
  int standard[3];   /* its descriptors 0, 1 and 2; a negative number is /dev/null */
  sigset_t blocked;  /* the signals that it starts with blocked; none is ignored */
  int in_new_session;
};

/* posix_spawn(3). Returns 0 or, like it, a positive errno value; then nothing was started. */
int ocrscan_spawn(const char *path, char *const *arguments, char *const *environment,
                  const struct ocrscan_inheritance *inheritance, pid_t *process);

/* The same, with a handle for the process, close-on-exec (pidfd_open(2)). */
int ocrscan_spawn_watched(const char *path, char *const *arguments, char *const *environment,
                          const struct ocrscan_inheritance *inheritance, pid_t *process, int *pidfd);

#endif
