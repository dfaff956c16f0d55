internal import CXXHash

/// The file format of a compiled rule pack: the tables as they are used, so that starting takes milliseconds. rule-compiler
/// writes it during the build. All numbers are little-endian:
///
///     "OCRPACK", a zero byte          8 bytes
///     version                         4 bytes
///     number of built-in signals      4 bytes
///     hash of everything after it     8 bytes
///     everything else, in the order of `RulePack.write`
package enum CompiledRulePack {
  package static let fileName = "rules.pack"
  /// Raise this with every change of the content or its meaning (folding, hashing, built-in signals).
  static let version: UInt32 = 3
  private static let magic = Array("OCRPACK\u{0}".utf8)
  private static let headerLength = 24
  private static let hashPosition = 16

  /// The file for a pack that was read from rule files.
  package static func bytes(of pack: RulePack) -> [UInt8] {
    var writer = BinaryWriter()
    for byte in magic { writer.number(byte) }
    writer.number(version)
    writer.number(UInt32(BuiltInSignal.allCases.count))
    writer.number(UInt64(0))
    pack.write(to: &writer)
    return sealed(writer.bytes)
  }

  /// Returns the same bytes with the correct hash.
  package static func sealed(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.count >= headerLength else { return bytes }
    var bytes = bytes
    let hash = hash(of: bytes)
    for place in 0..<8 { bytes[hashPosition + place] = UInt8(truncatingIfNeeded: hash >> UInt64(8 * place)) }
    return bytes
  }

  /// Reads any bytes safely.
  /// - Throws: Why they are not a compiled pack.
  package static func read(_ bytes: [UInt8]) throws(CompiledRulePackFailure.Reason) -> RulePack {
    guard bytes.starts(with: magic) else { throw .foreign }
    guard bytes.count >= headerLength else { throw .cutOff }
    var reader = BinaryReader(bytes: bytes, position: magic.count)
    guard try reader.number(UInt32.self) == version,
      try reader.number(UInt32.self) == UInt32(BuiltInSignal.allCases.count)
    else { throw .otherVersion }
    guard try reader.number(UInt64.self) == hash(of: bytes) else { throw .damaged }
    let pack = try RulePack(reading: &reader)
    guard reader.isAtEnd else { throw .outOfRange }
    return pack
  }

  /// XXH3 of everything after the header. Detects damage, not forgery.
  private static func hash(of bytes: [UInt8]) -> UInt64 {
    unsafe bytes[headerLength...].withUnsafeBytes { unsafe XXH3_64bits($0.baseAddress, $0.count) }
  }
}

/// A compiled rule pack that cannot be used: the installation is damaged or incomplete.
package struct CompiledRulePackFailure: Error, Sendable, Equatable, CustomStringConvertible {
  package enum Reason: Error, Sendable, Equatable {
    case missing, unreadable, foreign, otherVersion, cutOff, damaged, outOfRange

    var words: String {
      switch self {
      case .missing: "the file is not installed"
      case .unreadable: "the file cannot be read"
      case .foreign: "the file is no rule pack"
      case .otherVersion: "the rule pack is of another version of the program"
      case .cutOff: "the rule pack is cut off"
      case .damaged: "the rule pack is damaged"
      case .outOfRange: "the rule pack holds numbers that make no sense"
      }
    }
  }

  package var file: String
  package var reason: Reason

  package var description: String { "\(file): \(reason.words)" }
}
