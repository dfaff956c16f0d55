#define _GNU_SOURCE
#include "ocrscan_process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "spawn.h"

#ifndef P_PIDFD
#define P_PIDFD 3 /* linux/wait.h; glibc has it from 2.36 */
#endif

int ocrscan_pidfd_open(int process) {
  int pidfd = (int)syscall(SYS_pidfd_open, process, 0u);
  return pidfd < 0 ? -errno : pidfd;
}

int ocrscan_pidfd_send_signal(int pidfd, int signal) {
  return syscall(SYS_pidfd_send_signal, pidfd, signal, NULL, 0u) < 0 ? -errno : 0;
}

static int reap(int pidfd, int options, int *code, int *status) {
  siginfo_t info = {0};
  int result;
  do {
    result = waitid((idtype_t)P_PIDFD, (id_t)pidfd, &info, WEXITED | options);
  } while (result < 0 && errno == EINTR);
  if (result < 0) return -errno;
  if (info.si_pid == 0) return 0;
  *code = info.si_code;
  *status = info.si_status;
  return 1;
}

int ocrscan_pidfd_reap(int pidfd, int *code, int *status) { return reap(pidfd, WNOHANG, code, status); }

int ocrscan_pidfd_wait(int pidfd, int *code, int *status) {
  const int result = reap(pidfd, 0, code, status);
  return result < 0 ? result : 0;
}

/* The signals by which a terminal stops its foreground programs stay blocked: posix_spawn(3) waits like vfork(2),
   and meanwhile no signal reaches the waiting thread. If Ctrl-Z stopped a child before its exec, that thread would
   keep waiting, so the parent would never stop and the shell never return: 7 of 160 times when typed while a worker
   starts. */
static sigset_t stops_of_terminals(void) {
  sigset_t stops;
  sigemptyset(&stops);
  sigaddset(&stops, SIGTSTP);
  sigaddset(&stops, SIGTTIN);
  sigaddset(&stops, SIGTTOU);
  return stops;
}

int ocrscan_spawn_worker(const char *path, char *const *argv, char *const *envp, struct ocrscan_worker *worker) {
  int sockets[2], ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) < 0) return -errno;
  if (pipe2(ends, O_CLOEXEC) < 0) {
    int error = errno;
    close(sockets[0]);
    close(sockets[1]);
    return -error;
  }
  const struct ocrscan_inheritance inheritance = {
      .standard = {sockets[1], sockets[1], ends[1]}, .blocked = stops_of_terminals()};
  pid_t pid = -1;
  int pidfd = -1;
  int error =
      fcntl(sockets[0], F_SETFL, O_NONBLOCK) < 0 || fcntl(ends[0], F_SETFL, O_NONBLOCK) < 0 ? errno : 0;
  if (error == 0) error = ocrscan_spawn_watched(path, argv, envp, &inheritance, &pid, &pidfd);
  close(sockets[1]);
  close(ends[1]);
  if (error != 0) {
    close(sockets[0]);
    close(ends[0]);
    return -error;
  }
  *worker = (struct ocrscan_worker){.pid = pid, .pidfd = pidfd, .socket = sockets[0], .diagnostics = ends[0]};
  return 0;
}

int ocrscan_die_with_parent(void) {
  return prctl(PR_SET_PDEATHSIG, SIGKILL) < 0 ? -errno : 0;
}

int ocrscan_forbid_dumps(void) {
  return prctl(PR_SET_DUMPABLE, 0) < 0 ? -errno : 0;
}

int64_t ocrscan_send(int socket, const void *bytes, uint64_t count, struct ocrscan_descriptors descriptors) {
  struct iovec part = {.iov_base = (void *)bytes, .iov_len = count};
  union {
    char space[CMSG_SPACE(2 * sizeof(int))];
    struct cmsghdr aligned;
  } control;
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  int list[2];
  size_t length = 0;
  if (descriptors.first >= 0) list[length++] = descriptors.first;
  if (descriptors.second >= 0) list[length++] = descriptors.second;
  if (length > 0) {
    memset(&control, 0, sizeof control);
    message.msg_control = &control;
    message.msg_controllen = CMSG_SPACE(length * sizeof(int));
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(length * sizeof(int));
    memcpy(CMSG_DATA(header), list, length * sizeof(int));
  }
  ssize_t sent;
  do {
    sent = sendmsg(socket, &message, MSG_NOSIGNAL);
  } while (sent < 0 && errno == EINTR);
  return sent < 0 ? -errno : sent;
}

int64_t ocrscan_receive(int socket, void *bytes, uint64_t count, struct ocrscan_descriptors *descriptors) {
  struct iovec part = {.iov_base = bytes, .iov_len = count};
  union {
    char space[CMSG_SPACE(4 * sizeof(int))];
    struct cmsghdr aligned;
  } control;
  struct msghdr message = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control.space};
  *descriptors = (struct ocrscan_descriptors){.first = -1, .second = -1};
  ssize_t received;
  do {
    received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  } while (received < 0 && errno == EINTR);
  if (received < 0) return -errno;
  for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header != NULL; header = CMSG_NXTHDR(&message, header)) {
    if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
    size_t length = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (size_t i = 0; i < length; i++) {
      int descriptor;
      memcpy(&descriptor, CMSG_DATA(header) + i * sizeof(int), sizeof(int));
      if (descriptors->first < 0) descriptors->first = descriptor;
      else if (descriptors->second < 0) descriptors->second = descriptor;
      else close(descriptor);
    }
  }
  return received;
}
