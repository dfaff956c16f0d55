// Lets an idle process sleep, by leaving out libdispatch's monitor of its own threads.
//
// Once a thread of its global queues has run, libdispatch on Linux starts a timer of one second that never ends. It
// counts in /proc how many of those threads are blocked, to start more threads than there are processors
// (src/event/workqueue.c, _dispatch_workq_monitor_pools). Nothing here blocks a thread of these queues: blocking work
// has a dedicated thread or serial queue, and serial queues use the pool without such a limit. So the monitor would
// only wake the machine, 86,400 times a day.
//
// A thread enters and leaves the list of monitored threads by two functions. The linker redirects calls of them to the
// ones here (ld(1), --wrap); without entries the timer is never made. If libdispatch is a shared library, the option
// has no effect; the fault test `idle` counts the wake-ups of the installed program.
#include "quiet_dispatch.h"

void __wrap__dispatch_workq_worker_register(void *queue) { (void)queue; }

void __wrap__dispatch_workq_worker_unregister(void *queue) { (void)queue; }
