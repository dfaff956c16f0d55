import CTesseractParts
import Foundation
import ScanModel
import Testing

/// The network layers for each kind of processor, compared with Tesseract's own.
@Suite(.serialized)
struct NetworkTests {
  private static let own = Int32(OCRSCAN_NETWORK_TESSERACT)
  private static let others = (0..<OCRSCAN_NETWORK_COUNT).filter {
    $0 != own && ocrscan_network_is_available($0) == 1
  }

  /// Text, boxes and confidences, to the last bit.
  @Test(
    arguments: [
      ("images/scam/bank-sms-dark.png", ["eng"]), ("images/clean/timetable-table-small.png", ["eng"]),
      ("images/clean/bahn-mail-deutsch.png", ["deu"]),
    ])
  func `every kind of processor reads the same`(path: String, languages: [String]) throws {
    defer { ocrscan_network_choose(-1) }
    let rgb = try FixtureReading.rgb(path)
    ocrscan_network_choose(Self.own)
    let expected = try FixtureReading.read(rgb, languages: languages).text
    try #require(expected.wordCount > 20)
    for kernel in Self.others {
      let before = ocrscan_network_layers()
      ocrscan_network_choose(kernel)
      #expect(try FixtureReading.read(rgb, languages: languages).text == expected, "kernel \(kernel)")
      // Convolution, pooling, four LSTMs and the two layers around them.
      #expect(ocrscan_network_layers() >= before + 8)
    }
  }

  @Test func `a layer that differs in one bit from Tesseract's own is given back`() throws {
    defer {
      ocrscan_network_spoil(0)
      ocrscan_network_choose(-1)
    }
    let rgb = try FixtureReading.rgb("images/scam/bank-sms-dark.png")
    ocrscan_network_choose(Self.own)
    let expected = try FixtureReading.read(rgb, languages: ["eng"]).text
    ocrscan_network_choose(-1)
    ocrscan_network_spoil(1)
    let (proven, refused) = (ocrscan_network_layers(), ocrscan_network_refused())
    #expect(try FixtureReading.read(rgb, languages: ["eng"]).text == expected)
    #expect(ocrscan_network_layers() == proven)
    #expect(Self.others.isEmpty || ocrscan_network_refused() >= refused + 8)
  }

  #if arch(x86_64)
    // Without the variable the program was not built by `make` (Package.swift).
    @Test(.enabled(if: ProcessInfo.processInfo.environment["OCR_SCAN_TESSERACT"] != nil))
    func `a processor of the last ten years has faster layers than Tesseract's`() {
      #expect(Self.others.contains(Int32(OCRSCAN_NETWORK_AVX2)))
      #expect(ocrscan_network_is_available(OCRSCAN_NETWORK_COUNT) == 0)
    }
  #endif
}
