// Lets an idle process sleep, by leaving out libdispatch's monitor of its own threads.
//
// Once a thread of its global queues has run, libdispatch on Linux starts a timer of one second that never ends. It
// counts in /proc how many of those threads are blocked, to start more threads than there are processors
// (src/event/workqueue.c, _dispatch_workq_monitor_pools). Nothing here blocks a thread of these queues: blocking work
// has a dedicated thread or serial queue, and serial queues use the pool without such a limit. So the monitor would
// only wake the machine, 86,400 times a day.
//
// The linker gives calls of the two functions, with which a thread enters and leaves the list of those that are monitored, to
// these instead (ld(1), --wrap). Without entries the timer is never made. Where libdispatch is a shared library the option
// has no effect; the fault test `idle` counts the wake-ups of the program that is installed.
//
// And its threads do not complain about their priority. Each asks for that of its queue; where the whole process gives way to
// others (Nice in the unit) asking for less than that is refused, and each thread would say so in the journal: nine lines for a
// screenshot. The priority stays what it is either way.
#include "quiet_dispatch.h"

#include <errno.h>

void __wrap__dispatch_workq_worker_register(void *queue) { (void)queue; }

void __wrap__dispatch_workq_worker_unregister(void *queue) { (void)queue; }

int __wrap_setpriority(int which, unsigned who, int priority) {
  int result = __real_setpriority(which, who, priority);
  return result < 0 && errno == EACCES ? 0 : result;
}
