import ImageContainers
import Testing

struct PNGTextsTests {
  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// A chunk with a zero checksum: nobody checks those of text chunks.
  private func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let count = UInt32(data.count)
    return (0..<4).map { UInt8(truncatingIfNeeded: count >> (24 - 8 * $0)) } + Array(type.utf8) + data + [0, 0, 0, 0]
  }

  private func texts(_ chunks: [UInt8]...) -> [String] {
    let file = Self.signature + chunk("IHDR", Array(repeating: 0, count: 13)) + chunks.flatMap { $0 }
    return unsafe ImageContainer.texts(in: file.span.bytes).map { "\($0.keyword)=\($0.value)" }
  }

  @Test func `texts before the data are read`() {
    let software = chunk("tEXt", Array("Software\0gnome-screenshot".utf8))
    let comment = chunk("iTXt", Array("Comment\0\0\0en\0\0übersetzt".utf8))
    #expect(
      texts(software, comment, chunk("IDAT", [1]), software) == ["Software=gnome-screenshot", "Comment=übersetzt"])
  }

  @Test func `what is compressed, too long, malformed or cut off is left out`() {
    let good = chunk("tEXt", Array("A\0b".utf8))
    #expect(texts(chunk("iTXt", Array("C\0\u{1}\0\0\0x".utf8)), good) == ["A=b"])
    #expect(texts(chunk("tEXt", Array(repeating: 0x41, count: 5000)), good) == ["A=b"])
    #expect(texts(chunk("tEXt", Array("no end".utf8)), chunk("iTXt", Array("C\0".utf8)), good) == ["A=b"])
    #expect(texts(Array(good.dropLast(6))) == [])
    #expect(unsafe ImageContainer.texts(in: Array("no picture".utf8).span.bytes).isEmpty)
    #expect(texts(Array(repeating: good, count: 100).flatMap { $0 }).count == 16)
  }
}
