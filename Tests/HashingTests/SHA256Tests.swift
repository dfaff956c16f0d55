import Hashing
import Testing

struct SHA256Tests {
  /// The examples of FIPS 180-4 (NIST, "SHA256.pdf").
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func `the digest is that of the standard`(text: String, digest: String) {
    #expect(SHA256.hexadecimal(SHA256.digest(of: Array(text.utf8))) == digest)
  }

  @Test func `pieces make the same digest as the whole, and a new one begins after the end`() {
    let bytes = Array(0...255).map { UInt8($0) }
    var hash = SHA256()
    for _ in 0..<2 {
      for start in stride(from: 0, to: bytes.count, by: 7) {
        let piece = Array(bytes[start..<min(start + 7, bytes.count)])
        unsafe hash.update(piece.span.bytes)
      }
      #expect(hash.finish() == SHA256.digest(of: bytes))
    }
  }
}
