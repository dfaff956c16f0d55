/*
 * The behavior of programs built with a sanitizer. Not set by ASAN_OPTIONS and TSAN_OPTIONS, because tests start
 * programs with an environment made from scratch, and workers have five variables.
 *
 * A finding ends the process with status 97, so that the test that started it fails, whatever becomes of the report: a
 * worker can open no file for it, and the daemon none outside its own directories.
 */
#if !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif
#include "sanitizers.h"

#include <dlfcn.h>
#include <stdint.h>

#if defined(OCRSCAN_ADDRESS_SANITIZER)
/* The search for leaks uses ptrace(2), which all three programs are closed to; the tests measure memory instead.
   Crash signals keep their meaning, because tests of crashes need it. */
const char *__asan_default_options(void);
const char *__asan_default_options(void) {
  return "detect_leaks=0:exitcode=97:handle_segv=0:handle_sigbus=0:handle_sigfpe=0";
}
#elif defined(OCRSCAN_THREAD_SANITIZER)
const char *__tsan_default_options(void);
const char *__tsan_default_options(void) { return "halt_on_error=1:exitcode=97:handle_segv=0:handle_sigbus=0:handle_sigfpe=0"; }

/* A free mutex is taken by code built with ours, which the sanitizer sees. For a held one, the kernel waits and
   hands it over (FUTEX_LOCK_PI, futex(2); swift/stdlib/public/Synchronization/Mutex/LinuxImpl.swift); this tells the
   sanitizer about that. */
void __tsan_acquire(void *address);
void __tsan_release(void *address);
typedef __attribute__((swiftcall)) void lock_slowly(uint32_t thread, __attribute__((swift_context)) void *mutex);
typedef __attribute__((swiftcall)) void unlock_slowly(__attribute__((swift_context)) void *mutex);
#define LOCK_SLOWLY "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK_SLOWLY "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

lock_slowly ocrscan_lock_slowly __asm__(LOCK_SLOWLY);
__attribute__((swiftcall)) void ocrscan_lock_slowly(uint32_t thread, __attribute__((swift_context)) void *mutex) {
  ((lock_slowly *)dlsym(RTLD_NEXT, LOCK_SLOWLY))(thread, mutex);
  __tsan_acquire(mutex);
}

unlock_slowly ocrscan_unlock_slowly __asm__(UNLOCK_SLOWLY);
__attribute__((swiftcall)) void ocrscan_unlock_slowly(__attribute__((swift_context)) void *mutex) {
  __tsan_release(mutex);
  ((unlock_slowly *)dlsym(RTLD_NEXT, UNLOCK_SLOWLY))(mutex);
}

/* Two things that the sanitizer cannot see, because they happen in the runtime, which was built without it:
   - Values that another thread makes and hands over with a continuation. If it resumes before the task has begun to
     wait, the task goes on without a switch (swift_continuation_await, swift/stdlib/public/Concurrency/Task.cpp;
     https://github.com/swiftlang/swift/issues/57803).
   - Arrays that are copied under a lock and read outside: the reader's release of the last other reference happens
     before the writer sees that it is the only one (swift_release, swift_isUniquelyReferenced). Only test helpers do
     that.
   Names are matched in their mangled form; a "$" in a pattern would mean the end of a name. */
const char *__tsan_default_suppressions(void);
const char *__tsan_default_suppressions(void) {
  return "race:7History0A5StoreC3run\n"           /* HistoryStore.run */
         "race:LinuxSystem14BlockingIOPoolC3run\n" /* BlockingIOPool.run */
         "race:Pipeline12CallDeadlineV3run\n"    /* CallDeadline.run */
         "race:WorkerClient0A10SupervisorC4read\n" /* what WorkerSupervisor reads for WorkerPool.run */
         "race:11TestSupport6LockedC8withLock\n"
         "race:11TestSupport23FakeNotificationServiceC6handle\n"
         "race:ScreenshotLibraryTests13EventRecorder\n";
}
#endif
