internal import CLinux
package import SystemPackage

/// File systems that other machines can change.
package enum NetworkFileSystem {
  /// Whether other machines can change files here without this kernel noticing (inotify(7)). False without access.
  package static func holds(_ path: FilePath) -> Bool {
    types.contains(unsafe path.withPlatformString { unsafe ocrscan_file_system_type($0) })
  }

  /// By statfs(2), f_type.
  private static let types: [Int64] = [
    0x6969,  // NFS
    0x517B, 0xFF53_4D42, 0xFE53_4D42,  // SMB, CIFS, SMB2
    0x0102_1997,  // 9P
    0x6573_5546,  // FUSE: sshfs and others
    0x00C3_6400, 0x5346_414F,  // Ceph, AFS
  ]
}
