/// The file of a compiled rule pack: what reading the YAML files of `Rules` comes to, in the form in which it is used, so
/// that starting takes milliseconds. Written when the programs are built, by rule-compiler. All numbers little-endian:
///
///     "OCRPACK", a zero byte          8 bytes
///     version                         4 bytes
///     number of entity signals        4 bytes
///     hash of everything after it     8 bytes
///     header, rules, phrases, companies, lists and advice, in the order of `write`
package enum CompiledPack {
  package static let fileName = "rules.pack"
  /// Raise it with every change of what is written, or of what it means (folding, hashing, entity signals).
  static let version: UInt32 = 1
  private static let magic = Array("OCRPACK\u{0}".utf8)
  private static let headerLength = 24
  private static let hashPosition = 16

  /// - Parameter pack: As the reader of rule files made it.
  /// - Returns: The bytes of the file.
  package static func bytes(of pack: RulePack) -> [UInt8] {
    var writer = PackBytesWriter()
    for byte in magic { writer.number(byte) }
    writer.number(version)
    writer.number(UInt32(EntitySignal.allCases.count))
    writer.number(UInt64(0))
    pack.write(to: &writer)
    return sealed(writer.bytes)
  }

  /// The same bytes with the right hash in them.
  package static func sealed(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.count >= headerLength else { return bytes }
    var bytes = bytes
    let hash = hash(of: bytes)
    for place in 0..<8 { bytes[hashPosition + place] = UInt8(truncatingIfNeeded: hash >> UInt64(8 * place)) }
    return bytes
  }

  /// - Returns: The pack, without a text model.
  /// - Throws: Why the bytes are none; whatever they are, nothing else happens.
  package static func read(_ bytes: [UInt8]) throws(CompiledPackFailure.Reason) -> RulePack {
    guard bytes.starts(with: magic) else { throw .foreign }
    guard bytes.count >= headerLength else { throw .cutOff }
    var reader = PackBytesReader(bytes, from: magic.count)
    guard try reader.number(UInt32.self) == version,
      try reader.number(UInt32.self) == UInt32(EntitySignal.allCases.count)
    else { throw .otherVersion }
    guard try reader.number(UInt64.self) == hash(of: bytes) else { throw .damaged }
    let pack = try RulePack(reading: &reader)
    guard reader.isAtEnd else { throw .outOfRange }
    return pack
  }

  /// Of everything after the header: against damage, not against forgers. In four rows of eight bytes each, which a
  /// processor works out at once.
  private static func hash(of bytes: [UInt8]) -> UInt64 {
    unsafe bytes.withUnsafeBytes { bytes in
      var rows = SIMD4<UInt64>(1, 2, 3, 4) &* 0xCBF2_9CE4_8422_2325
      var position = headerLength
      while position + 32 <= bytes.count {
        let words = unsafe bytes.loadUnaligned(fromByteOffset: position, as: SIMD4<UInt64>.self)
        rows = (rows ^ words) &* 0x9E37_79B9_7F4A_7C15
        rows ^= rows &>> 29
        position += 32
      }
      var hash = UInt64(bytes.count)
      for row in 0..<4 { hash = (hash ^ rows[row]) &* 0x100_0000_01B3 }
      for place in position..<max(position, bytes.count) {
        hash = (hash ^ UInt64(unsafe bytes[place])) &* 0x100_0000_01B3
      }
      return hash
    }
  }
}
