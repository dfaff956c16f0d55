#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ocrscan_process.h"
#include "spawn.h"

#ifndef P_PIDFD
#define P_PIDFD 3 /* linux/wait.h; glibc has it from 2.36 */
#endif

int ocrscan_spawn_captured(const char *path, char *const *argv, char *const *envp, int adds_errors,
                           struct ocrscan_captured *captured) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) < 0) return -errno;
  struct ocrscan_inheritance inheritance = {.standard = {-1, ends[1], adds_errors ? ends[1] : -1}};
  sigemptyset(&inheritance.blocked);
  pid_t pid = -1;
  int error = ocrscan_spawn(path, argv, envp, &inheritance, &pid);
  close(ends[1]);
  int pidfd = -1;
  if (error == 0) {
    pidfd = (int)syscall(SYS_pidfd_open, pid, 0u);
    if (pidfd < 0 || fcntl(ends[0], F_SETFL, O_NONBLOCK) < 0) {
      error = errno;
      kill(pid, SIGKILL);
      waitpid(pid, NULL, 0);
      if (pidfd >= 0) close(pidfd);
    }
  }
  if (error != 0) {
    close(ends[0]);
    return -error;
  }
  *captured = (struct ocrscan_captured){.pidfd = pidfd, .output = ends[0]};
  return 0;
}

int ocrscan_pidfd_wait(int pidfd, int *code, int *status) {
  siginfo_t info = {0};
  int result;
  do {
    result = waitid((idtype_t)P_PIDFD, (id_t)pidfd, &info, WEXITED);
  } while (result < 0 && errno == EINTR);
  if (result < 0) return -errno;
  *code = info.si_code;
  *status = info.si_status;
  return 0;
}
