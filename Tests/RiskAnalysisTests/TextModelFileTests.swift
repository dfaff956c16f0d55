import ScanModel
import SystemPackage
import Testing

@testable import RiskAnalysis

struct TextModelFileTests {
  /// The file as it ships.
  private static let shipped = Result {
    let file = try FileDescriptor.open(Fixture.rulesDirectory.appending("text-model.bin"), .readOnly)
    return try file.closeAfter {
      var bytes = [UInt8](repeating: 0, count: 4 << 20)
      let count = try unsafe bytes.withUnsafeMutableBytes { try unsafe file.read(into: $0) }
      return Array(bytes[..<count])
    }
  }

  /// Puts the right hash behind changed bytes.
  private func sealed(_ bytes: [UInt8]) -> [UInt8] {
    var hash = WordHash()
    for byte in bytes.dropLast(8) { hash.combine(UInt32(byte)) }
    return bytes.dropLast(8) + (0..<8).map { UInt8(truncatingIfNeeded: hash.value >> (8 * UInt64($0))) }
  }

  @Test func `the shipped model loads, is small and can alarm only within its limits`() throws {
    let bytes = try Self.shipped.get()
    #expect(bytes.count <= 4 << 20)
    let model = try TextModelFile.read(bytes)
    #expect(model.weights.count == 1 << model.bits)
    #expect(model.signalWeights.count == EntitySignal.allCases.count)
    #expect(model.signalWeights.contains { $0 != 0 })
    let most = model.contribution(ofScore: 1_000, length: 100, hasReasonAgainst: false)
    #expect(model.calibration.probability(ofSum: most) < model.calibration.high, "wording alone is never of high risk")
    #expect(model.contribution(ofScore: 1_000, length: 100, hasReasonAgainst: true) == 0)
    #expect(model.contribution(ofScore: 1_000, length: 3, hasReasonAgainst: false) < most / 2)
    #expect(
      model.contribution(ofScore: -1_000, length: 3, hasReasonAgainst: true) == model.share * model.limits.lowerBound)
  }

  @Test func `a file that is cut off anywhere is refused`() throws {
    let bytes = try Self.shipped.get()
    for length in Array(0..<200) + [1_000, bytes.count / 2, bytes.count - 1] {
      #expect(throws: TextModelFile.Failure.self) { try TextModelFile.read(Array(bytes.prefix(length))) }
    }
    #expect(throws: TextModelFile.Failure.wrongSize) { try TextModelFile.read(bytes + [0]) }
  }

  @Test func `a changed byte is noticed`() throws {
    let bytes = try Self.shipped.get()
    for position in stride(from: 16, to: bytes.count, by: 40_009) {
      var changed = bytes
      changed[position] ^= 0x10
      #expect(throws: TextModelFile.Failure.damaged) { try TextModelFile.read(changed) }
    }
  }

  @Test(arguments: [
    (0, TextModelFile.Failure.notAModel), (4, .unknownVersion), (8, .outOfRange), (12, .outOfRange), (23, .outOfRange),
    (31, .outOfRange), (111, .outOfRange),
  ])
  func `numbers that make no sense are refused even with the right hash`(
    position: Int, failure: TextModelFile.Failure
  ) throws {
    var bytes = try Self.shipped.get()
    for offset in 0..<(position < 16 ? 4 : 1) { bytes[position + offset] = 0xFF }
    #expect(throws: failure) { try TextModelFile.read(sealed(bytes)) }
  }

  @Test func `a damaged model beside the rules is a failure that names the file`() throws {
    let folder = try TemporaryRules()
    defer { folder.remove() }
    try folder.write("rules.yaml", Array("signals:\n  - {id: s, phrases: [a b]}\n".utf8))
    try folder.write("text-model.bin", Array("OSTM damaged".utf8))
    let failure = #expect(throws: RulePackFailure.self) { try RulePack.load(directory: folder.path) }
    #expect(failure?.problems.map(\.file) == ["text-model.bin"])
    try folder.write("text-model.bin", try Self.shipped.get())
    #expect(try RulePack.load(directory: folder.path).textModel != nil)
  }
}
