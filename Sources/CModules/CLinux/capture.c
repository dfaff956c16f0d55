#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "ocrscan_process.h"
#include "spawn.h"

int ocrscan_spawn_captured(const char *path, char *const *argv, char *const *envp, int adds_errors,
                           struct ocrscan_captured *captured) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) < 0) return -errno;
  struct ocrscan_inheritance inheritance = {.standard = {-1, ends[1], adds_errors ? ends[1] : -1}};
  sigemptyset(&inheritance.blocked);
  pid_t pid = -1;
  int pidfd = -1;
  int error = fcntl(ends[0], F_SETFL, O_NONBLOCK) < 0 ? errno : 0;
  if (error == 0) error = ocrscan_spawn_watched(path, argv, envp, &inheritance, &pid, &pidfd);
  close(ends[1]);
  if (error != 0) {
    close(ends[0]);
    return -error;
  }
  *captured = (struct ocrscan_captured){.pidfd = pidfd, .output = ends[0]};
  return 0;
}
