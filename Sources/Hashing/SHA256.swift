internal import CNettle

/// Incremental SHA-256 (FIPS 180-4), computed by Nettle, which uses the processor's instructions.
package struct SHA256 {
  private var context = sha256_ctx()

  package init() { unsafe nettle_sha256_init(&context) }

  package mutating func update(_ bytes: RawSpan) {
    unsafe bytes.withUnsafeBytes { buffer in
      guard let start = buffer.baseAddress else { return }
      unsafe nettle_sha256_update(&context, buffer.count, start.assumingMemoryBound(to: UInt8.self))
    }
  }

  /// The digest of the bytes so far, 32 bytes; starts over.
  package mutating func finish() -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_SIZE))
    let count = digest.count
    unsafe digest.withUnsafeMutableBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return }
      unsafe nettle_sha256_digest(&context, count, start)
    }
    return digest
  }

  package static func digest(of bytes: [UInt8]) -> [UInt8] {
    var hash = SHA256()
    // Bytes have no padding that could be uninitialized.
    unsafe hash.update(bytes.span.bytes)
    return hash.finish()
  }

  /// The digest of a text in UTF-8, in lower-case hexadecimal.
  package static func hexadecimal(of text: String) -> String { hexadecimal(digest(of: Array(text.utf8))) }

  /// A digest in lower-case hexadecimal.
  package static func hexadecimal(_ digest: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
