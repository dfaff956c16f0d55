#define _GNU_SOURCE
#include "spawn.h"
#include "ocrscan_process.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

static int add_descriptors(posix_spawn_file_actions_t *actions, const int standard[3]) {
  int error = 0;
  for (int number = 0; error == 0 && number < 3; number++) {
    error = standard[number] < 0 ? posix_spawn_file_actions_addopen(
                                       actions, number, "/dev/null", number == 0 ? O_RDONLY : O_WRONLY, 0)
                                 : posix_spawn_file_actions_adddup2(actions, standard[number], number);
  }
  /* All of ours are close-on-exec; this closes what a library may have opened without it. */
  return error != 0 ? error : posix_spawn_file_actions_addclosefrom_np(actions, 3);
}

int ocrscan_spawn(const char *path, char *const *arguments, char *const *environment,
                  const struct ocrscan_inheritance *inheritance, pid_t *process) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int error = posix_spawn_file_actions_init(&actions);
  if (error != 0) return error;
  error = posix_spawnattr_init(&attributes);
  if (error != 0) {
    posix_spawn_file_actions_destroy(&actions);
    return error;
  }
  /* Above the standard descriptors: one of ours with such a number would be overwritten by the one before it. */
  int standard[3];
  for (int number = 0; number < 3; number++) {
    standard[number] =
        inheritance->standard[number] < 0 ? -1 : fcntl(inheritance->standard[number], F_DUPFD_CLOEXEC, 3);
    if (standard[number] < 0 && inheritance->standard[number] >= 0 && error == 0) error = errno;
  }
  /* Signals blocked or ignored in the parent would stay so after exec (execve(2)). */
  sigset_t all;
  sigfillset(&all);
  short flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
  if (inheritance->in_new_session) flags |= POSIX_SPAWN_SETSID;
  if (error == 0 && (error = posix_spawnattr_setsigmask(&attributes, &inheritance->blocked)) == 0 &&
      (error = posix_spawnattr_setsigdefault(&attributes, &all)) == 0 &&
      (error = posix_spawnattr_setflags(&attributes, flags)) == 0 &&
      (error = add_descriptors(&actions, standard)) == 0) {
    error = posix_spawn(process, path, &actions, &attributes, arguments, environment);
  }
  for (int number = 0; number < 3; number++) {
    if (standard[number] >= 0) close(standard[number]);
  }
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

int ocrscan_spawn_watched(const char *path, char *const *arguments, char *const *environment,
                          const struct ocrscan_inheritance *inheritance, pid_t *process, int *pidfd) {
  int error = ocrscan_spawn(path, arguments, environment, inheritance, process);
  if (error != 0) return error;
  *pidfd = ocrscan_pidfd_open(*process);
  if (*pidfd >= 0) return 0;
  error = -*pidfd;
  /* Without a handle, the child could be neither watched nor safely killed later. */
  kill(*process, SIGKILL);
  while (waitpid(*process, NULL, 0) < 0 && errno == EINTR) continue;
  return error;
}
