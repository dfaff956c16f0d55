internal import LinuxSystem
internal import SystemPackage

/// The pictures whose alert was shown although the history does not know it, by the SHA-256 of their bytes: the disk was
/// full, or the program ended between the two. The session's runtime folder is kept in memory, which has room, and
/// outlives the program.
struct ShownAlertsFile: Sendable {
  /// A choice: 65 kB. Beyond it some may be told of twice.
  private static let maximumCount = 1_000
  private static let hashLength = 64

  private let path: FilePath

  /// - Parameter directory: The folder of the daemon's lock, to which only the user can write.
  init(in directory: FilePath) { path = directory.appending("shown-alerts") }

  /// What was written last; nothing if there is no such file.
  func read() -> Set<String> {
    guard let file = try? OwnedDescriptor.openFile(path, followingSymlinks: false) else { return [] }
    var buffer = [UInt8](repeating: 0, count: Self.maximumCount * (Self.hashLength + 1))
    guard let count = try? OwnedDescriptor.read(from: file.raw, into: &buffer, atMost: buffer.count) else { return [] }
    let lines = String(decoding: buffer[..<count], as: UTF8.self).split(separator: "\n")
    return Set(lines.lazy.map(String.init).filter { $0.utf8.count == Self.hashLength })
  }

  /// Replaces it, whole or not at all. Without it an alert may be shown twice, which is better than none.
  func write(_ hashes: Set<String>) {
    let lines = hashes.prefix(Self.maximumCount).map { $0 + "\n" }
    try? AtomicFile.replace(path, with: Array(lines.joined().utf8), isDurable: false)
  }
}
