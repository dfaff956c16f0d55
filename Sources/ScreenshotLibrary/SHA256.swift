internal import CNettle

/// SHA-256 (FIPS 180-4) of bytes that arrive in pieces, computed by Nettle with the processor's instructions.
struct SHA256 {
  private var context = sha256_ctx()

  init() {
    unsafe nettle_sha256_init(&context)
  }

  mutating func update(_ bytes: RawSpan) {
    unsafe bytes.withUnsafeBytes { buffer in
      guard let start = buffer.baseAddress else { return }
      unsafe nettle_sha256_update(&context, buffer.count, start.assumingMemoryBound(to: UInt8.self))
    }
  }

  /// The digest as 64 lower-case hexadecimal digits. Resets the hash.
  mutating func finish() -> String {
    var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_SIZE))
    let count = digest.count
    unsafe digest.withUnsafeMutableBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return }
      unsafe nettle_sha256_digest(&context, count, start)
    }
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
