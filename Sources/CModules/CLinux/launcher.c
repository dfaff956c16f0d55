#define _GNU_SOURCE
#include "ocrscan_launcher.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "spawn.h"

extern char **environ;

enum { maximum_length = 32 * 1024, maximum_words = 32, seconds_to_answer = 3 };

/* Returns 0 or a positive errno value, like posix_spawn(3). */
static int start(char *words, size_t length) {
  char *arguments[maximum_words + 1];
  size_t count = 0;
  for (size_t place = 0; place < length; place += strlen(words + place) + 1) {
    if (count == maximum_words) return E2BIG;
    arguments[count++] = words + place;
  }
  if (count == 0 || arguments[0][0] != '/') return EINVAL;
  arguments[count] = NULL;

  struct ocrscan_inheritance nothing = {.standard = {-1, -1, -1}, .in_new_session = 1};
  sigemptyset(&nothing.blocked);
  pid_t process;
  return ocrscan_spawn(arguments[0], arguments, environ, &nothing, &process);
}

/* Serves requests until the other end is closed. */
static _Noreturn void serve(int requests) {
  /* Leave the session and process group, whose signals are meant for the process that made this one. */
  setsid();
  signal(SIGCHLD, SIG_IGN); /* its programs leave no zombies (wait(2)) */
  signal(SIGHUP, SIG_IGN);
  static char words[maximum_length];
  while (1) {
    ssize_t length = recv(requests, words, sizeof words, MSG_TRUNC);
    if (length < 0 && errno == EINTR) continue;
    if (length <= 0) _exit(0);
    int error = E2BIG;
    if ((size_t)length <= sizeof words) error = words[length - 1] == 0 ? start(words, (size_t)length) : EINVAL;
    if (send(requests, &error, sizeof error, MSG_NOSIGNAL) < 0) _exit(0);
  }
}

int ocrscan_launcher_begin(void) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) < 0) return -errno;
  pid_t child = fork();
  if (child < 0) {
    int error = errno;
    close(ends[0]);
    close(ends[1]);
    return -error;
  }
  if (child == 0) {
    /* Not our child, so that nobody has to wait for it. */
    if (fork() != 0) _exit(0);
    /* With a standard descriptor closed, the socket may have its number, which is about to be overwritten. */
    int requests = fcntl(ends[1], F_DUPFD_CLOEXEC, 3);
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (requests < 0 || null < 0) _exit(1);
    for (int standard = 0; standard < 3; standard++) dup2(null, standard);
    if (requests > 3) close_range(3, (unsigned)requests - 1, 0);
    close_range((unsigned)requests + 1, ~0U, 0);
    serve(requests);
  }
  close(ends[1]);
  const struct timeval limit = {.tv_sec = seconds_to_answer};
  setsockopt(ends[0], SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
  int status;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
  return ends[0];
}

static ssize_t receive(int launcher, int *error, int flags) {
  ssize_t received;
  do {
    received = recv(launcher, error, sizeof *error, flags);
  } while (received < 0 && errno == EINTR);
  return received;
}

int ocrscan_launcher_start(int launcher, const void *words, uint64_t length) {
  /* An answer that did not come in time must not be taken for the next one. Until it is there, nothing is asked: all
     that waits would be started at once. */
  static int is_late;
  int error;
  if (is_late && receive(launcher, &error, MSG_DONTWAIT) < 0 && errno == EAGAIN) return -ETIMEDOUT;
  ssize_t sent;
  do {
    sent = send(launcher, words, length, MSG_NOSIGNAL);
  } while (sent < 0 && errno == EINTR);
  if (sent < 0) return errno == EMSGSIZE ? -E2BIG : -EPIPE;
  const ssize_t received = receive(launcher, &error, 0);
  is_late = received < 0 && errno == EAGAIN;
  if (is_late) return -ETIMEDOUT;
  return received == sizeof error ? -error : -EPIPE;
}
