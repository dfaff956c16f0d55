#define _GNU_SOURCE
/*
 * The sandbox of a worker: Landlock without any rule, and a filter of system calls (landlock(7), seccomp(2)).
 *
 * A worker decodes pictures from strangers with libraries written in C and C++. We assume that one of them has a flaw
 * that gives a picture control of the process. The sandbox decides what such a process can still do: answer on its
 * socket, use up processor time until it is killed, and lie about what the picture says.
 */
#include "ocrscan_sandbox.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "landlock.h"
#include "seccomp_filter.h"
#include "step.h"

int ocrscan_thread_count(void) {
  DIR *directory = opendir("/proc/self/task");
  if (!directory) return -errno;
  int count = 0;
  struct dirent *entry;
  while ((entry = readdir(directory))) count += entry->d_name[0] != '.';
  closedir(directory);
  return count;
}

int ocrscan_landlock_version(void) {
  long abi = syscall(landlock_create_ruleset, NULL, 0, landlock_create_ruleset_version);
  return abi < 0 ? 0 : (int)abi;
}

/* Enforces a ruleset that handles every right of the running kernel and grants none. Returns the version or a
   negative errno. */
static int deny_all_files_and_ports(void) {
  int abi = ocrscan_landlock_version();
  /* Not built in, or not enabled at boot: the filter below forbids the calls themselves. */
  if (abi == 0) return 0;
  int ruleset = ocrscan_landlock_ruleset(
      abi, ocrscan_landlock_file_rights(abi), landlock_scope_abstract_sockets | landlock_scope_signals);
  if (ruleset < 0) return ruleset;
  int result = syscall(landlock_restrict_self, ruleset, 0) < 0 ? -errno : abi;
  close(ruleset);
  return result;
}

/* The calls that reading and drawing make, found with strace(1), and those that the C library and Swift's runtime
   may also make. A call that a processor does not have is left out of its filter. */
static const int allowed[] = {
    SCMP_SYS(read), SCMP_SYS(write), SCMP_SYS(readv), SCMP_SYS(writev), SCMP_SYS(pread64), SCMP_SYS(pwrite64),
    SCMP_SYS(lseek), SCMP_SYS(recvmsg), SCMP_SYS(sendmsg), SCMP_SYS(close), SCMP_SYS(fstat), SCMP_SYS(newfstatat),
    SCMP_SYS(statx), SCMP_SYS(ppoll), SCMP_SYS(munmap), SCMP_SYS(mremap), SCMP_SYS(brk), SCMP_SYS(madvise),
    SCMP_SYS(futex), SCMP_SYS(sched_yield), SCMP_SYS(sched_getaffinity), SCMP_SYS(nanosleep),
    SCMP_SYS(clock_nanosleep), SCMP_SYS(clock_gettime), SCMP_SYS(clock_getres), SCMP_SYS(gettimeofday),
    SCMP_SYS(rt_sigprocmask), SCMP_SYS(rt_sigreturn), SCMP_SYS(sigaltstack), SCMP_SYS(restart_syscall),
    SCMP_SYS(getpid), SCMP_SYS(getppid), SCMP_SYS(gettid), SCMP_SYS(getrandom), SCMP_SYS(getrusage),
    SCMP_SYS(sysinfo), SCMP_SYS(exit), SCMP_SYS(exit_group), SCMP_SYS(rseq), SCMP_SYS(set_robust_list),
    SCMP_SYS(membarrier), SCMP_SYS(ftruncate), SCMP_SYS(poll),
};

/* Calls that libraries try and can do without: they fail. */
static const struct {
  int number;
  int error;
} refused[] = {
    {SCMP_SYS(openat), EACCES}, {SCMP_SYS(readlinkat), EACCES}, {SCMP_SYS(faccessat), EACCES},
    {SCMP_SYS(socket), EACCES}, {SCMP_SYS(prlimit64), EPERM}, {SCMP_SYS(ioctl), ENOTTY}, {SCMP_SYS(uname), EPERM},
    {SCMP_SYS(clone), EPERM},
    {SCMP_SYS(clone3), ENOSYS}, /* the C library then tries clone */
    {SCMP_SYS(rt_sigaction), EPERM}, {SCMP_SYS(open), EACCES}, {SCMP_SYS(access), EACCES},
    {SCMP_SYS(readlink), EACCES}, {SCMP_SYS(fork), EPERM}, {SCMP_SYS(vfork), EPERM},
};

/* Calls never made by accident: the process ends at once, without running a handler of its own. */
static const int deadly[] = {
    SCMP_SYS(execve), SCMP_SYS(execveat), SCMP_SYS(ptrace), SCMP_SYS(process_vm_readv), SCMP_SYS(process_vm_writev),
    SCMP_SYS(kill), SCMP_SYS(tkill), SCMP_SYS(pidfd_open), SCMP_SYS(pidfd_getfd), SCMP_SYS(pidfd_send_signal),
    SCMP_SYS(bpf), SCMP_SYS(mount), SCMP_SYS(umount2), SCMP_SYS(unshare), SCMP_SYS(setns), SCMP_SYS(keyctl),
    SCMP_SYS(io_uring_setup), SCMP_SYS(userfaultfd), SCMP_SYS(perf_event_open), SCMP_SYS(init_module),
    SCMP_SYS(finit_module),
};

/* Calls that depend on an argument: of each pair of rules, exactly one applies. libseccomp compares all 64 bits,
   while the kernel uses only the lower half of an int; garbage in the upper half is refused. */
static int add_conditional(scmp_filter_ctx filter) {
  const uint32_t refusal = SCMP_ACT_ERRNO(EPERM);
  const struct {
    uint32_t action;
    int number;
    struct scmp_arg_cmp condition;
  } rules[] = {
      /* No memory becomes executable, and none is mapped so. */
      {SCMP_ACT_ALLOW, SCMP_SYS(mmap), SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0)},
      {refusal, SCMP_SYS(mmap), SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, PROT_EXEC)},
      {SCMP_ACT_ALLOW, SCMP_SYS(mprotect), SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0)},
      {refusal, SCMP_SYS(mprotect), SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, PROT_EXEC)},
      /* To check whether the picture's memory is sealed. */
      {SCMP_ACT_ALLOW, SCMP_SYS(fcntl), SCMP_A1(SCMP_CMP_EQ, F_GET_SEALS, 0)},
      {refusal, SCMP_SYS(fcntl), SCMP_A1(SCMP_CMP_NE, F_GET_SEALS, 0)},
      /* abort(3), for this process only. */
      {SCMP_ACT_ALLOW, SCMP_SYS(tgkill), SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)getpid(), 0)},
      {refusal, SCMP_SYS(tgkill), SCMP_A0(SCMP_CMP_NE, (scmp_datum_t)getpid(), 0)},
  };
  int status = 0;
  for (size_t index = 0; status == 0 && index < COUNT(rules); index++) {
    status = seccomp_rule_add_array(filter, rules[index].action, rules[index].number, 1, &rules[index].condition);
  }
  return status;
}

static int add_calls(scmp_filter_ctx filter, uint32_t action, const int *numbers, size_t count) {
  int status = 0;
  for (size_t index = 0; status == 0 && index < count; index++) {
    status = seccomp_rule_add(filter, action, numbers[index], 0);
  }
  return status;
}

static int filter_calls(void) {
  scmp_filter_ctx filter = ocrscan_filter_begin(SCMP_ACT_TRAP, SCMP_ACT_KILL_PROCESS);
  if (filter == NULL) return -ENOMEM;
  int status = add_calls(filter, SCMP_ACT_ALLOW, allowed, COUNT(allowed));
  if (status == 0) status = add_conditional(filter);
  for (size_t index = 0; status == 0 && index < COUNT(refused); index++) {
    status = seccomp_rule_add(filter, SCMP_ACT_ERRNO((uint32_t)refused[index].error), refused[index].number, 0);
  }
  if (status == 0) status = add_calls(filter, SCMP_ACT_KILL_PROCESS, deadly, COUNT(deadly));
  return ocrscan_filter_enforce(filter, status);
}

/* Prints the number of a call that is on no list, for developers who extend the lists, and ends the process. */
static void say_and_end(int signal, siginfo_t *info, void *context) {
  (void)signal;
  (void)context;
  char text[] = "system call      is not allowed\n";
  int number = info->si_syscall;
  for (int place = 15; place >= 12 && number > 0; place--, number /= 10) text[place] = (char)('0' + number % 10);
  ssize_t written = write(STDERR_FILENO, text, sizeof text - 1);
  (void)written;
  _exit(OCRSCAN_FORBIDDEN_CALL_STATUS);
}

static int handle_traps(void) {
  struct sigaction action = {.sa_sigaction = say_and_end, .sa_flags = SA_SIGINFO};
  sigset_t trap;
  sigemptyset(&trap);
  sigaddset(&trap, SIGSYS);
  return sigaction(SIGSYS, &action, NULL) < 0 || sigprocmask(SIG_UNBLOCK, &trap, NULL) < 0 ? -errno : 0;
}

static int limit(int resource, rlim_t value) {
  struct rlimit both = {.rlim_cur = value, .rlim_max = value};
  return setrlimit(resource, &both) < 0 ? -errno : 0;
}

/* Tries what must not work. Returns 0 if nothing of it did. */
static int try_to_escape(void) {
  int file = open("/etc/passwd", O_RDONLY | O_CLOEXEC);
  int connection = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  /* Bypasses the C library, whose fork(3) would run handlers. */
  long child = syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
  if (child == 0) _exit(0);
  return file < 0 && connection < 0 && child < 0 ? 0 : -EPERM;
}

int ocrscan_confine(struct ocrscan_confinement *result) {
  int status = 0;
  int threads = ocrscan_thread_count();
  STEP("one thread", threads == 1 ? 0 : threads < 0 ? threads : -EBUSY);
  STEP("no new privileges", prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0 ? -errno : 0);
  /* The descriptors already open, one for the picture, one for the output, and some spare. */
  STEP("few files", limit(RLIMIT_NOFILE, 24));
  STEP("Landlock", deny_all_files_and_ports());
  result->landlock_abi = status;
  STEP("handler", handle_traps());
  STEP("system call filter", filter_calls());
  STEP("test", try_to_escape());
  result->failed_step = NULL;
  return 0;
}
