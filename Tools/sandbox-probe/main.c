#define _GNU_SOURCE
/*
 * Enters the sandbox of one of the programs and tries one thing there; tests CSandbox from inside. Never installed.
 *
 *     sandbox-probe worker|command TRIAL
 *     sandbox-probe watcher TRIAL FOLDER
 *
 * FOLDER is where the watcher may write and where its worker is.
 *
 * Ends with 0 if the trial worked, which it must not, and with 1 if it was refused, with the reason on standard output.
 * If even trying is forbidden, the system ends it with SIGSYS, or it ends with 72.
 */
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ocrscan_launcher.h"
#include "ocrscan_sandbox.h"

static char memory_of_parent[64];
static char own_file[4096];
static char own_program[4096];
static const char *own_folder;
/* Made before the sandbox, like a socket that a service manager passes on. */
static int passed_socket;
static int launcher;

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
  if (errno != 0) return -1;
  pthread_join(thread, NULL);
  return 0;
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
static long make_socket_of(int family) { return socket(family, SOCK_RAW, 0); }
static long make_ipv6_socket(void) { return socket(AF_INET6, SOCK_STREAM, 0); }
static long make_netlink_socket(void) { return make_socket_of(AF_NETLINK); }
static long make_packet_socket(void) { return make_socket_of(AF_PACKET); }
static long make_vm_socket(void) { return socket(AF_VSOCK, SOCK_STREAM, 0); }
static long make_ring(void) { return syscall(SYS_io_uring_setup, 1, NULL); }
static long connect_passed_socket(void) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(9), .sin_addr = {htonl(INADDR_LOOPBACK)}};
  return connect(passed_socket, (struct sockaddr *)&address, sizeof address);
}
static long listen_on_passed_socket(void) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
  return bind(passed_socket, (struct sockaddr *)&address, sizeof address);
}
static long write_to_device(void) { return open("/dev/zero", O_WRONLY); }
static long write_own_file(void) { return open(own_file, O_WRONLY | O_CREAT | O_TRUNC, 0600); }
static long remove_own_file(void) { return write_own_file() < 0 ? -1 : unlink(own_file); }
static long start(const char *program) {
  pid_t child;
  char *arguments[] = {"true", NULL}, *environment[] = {NULL};
  errno = posix_spawn(&child, program, NULL, NULL, arguments, environment);
  if (errno != 0) return -1;
  return waitpid(child, NULL, 0);
}
static long start_program(void) { return start("/bin/true"); }
static long start_own_program(void) { return start(own_program); }
/* A program that needs what the watcher has given up: it writes a file outside the watcher's folder. */
static long launch(void) {
  char words[8192];
  int length = snprintf(words, sizeof words, "/bin/cp%c/bin/true%c%s/../launched", 0, 0, own_folder);
  int status = ocrscan_launcher_start(launcher, words, (uint64_t)length + 1);
  errno = -status;
  return status < 0 ? -1 : 0;
}
static long launch_nothing(void) {
  int status = ocrscan_launcher_start(launcher, "/nonexistent", sizeof "/nonexistent");
  errno = -status;
  return status < 0 ? -1 : 0;
}
static long signal_child(void) {
  pid_t child = fork();
  if (child == 0) pause();
  return child < 0 || kill(child, SIGKILL) < 0 ? -1 : waitpid(child, NULL, 0);
}
static long show_memory(void) {
  struct sigaction action;
  errno = 0;
  if (prctl(PR_GET_DUMPABLE) != 0) return 0;
  return sigaction(SIGSEGV, NULL, &action) == 0 && action.sa_handler == SIG_DFL ? -1 : 0;
}
/* Needed for reading, so these must work. */
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
    {"answer", answer}, {"ipv6", make_ipv6_socket}, {"netlink", make_netlink_socket}, {"packet", make_packet_socket},
    {"vsock", make_vm_socket}, {"ring", make_ring}, {"passed-connect", connect_passed_socket},
    {"passed-bind", listen_on_passed_socket}, {"write-device", write_to_device}, {"write-own", write_own_file},
    {"remove-own", remove_own_file}, {"start", start_program}, {"start-own", start_own_program},
    {"signal-child", signal_child}, {"launch", launch}, {"launch-nothing", launch_nothing}, {"show-memory", show_memory},
};

/* Confines the process like the named program. Returns what CSandbox returns. */
static int enter(const char *program, const char *folder, struct ocrscan_confinement *result) {
  if (strcmp(program, "worker") == 0) return ocrscan_confine(result);
  struct ocrscan_program_rights rights = {.forbids_abstract_sockets = 1};
  if (folder) {
    rights.writable[0] = folder;
    rights.program_folder = folder;
  }
  int status = ocrscan_keep_memory_private();
  return status < 0 ? status : ocrscan_confine_program(&rights, result);
}

int main(int count, char **arguments) {
  if (count < 3) return 64;
  const char *folder = count > 3 ? arguments[3] : NULL;
  snprintf(memory_of_parent, sizeof memory_of_parent, "/proc/%d/mem", (int)getppid());
  own_folder = folder;
  snprintf(own_file, sizeof own_file, "%s/file", folder ? folder : "");
  snprintf(own_program, sizeof own_program, "%s/program", folder ? folder : "");
  passed_socket = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  for (size_t index = 0; index < sizeof trials / sizeof trials[0]; index++) {
    if (strcmp(trials[index].name, arguments[2]) != 0) continue;
    launcher = ocrscan_launcher_begin();
    struct ocrscan_confinement result = {0};
    if (enter(arguments[1], folder, &result) < 0) {
      dprintf(2, "no sandbox: %s\n", result.failed_step);
      return 71;
    }
    if (trials[index].trial() >= 0) return 0;
    dprintf(1, "%s\n", errno ? strerrorname_np(errno) : "private");
    return 1;
  }
  return 64;
}
