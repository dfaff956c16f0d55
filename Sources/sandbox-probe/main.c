#define _GNU_SOURCE
/*
 * Goes into the sandbox of a worker and tries one thing there; a test of CSandbox from inside. Never installed.
 *
 *     sandbox-probe TRIAL
 *
 * Ends with 0 if it worked, which it must not, and with 1 if it was refused, with the reason on standard output.
 * The system ends it by SIGSYS, or it ends with 72, where not even trying is allowed.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ocrscan_sandbox.h"

static char memory_of_parent[64];

static void *nothing(void *context) { return context; }

static long open_file(void) { return open("/etc/hostname", O_RDONLY); }
static long create_file(void) { return open("/tmp/ocr-scan-sandbox-probe", O_WRONLY | O_CREAT, 0600); }
static long read_parent(void) { return open(memory_of_parent, O_RDWR); }
static long make_socket(void) { return socket(AF_INET, SOCK_STREAM, 0); }
static long make_unix_socket(void) { return socket(AF_UNIX, SOCK_STREAM, 0); }
static long make_pair(void) {
  int pair[2];
  return socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
}
static long connect_out(void) {
  struct sockaddr address = {.sa_family = AF_INET};
  return connect(0, &address, sizeof address);
}
static long run_program(void) {
  char *arguments[] = {"true", NULL};
  return execv("/bin/true", arguments);
}
static long make_process(void) { return fork(); }
static long make_thread(void) {
  pthread_t thread;
  errno = pthread_create(&thread, NULL, nothing, NULL);
  return errno == 0 ? 0 : -1;
}
static long trace_parent(void) { return ptrace(PTRACE_ATTACH, getppid(), 0, 0); }
static long signal_parent(void) { return kill(getppid(), 0); }
static long signal_other_thread(void) { return syscall(SYS_tgkill, getppid(), getppid(), 0); }
static long remove_file(void) { return unlink("/tmp/ocr-scan-sandbox-probe"); }
static long map_code(void) {
  void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return page == MAP_FAILED ? -1 : 0;
}
static long make_code(void) {
  void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return page == MAP_FAILED ? -1 : mprotect(page, 4096, PROT_READ | PROT_EXEC);
}
static long copy_descriptor(void) { return fcntl(0, F_DUPFD, 100); }
static long become_dumpable(void) { return syscall(SYS_prctl, 4 /* PR_SET_DUMPABLE */, 1, 0, 0, 0); }
static long take_handler(void) {
  struct sigaction action = {.sa_handler = SIG_IGN};
  return sigaction(SIGSYS, &action, NULL);
}
/* These are what reading needs: they must work. */
static long use_memory(void) {
  char *block = malloc(64 << 20);
  if (!block) return -1;
  memset(block, 1, 64 << 20);
  free(block);
  return 0;
}
static long answer(void) { return write(1, "", 0); }

static const struct {
  const char *name;
  long (*trial)(void);
} trials[] = {
    {"open", open_file}, {"create", create_file}, {"read-parent", read_parent}, {"socket", make_socket},
    {"unix-socket", make_unix_socket}, {"pair", make_pair}, {"connect", connect_out}, {"exec", run_program},
    {"fork", make_process}, {"thread", make_thread}, {"ptrace", trace_parent}, {"kill", signal_parent},
    {"tgkill", signal_other_thread}, {"unlink", remove_file}, {"map-code", map_code}, {"make-code", make_code},
    {"duplicate", copy_descriptor}, {"dumpable", become_dumpable}, {"handler", take_handler}, {"memory", use_memory},
    {"answer", answer},
};

int main(int count, char **arguments) {
  if (count != 2) return 64;
  snprintf(memory_of_parent, sizeof memory_of_parent, "/proc/%d/mem", (int)getppid());
  for (size_t index = 0; index < sizeof trials / sizeof trials[0]; index++) {
    if (strcmp(trials[index].name, arguments[1]) != 0) continue;
    struct ocrscan_confinement result = {0};
    if (ocrscan_confine(&result) < 0) {
      dprintf(2, "no sandbox: %s\n", result.failed_step);
      return 71;
    }
    if (trials[index].trial() >= 0) return 0;
    dprintf(1, "%s\n", strerrorname_np(errno));
    return 1;
  }
  return 64;
}
