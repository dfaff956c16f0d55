#ifndef OCRSCAN_SANDBOX_H
#define OCRSCAN_SANDBOX_H

/* How far a process was confined. */
struct ocrscan_confinement {
  /* Version of Landlock's interface in use; 0 if the kernel has none, so only the system call filter protects. */
  int landlock_abi;
  /* The name of the step that failed, for messages; NULL if none did. */
  const char *failed_step;
};

/* Exit status of a process that tried a system call that is not on the list, after printing its number to standard
   error. */
#define OCRSCAN_FORBIDDEN_CALL_STATUS 72

/*
 * Permanently gives up everything that reading one picture does not need: opening files, sockets, new processes and
 * threads, signals to others. Whatever is open stays open. Applies to the calling process, which must have one thread.
 *
 * Then tries to open a file, make a socket and fork; it is a failure if any of these works.
 *
 * Returns 0, or a negative errno value; the process must then end (fail closed).
 */
int ocrscan_confine(struct ocrscan_confinement *result);

/* The rights that a program other than the worker keeps. */
struct ocrscan_program_rights {
  /* Folders below which it may create, write and remove files. If there are none, files and programs are not
     restricted. */
  const char *writable[4];
  /* The folder of the only program that it may start. */
  const char *program_folder;
  /* Whether it cannot reach abstract sockets (unix(7)) of others; false if the session bus listens on one. */
  int forbids_abstract_sockets;
};

/*
 * Keeps memory contents out of files, logs and the reach of other processes: no core file, no debugger of the same user
 * (PR_SET_DUMPABLE, prctl(2)), and no crash report by the Swift runtime, whose signal handlers are removed. Returns 0,
 * or a negative errno value.
 */
int ocrscan_keep_memory_private(void);

/*
 * The same, but allows a debugger: the user keeps owning the process's files in /proc, which desktop portals read to
 * identify the caller (xdg-desktop-portal, /proc/PID/root).
 */
int ocrscan_keep_memory_off_disk(void);

/*
 * Permanently gives up the network, for this process, which must have one thread, and for everything it starts: no
 * sockets except unix(7) ones, no TCP, no new privileges. With writable folders in `rights`, also gives up changes to
 * files outside them, running any program but one, and signals to processes that it did not start. Reading files is not
 * restricted. Without Landlock, only the network and new privileges are given up.
 *
 * Then tries a socket and, with writable folders and Landlock, a file and a program; it is a failure if any of these
 * works.
 *
 * Returns 0, or a negative errno value; the process must then end (fail closed).
 */
int ocrscan_confine_program(const struct ocrscan_program_rights *rights, struct ocrscan_confinement *result);

/* The version of Landlock's interface that the running kernel has; 0 if it has none. */
int ocrscan_landlock_version(void);

/* Number of threads of this process; negative if unknown. Landlock confines only the calling thread. */
int ocrscan_thread_count(void);

#endif
