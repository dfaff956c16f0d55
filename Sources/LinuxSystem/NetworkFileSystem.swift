internal import CLinux
package import SystemPackage

/// File systems that other machines can change.
package enum NetworkFileSystem {
  /// Whether other machines can change files at this path without this kernel noticing (inotify(7): network file
  /// systems only report local events). False if the path cannot be accessed.
  package static func holds(_ path: FilePath) -> Bool {
    contains(type: unsafe path.withPlatformString { unsafe ocrscan_file_system_type($0) })
  }

  /// The same, for an f_type of statfs(2).
  package static func contains(type: Int64) -> Bool {
    switch type {
    case 0x6969: true  // NFS
    case 0x517B, 0xFF53_4D42, 0xFE53_4D42: true  // SMB, CIFS, SMB2
    case 0x0102_1997: true  // 9P
    case 0x6573_5546: true  // FUSE: sshfs and others
    case 0x00C3_6400: true  // Ceph
    case 0x5346_414F: true  // AFS
    default: false
    }
  }
}
