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

/* What a program other than the worker keeps. */
struct ocrscan_program_rights {
  /* Folders below which it may make, write and remove files. With none, files and programs are not restricted. */
  const char *writable[4];
  /* The folder of the one program that it may start. */
  const char *program_folder;
  /* Whether abstract sockets (unix(7)) of others are out of reach; not if the session bus listens on one. */
  int forbids_abstract_sockets;
};

/*
 * Keeps what is in memory out of files, logs and the hands of other processes: no core file, no debugger of the same
 * user (PR_SET_DUMPABLE, prctl(2)), and no crash report by the Swift runtime, whose signal handlers are taken away.
 * Returns 0, or a negative errno value.
 */
int ocrscan_keep_memory_private(void);

/*
 * The same but for the debugger: files of the process in /proc stay its user's, which desktop portals look at to tell who
 * asks (xdg-desktop-portal, /proc/PID/root).
 */
int ocrscan_keep_memory_off_disk(void);

/*
 * Gives up the network, for good, for this process, which must have one thread, and for all that it starts: no socket
 * but those of unix(7), no TCP, no new privileges. With writable folders in `rights`, also all changes of files outside
 * of them, all programs but one, and signals to processes that it did not start. Reading files is not restricted.
 *
 * Then tries a socket and, with writable folders, a file and a program; that any of these works is a failure, too.
 *
 * Returns 0, or a negative errno value; the process must then end (fail closed).
 */
int ocrscan_confine_program(const struct ocrscan_program_rights *rights, struct ocrscan_confinement *result);

/* The version of Landlock's interface that the running kernel has; 0 if it has none. */
int ocrscan_landlock_version(void);

/* Threads of this process; negative if that cannot be told. Landlock confines the calling thread only. */
int ocrscan_thread_count(void);

#endif
