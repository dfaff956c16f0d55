internal import ScanModel
internal import SystemPackage

/// Files that were scanned but whose outcome could not be stored, so that they are not scanned over and over while
/// the disk is full. Forgotten when the daemon ends: the next one scans them again.
struct UnsavedOutcomes {
  /// Beyond this the oldest are forgotten; they would then be scanned once more.
  private static let capacity = 10_000
  private var identities: [FilePath: FileIdentity] = [:]
  private var order: [FilePath] = []

  func holds(_ path: FilePath) -> Bool { identities[path] != nil }

  /// True if the file was scanned in exactly this state.
  func holds(_ file: SeenFile) -> Bool { identities[file.path] == file.identity }

  mutating func keep(_ file: SeenFile) {
    if identities.updateValue(file.identity, forKey: file.path) == nil { order.append(file.path) }
    if order.count > Self.capacity { identities[order.removeFirst()] = nil }
  }

  mutating func forget(_ path: FilePath) {
    guard identities.removeValue(forKey: path) != nil else { return }
    order.removeAll { $0 == path }
  }
}
