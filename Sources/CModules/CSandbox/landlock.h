#ifndef OCRSCAN_LANDLOCK_H
#define OCRSCAN_LANDLOCK_H

/* Landlock's interface (landlock(7)) as of Linux 6.12, because Debian 12's headers only know its second version. */
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

/* Older kernels know only the first members. */
struct ocrscan_landlock_attributes {
  uint64_t handled_access_fs;
  uint64_t handled_access_net;
  uint64_t scoped;
};

/* Packed, as in the kernel's headers. */
struct ocrscan_landlock_path_rule {
  uint64_t allowed_access;
  int32_t parent;
} __attribute__((packed));

/* Numbers of its system calls, the same on all processors. */
enum {
  landlock_create_ruleset = 444,
  landlock_add_rule = 445,
  landlock_restrict_self = 446,
  landlock_create_ruleset_version = 1,
  landlock_rule_path_beneath = 1,
};

enum { landlock_net_bind_and_connect = 3, landlock_scope_abstract_sockets = 1, landlock_scope_signals = 2 };

/* The file rights that a version knows, one bit each from the lowest. */
static inline uint64_t ocrscan_landlock_file_rights(int abi) {
  int count = abi >= 5 ? 16 : abi >= 3 ? 15 : abi == 2 ? 14 : 13;
  return (UINT64_C(1) << count) - 1;
}

/* Makes a ruleset that handles file rights, all ports, and scopes, as far as the version knows them. Returns its
   descriptor or a negative errno value. */
static inline int ocrscan_landlock_ruleset(int abi, uint64_t file_rights, uint64_t scopes) {
  struct ocrscan_landlock_attributes attributes = {
      .handled_access_fs = file_rights,
      .handled_access_net = abi >= 4 ? landlock_net_bind_and_connect : 0,
      .scoped = abi >= 6 ? scopes : 0,
  };
  size_t known = abi >= 6 ? 24 : abi >= 4 ? 16 : 8;
  int ruleset = (int)syscall(landlock_create_ruleset, &attributes, known, 0);
  return ruleset < 0 ? -errno : ruleset;
}

#endif
