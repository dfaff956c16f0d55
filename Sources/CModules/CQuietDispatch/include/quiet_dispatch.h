#ifndef QUIET_DISPATCH_H
#define QUIET_DISPATCH_H

// Called only by libdispatch; nothing in Swift refers to them.
void __wrap__dispatch_workq_worker_register(void *queue);
void __wrap__dispatch_workq_worker_unregister(void *queue);
int __wrap_setpriority(int which, unsigned who, int priority);
// setpriority(2) itself (ld(1), --wrap).
int __real_setpriority(int which, unsigned who, int priority);

#endif
