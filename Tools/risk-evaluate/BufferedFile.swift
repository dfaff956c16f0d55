import FoundationEssentials
import SystemPackage

/// A new file that is written in large pieces. Only the user can read it: collected texts may be private.
final class BufferedFile {
  private static let pieceSize = 1 << 18

  private let file: FileDescriptor
  private var pending: [UInt8] = []
  private let encoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return encoder
  }()

  init(_ path: FilePath) throws {
    file = try FileDescriptor.open(
      path, .writeOnly, options: [.create, .truncate], permissions: .ownerReadWrite)
  }

  deinit { try? file.close() }

  /// Appends a line of JSON.
  func append(line row: some Encodable) throws { try append(Array(try encoder.encode(row)) + [0x0A]) }

  func append(_ bytes: [UInt8]) throws {
    pending += bytes
    if pending.count > Self.pieceSize { try flush() }
  }

  /// Writes the rest; call when all is appended.
  func flush() throws {
    try file.writeAll(pending)
    pending.removeAll(keepingCapacity: true)
  }
}
