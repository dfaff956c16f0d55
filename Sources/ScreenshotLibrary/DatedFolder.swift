internal import LinuxSystem
internal import ScanModel
internal import SystemPackage

/// Sub-folders that screenshot tools name by date: "2026", "2026-11", "20261121", or "11" inside "2026". Others are
/// ignored: users have seen what they sort by hand, and a tree of unknown size must not be walked at every listing.
enum DatedFolder {
  static let maximumDepth = 3  // year, month and day
  /// Only the newest names of a folder are watched. Older ones are still listed.
  private static let maximumCount = 512

  /// Whether this name is a date. `depth` is 0 inside a watched folder, 1 inside a dated folder in it, and so on.
  static func isName(_ name: RawSpan, depth: Int) -> Bool {
    guard depth < maximumDepth, (1...10).contains(name.byteCount) else { return false }
    var groups = [0]
    for offset in 0..<name.byteCount {
      let byte = name.byte(at: offset)
      if (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
        groups[groups.count - 1] += 1
      } else if [UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: " ")].contains(byte) {
        groups.append(0)
      } else {
        return false
      }
    }
    return switch groups {
    case [4], [6], [8], [4, 2], [4, 2, 2], [2, 2, 4]: true
    case [1], [2], [2, 2]: depth > 0
    default: false
    }
  }

  static func isName(_ name: [UInt8], depth: Int) -> Bool { unsafe isName(name.span.bytes, depth: depth) }

  /// The dated folders below a folder, newest names first. Links are not followed.
  static func all(in folder: FilePath) -> [FilePath] {
    let newest = all(in: folder, depth: 0).sorted { $1.bytes.lexicographicallyPrecedes($0.bytes) }
    return Array(newest.prefix(maximumCount))
  }

  private static func all(in folder: FilePath, depth: Int) -> [FilePath] {
    guard depth < maximumDepth,
      let directory = try? OwnedDescriptor.openDirectory(folder, followingSymlinks: depth == 0),
      var listing = try? DirectoryListing(directory)
    else { return [] }
    var found: [FilePath] = []
    while let entry = try? listing.next(matching: { isName($0, depth: depth) }) {
      guard (try? listing.status(ofEntry: entry.name))?.kind == .directory,
        let path = folder.appending(name: entry.name)
      else { continue }
      found += [path] + all(in: path, depth: depth + 1)
    }
    return found
  }
}
