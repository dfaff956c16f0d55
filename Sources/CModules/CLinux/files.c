#define _GNU_SOURCE
#include "ocrscan_files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/timerfd.h>
#include <sys/vfs.h>
#include <unistd.h>

#ifndef MFD_NOEXEC_SEAL
#define MFD_NOEXEC_SEAL 8u /* linux/memfd.h from Linux 6.3 */
#endif

_Static_assert(OCRSCAN_WORKING_DIRECTORY == AT_FDCWD, "the kernel's number");

static int result_or_error(int result) { return result < 0 ? -errno : result; }

static int open_at(int directory, const char *path, int flags, mode_t mode) {
  int result;
  do {
    result = openat(directory, path, flags | O_CLOEXEC, mode);
  } while (result < 0 && errno == EINTR);
  return result_or_error(result);
}

int ocrscan_open_file(int directory, const char *path, int follow) {
  return open_at(directory, path, O_RDONLY | O_NONBLOCK | O_NOCTTY | (follow ? 0 : O_NOFOLLOW), 0);
}

int ocrscan_open_directory(int directory, const char *path, int follow) {
  return open_at(directory, path, O_RDONLY | O_DIRECTORY | (follow ? 0 : O_NOFOLLOW), 0);
}

int ocrscan_open_private_file(int directory, const char *path) {
  return open_at(directory, path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, 0600);
}

int ocrscan_find_file(const char *path) { return open_at(AT_FDCWD, path, O_PATH, 0); }

int ocrscan_open_for_writing(const char *path) { return open_at(AT_FDCWD, path, O_WRONLY | O_NOCTTY, 0); }

int ocrscan_create_unnamed_file(int directory, uint32_t mode) {
  return open_at(directory, ".", O_WRONLY | O_TMPFILE, mode);
}

int ocrscan_name_file(int descriptor, int directory, const char *name) {
  /* This way needs no capability (open(2), O_TMPFILE). */
  char path[32];
  snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
  return result_or_error(linkat(AT_FDCWD, path, directory, name, AT_SYMLINK_FOLLOW));
}

int ocrscan_create_file(int directory, const char *name, uint32_t mode) {
  return open_at(directory, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode);
}

int ocrscan_rename(int directory, const char *from, const char *to) {
  return result_or_error(renameat(directory, from, directory, to));
}

int ocrscan_rename_new(int directory, const char *from, const char *to) {
  return result_or_error(renameat2(directory, from, directory, to, RENAME_NOREPLACE));
}

int ocrscan_remove(int directory, const char *name) { return result_or_error(unlinkat(directory, name, 0)); }

int ocrscan_set_mode(int descriptor, uint32_t mode) { return result_or_error(fchmod(descriptor, mode)); }

int ocrscan_synchronize(int descriptor) { return result_or_error(fsync(descriptor)); }

int ocrscan_check_write_access(const char *path) {
  return result_or_error(faccessat(AT_FDCWD, path, W_OK, AT_EACCESS));
}

/* On tmpfs and XFS, seconds can be too large for nanoseconds in 64 bits, and anybody can set them (utimensat(2)). */
static int64_t nanoseconds(struct statx_timestamp time) {
  int64_t result;
  if (__builtin_mul_overflow(time.tv_sec, INT64_C(1000000000), &result) ||
      __builtin_add_overflow(result, (int64_t)time.tv_nsec, &result))
    return time.tv_sec < 0 ? INT64_MIN : INT64_MAX;
  return result;
}

int ocrscan_status(int directory, const char *path, int follow, struct ocrscan_file_status *status) {
  struct statx found;
  int flags = AT_NO_AUTOMOUNT | (follow ? 0 : AT_SYMLINK_NOFOLLOW) | (path[0] == '\0' ? AT_EMPTY_PATH : 0);
  if (statx(directory, path, flags, STATX_BASIC_STATS | STATX_BTIME, &found) < 0) return -errno;
  status->device = makedev(found.stx_dev_major, found.stx_dev_minor);
  status->inode = found.stx_ino;
  status->size = found.stx_size > INT64_MAX ? INT64_MAX : (int64_t)found.stx_size;
  status->modified_ns = nanoseconds(found.stx_mtime);
  status->changed_ns = nanoseconds(found.stx_ctime);
  status->born_ns = (found.stx_mask & STATX_BTIME) ? nanoseconds(found.stx_btime) : INT64_MAX;
  status->mode = found.stx_mode;
  status->owner = found.stx_uid;
  return 0;
}

int ocrscan_check_directory_access(const char *path) {
  return result_or_error(faccessat(AT_FDCWD, path, R_OK | X_OK, AT_EACCESS));
}

int64_t ocrscan_file_system_type(const char *path) {
  struct statfs found;
  int result;
  do {
    result = statfs(path, &found);
  } while (result < 0 && errno == EINTR);
  return result < 0 ? -errno : (int64_t)(uint32_t)found.f_type;
}

int64_t ocrscan_read_link(const char *path, char *target, uint64_t capacity) {
  ssize_t length = readlink(path, target, capacity);
  if (length < 0) return -errno;
  return (uint64_t)length < capacity ? length : -EOVERFLOW;
}

int ocrscan_working_directory(char *path, uint64_t capacity) {
  return getcwd(path, capacity) == NULL ? -errno : 0;
}

/* struct ocrscan_listing is a DIR by another name, so that Swift sees one type on every C library. */
int ocrscan_listing_begin(int descriptor, struct ocrscan_listing **listing) {
  DIR *directory = fdopendir(descriptor);
  if (directory == NULL) {
    int error = errno;
    close(descriptor);
    return -error;
  }
  *listing = (struct ocrscan_listing *)directory;
  return 0;
}

int ocrscan_listing_next(struct ocrscan_listing *listing, const char **name, uint64_t *length, uint8_t *type) {
  for (;;) {
    errno = 0; /* readdir(3): the only way to tell the end from an error */
    struct dirent *entry = readdir((DIR *)listing);
    if (entry == NULL) return -errno;
    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
    *name = entry->d_name;
    *length = strlen(entry->d_name);
    *type = entry->d_type;
    return 1;
  }
}

void ocrscan_listing_end(struct ocrscan_listing *listing) { closedir((DIR *)listing); }

int64_t ocrscan_read(int descriptor, void *bytes, uint64_t count) {
  ssize_t result;
  do {
    result = read(descriptor, bytes, count);
  } while (result < 0 && errno == EINTR);
  return result < 0 ? -errno : result;
}

int ocrscan_write_all(int descriptor, const void *bytes, uint64_t count) {
  const char *rest = bytes;
  while (count > 0) {
    ssize_t written = write(descriptor, rest, count);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return -errno;
    if (written == 0) return -EIO;
    rest += written;
    count -= (uint64_t)written;
  }
  return 0;
}

int ocrscan_memory_file(const char *name) {
  unsigned flags = MFD_CLOEXEC | MFD_ALLOW_SEALING;
  int result = memfd_create(name, flags | MFD_NOEXEC_SEAL);
  if (result < 0 && errno == EINVAL) result = memfd_create(name, flags);
  return result_or_error(result);
}

int ocrscan_seal(int descriptor) {
  return result_or_error(
      fcntl(descriptor, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL));
}

static int has_seals(int descriptor, int wanted) {
  int seals = fcntl(descriptor, F_GET_SEALS);
  return seals >= 0 && (seals & wanted) == wanted;
}

int ocrscan_is_sealed(int descriptor) { return has_seals(descriptor, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE); }

int ocrscan_fix_size(int descriptor, uint64_t size) {
  int result = result_or_error(ftruncate(descriptor, (off_t)size));
  return result < 0 ? result : result_or_error(fcntl(descriptor, F_ADD_SEALS, F_SEAL_GROW | F_SEAL_SHRINK));
}

int ocrscan_has_fixed_size(int descriptor) { return has_seals(descriptor, F_SEAL_SHRINK | F_SEAL_GROW); }

int ocrscan_fill(int descriptor, const void *bytes, uint64_t count) {
  if (count == 0) return 0;
  void *mapped = mmap(NULL, count, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  if (mapped == MAP_FAILED) return -errno;
  memcpy(mapped, bytes, count);
  return result_or_error(munmap(mapped, count));
}

int ocrscan_map(int descriptor, uint64_t count, const void **start) {
  void *mapped = mmap(NULL, count, PROT_READ, MAP_PRIVATE, descriptor, 0);
  if (mapped == MAP_FAILED) return -errno;
  *start = mapped;
  return 0;
}

void ocrscan_unmap(const void *start, uint64_t count) { munmap((void *)start, count); }

int ocrscan_inotify_open(void) { return result_or_error(inotify_init1(IN_NONBLOCK | IN_CLOEXEC)); }

int ocrscan_inotify_add(int inotify, const char *path, uint32_t mask) {
  return result_or_error(inotify_add_watch(inotify, path, mask));
}

int ocrscan_inotify_remove(int inotify, int watch) { return result_or_error(inotify_rm_watch(inotify, watch)); }

int ocrscan_event_open(void) { return result_or_error(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)); }

int ocrscan_mounts_open(void) { return open_at(AT_FDCWD, "/proc/self/mountinfo", O_RDONLY, 0); }

int ocrscan_clock_changes_open(void) {
  int timer = timerfd_create(CLOCK_REALTIME, TFD_NONBLOCK | TFD_CLOEXEC);
  if (timer < 0) return -errno;
  /* The time never comes; the timer only reports jumps of the clock on the way there. */
  struct itimerspec never = {.it_value.tv_sec = INT64_MAX};
  if (timerfd_settime(timer, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &never, NULL) < 0) {
    int error = errno;
    close(timer);
    return -error;
  }
  return timer;
}

int ocrscan_wait(int first, int second, int mounts, int clock, int64_t timeout_ns) {
  struct pollfd waiting[4] = {
      {.fd = first, .events = POLLIN},
      {.fd = second, .events = POLLIN},
      {.fd = mounts, .events = POLLPRI},
      {.fd = clock, .events = POLLIN}};
  struct timespec timeout = {.tv_sec = timeout_ns / 1000000000, .tv_nsec = timeout_ns % 1000000000};
  int count = ppoll(waiting, 4, timeout_ns < 0 ? NULL : &timeout, NULL);
  if (count < 0) return errno == EINTR ? 0 : -errno;
  const short broken = POLLERR | POLLHUP | POLLNVAL;
  return ((waiting[0].revents & POLLIN) ? OCRSCAN_FIRST_READY : 0) |
         ((waiting[1].revents & POLLIN) ? OCRSCAN_SECOND_READY : 0) |
         ((waiting[0].revents & broken) ? OCRSCAN_FIRST_BROKEN : 0) |
         ((waiting[1].revents & broken) ? OCRSCAN_SECOND_BROKEN : 0) |
         (waiting[2].revents ? OCRSCAN_MOUNTS_CHANGED : 0) | (waiting[3].revents ? OCRSCAN_CLOCK_CHANGED : 0);
}

/* Locks of both kinds exclude each other, so each has a byte of its own. */
static struct flock byte_lock(off_t byte) {
  return (struct flock){.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = byte, .l_len = 1};
}

int ocrscan_lock(int descriptor) {
  struct flock lock = byte_lock(0), mark = byte_lock(1);
  if (fcntl(descriptor, F_OFD_SETLK, &lock) == 0) return result_or_error(fcntl(descriptor, F_SETLK, &mark));
  return errno == EACCES || errno == EAGAIN ? -EWOULDBLOCK : -errno;
}

int ocrscan_is_locked(int descriptor) {
  struct flock lock = byte_lock(0);
  if (fcntl(descriptor, F_OFD_GETLK, &lock) < 0) return -errno;
  return lock.l_type != F_UNLCK;
}

int ocrscan_lock_holder(int descriptor) {
  struct flock mark = byte_lock(1);
  if (fcntl(descriptor, F_GETLK, &mark) < 0) return -errno;
  /* An open file description lock, as earlier versions took on the whole file, has no process: -1. */
  return mark.l_type != F_UNLCK && mark.l_pid > 0 ? mark.l_pid : 0;
}
