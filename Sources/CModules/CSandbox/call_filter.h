#ifndef OCRSCAN_CALL_FILTER_H
#define OCRSCAN_CALL_FILTER_H

/* Filters of system calls, step by step (seccomp(2)). */
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define NATIVE_ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define NATIVE_ARCH AUDIT_ARCH_AARCH64
#else
#error "no system call filter for this processor"
#endif

#define COUNT(array) (sizeof(array) / sizeof(array)[0])
/* Where the low half of an argument lies; both processors are little-endian. */
#define ARGUMENT(number) ((uint32_t)(offsetof(struct seccomp_data, args) + 8 * (number)))

struct program {
  struct sock_filter steps[256];
  unsigned short count;
};

static inline void add(struct program *program, struct sock_filter step) { program->steps[program->count++] = step; }

static inline void answer(struct program *program, uint32_t action) {
  add(program, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, action));
}

static inline void on_call(struct program *program, int number, uint32_t action) {
  add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)number, 0, 1));
  answer(program, action);
}

/* Answers calls through another interface to the same kernel (32 bits, x32), and loads the number of the call. */
static inline void begin(struct program *program, uint32_t foreign) {
  add(program, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)));
  add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, NATIVE_ARCH, 1, 0));
  answer(program, foreign);
  add(program, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)));
#if defined(__x86_64__)
  add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1));
  answer(program, foreign);
#endif
}

/* Puts the filter in force, for all threads and for good. Returns 0 or a negative errno value. */
static inline int enforce(struct program *program) {
  struct sock_fprog filter = {.len = program->count, .filter = program->steps};
  return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &filter) == 0 ? 0 : -errno;
}

#endif
