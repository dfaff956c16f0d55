#ifndef QUIET_DISPATCH_H
#define QUIET_DISPATCH_H

// Called only by libdispatch; nothing in Swift refers to them.
void __wrap__dispatch_workq_worker_register(void *queue);
void __wrap__dispatch_workq_worker_unregister(void *queue);

#endif
