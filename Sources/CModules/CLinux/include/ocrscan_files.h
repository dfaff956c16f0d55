/* File calls that Swift cannot make, or not well: variadic functions, flags that are macros, readdir's flexible names,
   statx, memfd, inotify. Paths are NUL-terminated bytes in any encoding.
   Every function returns 0 or a value on success and a negative errno on failure. */
#ifndef OCRSCAN_FILES_H
#define OCRSCAN_FILES_H

#include <stdint.h>
#include <sys/types.h>

/* In place of a directory descriptor: relative paths start at the working directory. */
#define OCRSCAN_WORKING_DIRECTORY (-100)

/* Opens for reading without ever blocking on a FIFO or a terminal line (open(2): O_NONBLOCK, O_NOCTTY).
   With follow 0, a symbolic link as last component is ELOOP. The caller checks what it opened. */
int ocrscan_open_file(int directory, const char *_Nonnull path, int follow);

/* Opens a directory for listing. With follow 0, a symbolic link as last component is ENOTDIR or ELOOP. */
int ocrscan_open_directory(int directory, const char *_Nonnull path, int follow);

/* Opens one of our own files for reading and writing, creating it with mode 0600 if it is missing; never a link. */
int ocrscan_open_private_file(int directory, const char *_Nonnull path);

/* Looks a file up without opening it (open(2): O_PATH); a symbolic link as last component is followed. */
int ocrscan_find_file(const char *_Nonnull path);

/* Opens a device or a FIFO for writing; waits for the reader of a FIFO. */
int ocrscan_open_for_writing(const char *_Nonnull path);

/* Makes a new file without a name for writing (open(2): O_TMPFILE); it vanishes if it never gets one. The umask is
   applied to its mode. EOPNOTSUPP or EISDIR if the file system or the kernel does not support such files. */
int ocrscan_create_unnamed_file(int directory, uint32_t mode);

/* Gives the file a name, which must not be taken. */
int ocrscan_name_file(int descriptor, int directory, const char *_Nonnull name);

/* Makes a new file with a name, which must not be taken, for writing. The umask is applied to its mode. */
int ocrscan_create_file(int directory, const char *_Nonnull name, uint32_t mode);

/* Renames within a directory, replacing an existing file (renameat(2)). */
int ocrscan_rename(int directory, const char *_Nonnull from, const char *_Nonnull to);

/* The same, but fails with EEXIST if the name is taken (renameat2(2), RENAME_NOREPLACE). */
int ocrscan_rename_new(int directory, const char *_Nonnull from, const char *_Nonnull to);

/* unlinkat(2). */
int ocrscan_remove(int directory, const char *_Nonnull name);

/* fchmod(2), fsync(2). */
int ocrscan_set_mode(int descriptor, uint32_t mode);
int ocrscan_synchronize(int descriptor);

/* Whether the effective user may write to a file (faccessat(2), AT_EACCESS). */
int ocrscan_check_write_access(const char *_Nonnull path);

/* What statx(2) tells. Times are nanoseconds since 1970, clamped to int64_t (the year 2262). */
struct ocrscan_file_status {
  uint64_t device;
  uint64_t inode;
  int64_t size;
  int64_t modified_ns;
  int64_t changed_ns;
  int64_t born_ns; /* INT64_MAX if the file system does not keep it */
  uint32_t mode;   /* type and permissions, like st_mode */
  uint32_t owner;
};

/* Status of the path, or of the descriptor itself if the path is empty. */
int ocrscan_status(int directory, const char *_Nonnull path, int follow, struct ocrscan_file_status *_Nonnull status);

/* Whether the effective user may list and search a directory (faccessat(2), AT_EACCESS). */
int ocrscan_check_directory_access(const char *_Nonnull path);

/* The f_type of statfs(2). */
int64_t ocrscan_file_system_type(const char *_Nonnull path);

/* readlink(2); returns the length. EOVERFLOW if the target does not fit. */
int64_t ocrscan_read_link(const char *_Nonnull path, char *_Nonnull target, uint64_t capacity);

/* getcwd(3) with a terminating NUL. */
int ocrscan_working_directory(char *_Nonnull path, uint64_t capacity);

/* A directory being read. */
struct ocrscan_listing;

/* Starts to read the directory behind a descriptor. The listing owns the descriptor, even on failure. */
int ocrscan_listing_begin(int descriptor, struct ocrscan_listing *_Nullable *_Nonnull listing);

/* The next entry except "." and "..": returns 1 and fills the arguments, 0 at the end.
   The name stays valid until the next call. type is a DT_ value of readdir(3). */
int ocrscan_listing_next(
    struct ocrscan_listing *_Nonnull listing, const char *_Nullable *_Nonnull name, uint64_t *_Nonnull length,
    uint8_t *_Nonnull type);

/* Closes the listing and its descriptor. */
void ocrscan_listing_end(struct ocrscan_listing *_Nonnull listing);

/* Reads at most count bytes (read(2), repeated on EINTR); 0 at the end. */
int64_t ocrscan_read(int descriptor, void *_Nonnull bytes, uint64_t count);

/* Writes all bytes (write(2)). */
int ocrscan_write_all(int descriptor, const void *_Nonnull bytes, uint64_t count);

/* An anonymous file in memory that can be sealed (memfd_create(2)); not executable, if the kernel supports that. */
int ocrscan_memory_file(const char *_Nonnull name);

/* Seals it permanently: no writing, growing, shrinking, and no other seals (fcntl(2), F_ADD_SEALS). */
int ocrscan_seal(int descriptor);

/* 1 if nobody can write, shrink or grow the file any longer, else 0. */
int ocrscan_is_sealed(int descriptor);

/* Gives an anonymous file its final size, of empty pages that take no memory yet, and seals that: a holder of the
   descriptor can write to it, but not beyond its end. */
int ocrscan_fix_size(int descriptor, uint64_t size);

/* 1 if nobody can shrink or grow the file any longer, else 0. */
int ocrscan_has_fixed_size(int descriptor);

/* Copies bytes to the start of such a file through a mapping, because write(2) counts against RLIMIT_FSIZE, which is
   0 in the worker. Unmaps it afterwards: a remaining mapping would prevent sealing. */
int ocrscan_fill(int descriptor, const void *_Nonnull bytes, uint64_t count);

/* Maps a whole sealed file for reading (mmap(2)). */
int ocrscan_map(int descriptor, uint64_t count, const void *_Nullable *_Nonnull start);
void ocrscan_unmap(const void *_Nonnull start, uint64_t count);

/* inotify(7), non-blocking and close-on-exec. */
int ocrscan_inotify_open(void);
int ocrscan_inotify_add(int inotify, const char *_Nonnull path, uint32_t mask);
int ocrscan_inotify_remove(int inotify, int watch);

/* eventfd(2), non-blocking and close-on-exec. */
int ocrscan_event_open(void);

/* The list of mounts of this process; poll(2) reports changes to it (proc(5), /proc/pid/mounts). */
int ocrscan_mounts_open(void);

/* Becomes readable when the clock is set or the machine wakes from sleep (timerfd_create(2),
   TFD_TIMER_CANCEL_ON_SET; the kernel's timerfd_resume). Reading gives ECANCELED and re-arms it. */
int ocrscan_clock_changes_open(void);

/* Waits until first or second is readable or broken, the mounts change or the clock jumps (ppoll(2)). A negative
   descriptor is ignored; a negative timeout waits indefinitely. Returns a sum of the bits below, or 0 on timeout or
   EINTR. */
#define OCRSCAN_FIRST_READY 1
#define OCRSCAN_SECOND_READY 2
#define OCRSCAN_FIRST_BROKEN 4
#define OCRSCAN_SECOND_BROKEN 8
#define OCRSCAN_MOUNTS_CHANGED 16
#define OCRSCAN_CLOCK_CHANGED 32
int ocrscan_wait(int first, int second, int mounts, int clock, int64_t timeout_ns);

/* An open file description lock (fcntl(2)), without waiting; EWOULDBLOCK if another one holds it. It ends with the
   descriptor. Unlike flock(2) it can be asked for without being taken. With it goes a record lock of the process, which
   ends when the process closes any descriptor of the file. */
int ocrscan_lock(int descriptor);
/* 1 if another descriptor holds that lock, 0 if none does. */
int ocrscan_is_locked(int descriptor);
/* The other process that holds the lock, as the kernel knows it; 0 if there is none or it is not known. */
int ocrscan_lock_holder(int descriptor);

#endif
