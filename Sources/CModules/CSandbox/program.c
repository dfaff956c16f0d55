#define _GNU_SOURCE
/*
 * What the watcher daemon and the command give up before they do anything else.
 *
 * They decode no pictures, so this is not a barrier against hostile ones; the worker has that. It makes a promise
 * verifiable, that nothing leaves the machine, and keeps their own bugs from writing in the wrong places.
 */
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <link.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "landlock.h"
#include "ocrscan_sandbox.h"
#include "seccomp_filter.h"
#include "step.h"

int ocrscan_keep_memory_private(void) {
  if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) < 0) return -errno;
  return ocrscan_keep_memory_off_disk();
}

int ocrscan_keep_memory_off_disk(void) {
  struct rlimit none = {0, 0};
  if (setrlimit(RLIMIT_CORE, &none) < 0) return -errno;
  /* The signals that Swift's runtime handles to print crash reports, which show memory. */
  static const int crashes[] = {SIGQUIT, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP};
  for (size_t index = 0; index < COUNT(crashes); index++) {
    if (signal(crashes[index], SIG_DFL) == SIG_ERR) return -errno;
  }
  return 0;
}

/* MARK: Network */

static int refuse_network(void) {
  scmp_filter_ctx filter = ocrscan_filter_begin(SCMP_ACT_ALLOW, SCMP_ACT_ERRNO(EPERM));
  if (filter == NULL) return -ENOMEM;
  /* unix(7) sockets reach the session bus, the journal and the service manager, all on this machine. */
  int status =
      seccomp_rule_add(filter, SCMP_ACT_ERRNO(EAFNOSUPPORT), SCMP_SYS(socket), 1, SCMP_A0(SCMP_CMP_NE, AF_UNIX, 0));
  /* io_uring could make sockets despite this filter (io_uring_enter(2), IORING_OP_SOCKET). */
  if (status == 0) status = seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(io_uring_setup), 0);
  return ocrscan_filter_enforce(filter, status);
}

/* MARK: Files */

enum {
  may_execute = 1 << 0,
  may_write = 1 << 1,
  may_read_file = 1 << 2,
  may_read_folder = 1 << 3,
  may_remove_folder = 1 << 4,
  may_remove_file = 1 << 5,
  may_make_folder = 1 << 7,
  may_make_file = 1 << 8,
  may_truncate = 1 << 14,
};

/* Grants rights below a path. Does nothing if the path does not exist or cannot be reached. */
static int grant(int ruleset, const char *path, uint64_t rights) {
  int place = open(path, O_PATH | O_CLOEXEC);
  if (place < 0) return errno == ENOENT || errno == ENOTDIR || errno == EACCES ? 0 : -errno;
  struct ocrscan_landlock_path_rule rule = {.allowed_access = rights, .parent = place};
  long status = syscall(landlock_add_rule, ruleset, landlock_rule_path_beneath, &rule, 0);
  int error = errno;
  close(place);
  return status < 0 ? -error : 0;
}

/*
 * Finds the folder of the dynamic linker, which the kernel runs for every program (ld.so(8)); returns 0 for a static
 * program. Not the linker itself, because an update replaces that file.
 */
static int folder_of_linker(char folder[static PATH_MAX]) {
  const ElfW(Phdr) *headers = (const ElfW(Phdr) *)getauxval(AT_PHDR);
  unsigned long count = getauxval(AT_PHNUM);
  const char *base = NULL, *name = NULL;
  for (unsigned long index = 0; headers && index < count; index++) {
    if (headers[index].p_type == PT_PHDR) base = (const char *)headers - headers[index].p_vaddr;
  }
  for (unsigned long index = 0; base && index < count; index++) {
    if (headers[index].p_type == PT_INTERP) name = base + headers[index].p_vaddr;
  }
  char path[PATH_MAX];
  if (!name || !realpath(name, path)) return 0;
  strcpy(folder, dirname(path));
  return 1;
}

static int grant_files(int ruleset, uint64_t known, const struct ocrscan_program_rights *rights) {
  uint64_t change = may_write | may_truncate | may_make_file | may_remove_file | may_make_folder | may_remove_folder;
  int status = 0;
  for (size_t index = 0; status == 0 && index < COUNT(rights->writable) && rights->writable[index]; index++) {
    status = grant(ruleset, rights->writable[index], change & known);
  }
  /* Tesseract's debug output. */
  if (status == 0) status = grant(ruleset, "/dev/null", (may_write | may_truncate) & known);
  if (status == 0) status = grant(ruleset, rights->program_folder, may_execute);
  char linker[PATH_MAX];
  if (status == 0 && folder_of_linker(linker)) status = grant(ruleset, linker, may_execute);
  return status;
}

/* Returns the version of Landlock in use or a negative errno value. */
static int restrict_program(const struct ocrscan_program_rights *rights) {
  int abi = ocrscan_landlock_version();
  int restricts_files = rights->writable[0] != NULL;
  if (abi == 0 || (abi < 4 && !restricts_files)) return abi;
  uint64_t files = ocrscan_landlock_file_rights(abi) & ~(uint64_t)(may_read_file | may_read_folder);
  /* The command asks the watcher to look again by a signal (kill(2)), so only the watcher is kept from sending them. */
  uint64_t scopes = restricts_files ? landlock_scope_signals : 0;
  if (rights->forbids_abstract_sockets) scopes |= landlock_scope_abstract_sockets;
  int ruleset = ocrscan_landlock_ruleset(abi, restricts_files ? files : 0, scopes);
  if (ruleset < 0) return ruleset;
  int status = restricts_files ? grant_files(ruleset, files, rights) : 0;
  if (status == 0 && syscall(landlock_restrict_self, ruleset, 0) < 0) status = -errno;
  close(ruleset);
  return status < 0 ? status : abi;
}

/* MARK: Test */

static int try_network(void) {
  static const int families[] = {AF_INET, AF_INET6, AF_NETLINK, AF_PACKET, AF_VSOCK};
  for (size_t index = 0; index < COUNT(families); index++) {
    int socket_ = socket(families[index], SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (socket_ >= 0) {
      close(socket_);
      return -EPERM;
    }
    if (errno != EAFNOSUPPORT) return -errno;
  }
  return 0;
}

/* Tries a device that everybody may write to, and a program that everybody may run. */
static int try_files(void) {
  int file = open("/dev/zero", O_WRONLY | O_CLOEXEC);
  if (file >= 0) {
    close(file);
    return -EPERM;
  }
  pid_t child;
  char *arguments[] = {"true", NULL}, *environment[] = {NULL};
  if (posix_spawn(&child, "/bin/true", NULL, NULL, arguments, environment) != 0) return 0;
  waitpid(child, NULL, 0);
  return -EPERM;
}

int ocrscan_confine_program(const struct ocrscan_program_rights *rights, struct ocrscan_confinement *result) {
  int status = 0;
  int threads = ocrscan_thread_count();
  STEP("one thread", threads == 1 ? 0 : threads < 0 ? threads : -EBUSY);
  STEP("no new privileges", prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0 ? -errno : 0);
  STEP("Landlock", restrict_program(rights));
  result->landlock_abi = status;
  STEP("network filter", refuse_network());
  STEP("test of the network", try_network());
  if (rights->writable[0] && result->landlock_abi > 0) {
    STEP("test of files and programs", try_files());
  }
  result->failed_step = NULL;
  return 0;
}
