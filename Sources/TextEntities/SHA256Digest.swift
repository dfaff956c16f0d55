internal import CNettle

/// SHA-256 (FIPS 180-4).
package enum SHA256Digest {
  /// The 32 bytes for these bytes.
  package static func of(_ bytes: [UInt8]) -> [UInt8] {
    var context = sha256_ctx()
    var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_SIZE))
    let count = digest.count
    unsafe nettle_sha256_init(&context)
    unsafe bytes.withUnsafeBufferPointer { unsafe nettle_sha256_update(&context, $0.count, $0.baseAddress) }
    unsafe digest.withUnsafeMutableBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return }
      unsafe nettle_sha256_digest(&context, count, start)
    }
    return digest
  }

  /// The same in lower-case hexadecimal.
  package static func text(of text: String) -> String {
    of(Array(text.utf8)).map { byte in
      let digits = String(byte, radix: 16)
      return digits.utf8.count == 1 ? "0\(digits)" : digits
    }.joined()
  }
}
