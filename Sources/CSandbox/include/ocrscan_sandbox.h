#ifndef OCRSCAN_SANDBOX_H
#define OCRSCAN_SANDBOX_H

/* How far a process was confined. */
struct ocrscan_confinement {
  /* Version of Landlock's interface in use; 0 if the kernel has none, and then only the system call filter stands. */
  int landlock_abi;
  /* The step that failed, as a name to show; NULL if none did. */
  const char *failed_step;
};

/* Exit status of a process that tried a system call which is not on the list. Its number is on standard error before. */
#define OCRSCAN_FORBIDDEN_CALL_STATUS 72

/*
 * Gives up, for good, everything that reading one picture does not need: opening files, sockets, new processes and
 * threads, signals to others. Whatever is open stays open. For the calling process, which must have one thread.
 *
 * Then tries to open a file, to make a socket and to fork; that any of these works is a failure, too.
 *
 * Returns 0, or a negative errno value; the process must then end (fail closed).
 */
int ocrscan_confine(struct ocrscan_confinement *result);

/* The version of Landlock's interface that the running kernel has; 0 if it has none. */
int ocrscan_landlock_version(void);

#endif
