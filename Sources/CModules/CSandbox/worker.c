#define _GNU_SOURCE
/*
 * The sandbox of a worker: Landlock without any rule and a filter of system calls (landlock(7), seccomp(2)).
 *
 * A worker decodes pictures of strangers with libraries written in C and C++. It is taken for granted that one of them
 * has a flaw that hands the process over to a picture; what is left to such a process is decided here. It can answer
 * on the socket that it has, burn its processor time until it is killed, and lie about what the picture says.
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

#include "call_filter.h"
#include "landlock.h"

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

/* A ruleset that handles every right of the running kernel and grants none. Returns the version or a negative errno. */
static int deny_all_files_and_ports(void) {
  int abi = ocrscan_landlock_version();
  /* Not built in, or not started with the system: the filter below forbids the calls themselves. */
  if (abi == 0) return 0;
  struct ocrscan_landlock_attributes attributes = {
      .handled_access_fs = ocrscan_landlock_file_rights(abi),
      .handled_access_net = abi >= 4 ? landlock_net_bind_and_connect : 0,
      .scoped = abi >= 6 ? landlock_scope_abstract_sockets | landlock_scope_signals : 0,
  };
  size_t size = ocrscan_landlock_attributes_size(abi);
  int ruleset = (int)syscall(landlock_create_ruleset, &attributes, size, 0);
  if (ruleset < 0) return -errno;
  int result = syscall(landlock_restrict_self, ruleset, 0) < 0 ? -errno : abi;
  close(ruleset);
  return result;
}

/* What reading and drawing do, found with strace(1), and what the C library and Swift's runtime may do beside. */
static const int allowed[] = {
    SYS_read, SYS_write, SYS_readv, SYS_writev, SYS_pread64, SYS_pwrite64, SYS_lseek, SYS_recvmsg, SYS_sendmsg,
    SYS_close, SYS_fstat, SYS_newfstatat, SYS_statx, SYS_ppoll, SYS_munmap, SYS_mremap, SYS_brk, SYS_madvise,
    SYS_futex, SYS_sched_yield, SYS_sched_getaffinity, SYS_nanosleep, SYS_clock_nanosleep, SYS_clock_gettime,
    SYS_clock_getres, SYS_gettimeofday, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_sigaltstack, SYS_restart_syscall,
    SYS_getpid, SYS_getppid, SYS_gettid, SYS_getrandom, SYS_getrusage, SYS_sysinfo, SYS_exit, SYS_exit_group, SYS_rseq,
    SYS_set_robust_list, SYS_membarrier, SYS_ftruncate,
#ifdef SYS_poll
    SYS_poll,
#endif
};

/* What libraries try and can do without: they are told no. */
static const struct {
  int number;
  int error;
} refused[] = {
    {SYS_openat, EACCES}, {SYS_readlinkat, EACCES}, {SYS_faccessat, EACCES}, {SYS_socket, EACCES},
    {SYS_prlimit64, EPERM}, {SYS_ioctl, ENOTTY}, {SYS_uname, EPERM}, {SYS_clone, EPERM},
    {SYS_clone3, ENOSYS}, /* the C library then tries clone */
    {SYS_rt_sigaction, EPERM},
#ifdef SYS_open
    {SYS_open, EACCES},
#endif
#ifdef SYS_access
    {SYS_access, EACCES},
#endif
#ifdef SYS_readlink
    {SYS_readlink, EACCES},
#endif
#ifdef SYS_fork
    {SYS_fork, EPERM}, {SYS_vfork, EPERM},
#endif
};

/* Never by accident: the process ends at once, without a handler of its own in between. */
static const int deadly[] = {
    SYS_execve, SYS_execveat, SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_kill, SYS_tkill,
    SYS_pidfd_open, SYS_pidfd_getfd, SYS_pidfd_send_signal, SYS_bpf, SYS_mount, SYS_umount2, SYS_unshare, SYS_setns,
    SYS_keyctl, SYS_io_uring_setup, SYS_userfaultfd, SYS_perf_event_open, SYS_init_module, SYS_finit_module,
};

/* Refuses a call if bits of an argument are set, and allows it otherwise. The call's number is loaded before. */
static void on_call_unless_bits(struct program *program, int number, int argument, uint32_t bits) {
  add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)number, 0, 4));
  add(program, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, ARGUMENT(argument)));
  add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, 0, 1));
  answer(program, SECCOMP_RET_ERRNO | EPERM);
  answer(program, SECCOMP_RET_ALLOW);
}

/* Allows a call if an argument has a value, and refuses it otherwise. */
static void on_call_with(struct program *program, int number, int argument, uint32_t value) {
  add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)number, 0, 4));
  add(program, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, ARGUMENT(argument)));
  add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1));
  answer(program, SECCOMP_RET_ALLOW);
  answer(program, SECCOMP_RET_ERRNO | EPERM);
}

static int filter_calls(void) {
  struct program program = {.count = 0};
  begin(&program, SECCOMP_RET_KILL_PROCESS);
  for (size_t index = 0; index < COUNT(allowed); index++) on_call(&program, allowed[index], SECCOMP_RET_ALLOW);
  /* No memory that can be written becomes code, and none is code from the start. */
  on_call_unless_bits(&program, SYS_mmap, 2, PROT_EXEC);
  on_call_unless_bits(&program, SYS_mprotect, 2, PROT_EXEC);
  /* Whether the picture's memory is sealed. */
  on_call_with(&program, SYS_fcntl, 1, F_GET_SEALS);
  /* abort(3), for this process only. */
  on_call_with(&program, SYS_tgkill, 0, (uint32_t)getpid());
  for (size_t index = 0; index < COUNT(refused); index++) {
    on_call(&program, refused[index].number, SECCOMP_RET_ERRNO | (uint32_t)refused[index].error);
  }
  for (size_t index = 0; index < COUNT(deadly); index++) on_call(&program, deadly[index], SECCOMP_RET_KILL_PROCESS);
  answer(&program, SECCOMP_RET_TRAP);
  return enforce(&program);
}

/* Says the number of a call that is not on any list, for whoever has to extend them, and ends. */
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

/* Tries what must not work. Returns 0 if none of it did. */
static int try_to_escape(void) {
  int file = open("/etc/passwd", O_RDONLY | O_CLOEXEC);
  int connection = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  /* Past the C library, whose fork(3) would run handlers. */
  long child = syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
  if (child == 0) _exit(0);
  return file < 0 && connection < 0 && child < 0 ? 0 : -EPERM;
}

int ocrscan_confine(struct ocrscan_confinement *result) {
  int status = 0;
#define STEP(name, action) \
  result->failed_step = name; \
  status = action; \
  if (status < 0) return status
  int threads = ocrscan_thread_count();
  STEP("one thread", threads == 1 ? 0 : threads < 0 ? threads : -EBUSY);
  STEP("no new privileges", prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0 ? -errno : 0);
  /* Those that are open, one for the picture, one for the output, and room to be sure. */
  STEP("few files", limit(RLIMIT_NOFILE, 24));
  STEP("Landlock", deny_all_files_and_ports());
  result->landlock_abi = status;
  STEP("handler", handle_traps());
  STEP("system call filter", filter_calls());
  STEP("test", try_to_escape());
  result->failed_step = NULL;
  return 0;
#undef STEP
}
