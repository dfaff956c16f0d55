import CTransformer
import Foundation
import LinuxSystem
import SystemPackage
import TestSupport
import Testing

@testable import TextClassification

struct ClassifierModelFileTests {
  private func failure(_ bytes: [UInt8]) throws -> ModelFileFailure? {
    let memory = try SealedMemory.holding(bytes)
    do throws(ModelFileFailure) {
      _ = try TextClassifier(file: try ClassifierModelFile(path: FilePath("/proc/self/fd/\(memory.descriptor.raw)")))
      return nil
    } catch {
      return error
    }
  }

  private func integer(_ bytes: [UInt8], _ offset: Int) -> Int {
    bytes[offset..<(offset + 8)].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// Replaces bytes and appends the correct checksum.
  private func changed(_ offset: Int, _ bytes: [UInt8]) -> [UInt8] {
    var all = Fixture.modelBytes
    all.replaceSubrange(offset..<(offset + bytes.count), with: bytes)
    return Fixture.withChecksum(all)
  }

  @Test func `the whole file is taken`() throws {
    #expect(try failure(Fixture.modelBytes) == nil)
    #expect(try failure(Fixture.withChecksum(Fixture.modelBytes)) == nil)
  }

  @Test func `a file that is cut off anywhere, or goes on, is refused`() throws {
    let bytes = Fixture.modelBytes
    let ends = (0..<8).map { integer(bytes, 64 + 16 * $0) }.flatMap { [$0 - 1, $0, $0 + 1, $0 + 64] }
    for length in Array(0..<256) + ends + [
      bytes.count / 2, bytes.count - 64, bytes.count - 17, bytes.count - 16, bytes.count - 1,
    ] {
      let expected: ModelFileFailure = length < 8 ? .notAModelFile : .damaged
      #expect(try failure(Array(bytes.prefix(length))) == expected, "\(length)")
      // A correct checksum alone does not make the file whole.
      if length >= 256 { #expect(try failure(Fixture.withChecksum(Array(bytes.prefix(length)))) == .damaged) }
    }
    for more in [1, 16, 64, 4096] { #expect(try failure(bytes + Array(repeating: 0, count: more)) == .damaged) }
  }

  @Test func `any changed bit is noticed`() throws {
    let bytes = Fixture.modelBytes
    for offset in Array(0..<256) + Array(stride(from: 256, to: bytes.count, by: 997))
      + Array((bytes.count - 40)..<bytes.count)
    {
      var changed = bytes
      changed[offset] ^= 1 << UInt8(offset % 8)
      let expected: ModelFileFailure = offset < 8 ? .notAModelFile : offset < 12 ? .otherVersion : .damaged
      #expect(try failure(changed) == expected, "\(offset)")
    }
  }

  @Test func `a changed header is noticed even with the right checksum`() throws {
    for offset in 8..<192 {
      // The lowest bits of epsilon, and its order of magnitude, may differ.
      guard !(52..<56).contains(offset) else { continue }
      for flip in [UInt8(1), 0x10, 0x80, 0xFF] {
        // Four or two heads are both possible.
        if offset == 28, flip == 1 || flip == 0x10 { continue }
        let found = try failure(changed(offset, [Fixture.modelBytes[offset] ^ flip]))
        #expect(found == (offset < 12 ? .otherVersion : .damaged), "\(offset), \(flip)")
      }
    }
  }

  @Test func `numbers that make no sense are refused even with the right checksum`() throws {
    let bytes = Fixture.modelBytes
    func place(_ part: Int) -> Int { integer(bytes, 64 + 16 * part) }
    func float(_ value: Float) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value.bitPattern >> (8 * $0)) } }
    let scales = place(4) + 3 * 64 * 64
    let (totals, biases) = (scales + 3 * 64 * 4, scales + 2 * 3 * 64 * 4)
    for value in [Float.nan, .infinity, -.infinity, 1_000.5, -1_000.5, 1e30] {
      for offset in [
        place(2), place(3) - 4, place(3), place(5), place(5) + 3 * 65 * 4 - 4, scales, biases, biases + 3 * 64 * 4 - 4,
      ] {
        #expect(try failure(changed(offset, float(value))) == .damaged, "\(value) at \(offset)")
      }
    }
    for value in [Float.nan, -40_000, 40_000] { #expect(try failure(changed(totals, float(value))) == .damaged) }
    for value in [Float(-0.001), 4.5] {
      for offset in [place(1), scales] { #expect(try failure(changed(offset, float(value))) == .damaged) }
    }
    for value in [Float.nan, 0, -1, 0.01, 1e-20] { #expect(try failure(changed(52, float(value))) == .damaged) }
    #expect(try failure(changed(52, float(1e-5))) == nil)
  }

  @Test func `a vocabulary that is not in order is refused`() throws {
    let bytes = Fixture.modelBytes
    let (start, size) = (integer(bytes, 64 + 96), integer(bytes, 64 + 104))
    let count = try Fixture.read().vocabulary.count
    let (ids, text) = (start + 4 * (count + 1), start + 4 * (count + 1) + 2 * count)
    #expect(try failure(changed(start, [1])) == .damaged)
    #expect(try failure(changed(start + 4, [0])) == .damaged, "an empty piece")
    #expect(try failure(changed(start + 4, [0xFF, 0xFF, 0xFF, 0xFF])) == .damaged)
    #expect(try failure(changed(start + 4 * count, [0xFF])) == .damaged)
    #expect(try failure(changed(ids, Array(bytes[(ids + 2)..<(ids + 4)]))) == .damaged, "an id twice")
    #expect(try failure(changed(ids, [0xFF, 0xFF])) == .damaged, "no such id")
    #expect(try failure(changed(text, [0x7F])) == .damaged, "not the first of all")
    #expect(try failure(changed(start + size - 1, [0xFF])) == .damaged, "no UTF-8")
    let unknown = try #require(bytes[text..<(start + size)].firstRange(of: Array("[UNK]".utf8)))
    #expect(try failure(changed(unknown.lowerBound + 3, [UInt8(ascii: "L")])) == .damaged, "no [UNK]")
  }

  @Test func `parameters that are not in order are refused`() throws {
    let bytes = Fixture.modelBytes
    let (start, size) = (integer(bytes, 64 + 112), integer(bytes, 64 + 120))
    for offset in start..<(start + size) {
      var bytes = bytes
      bytes[offset] = 0xFF
      let found = try failure(Fixture.withChecksum(bytes))
      #expect(found == nil || found == .damaged)
    }
    #expect(try failure(changed(start, [0])) == .damaged, "something is left over")
    #expect(try failure(changed(start, [8])) == .damaged, "something is missing")
    #expect(try failure(changed(start + 4, [4])) == .damaged, "of no kind")
    let names = try #require(bytes[start..<(start + size)].firstRange(of: Array("first\nsecond".utf8)))
    #expect(try failure(changed(names.lowerBound + 5, [UInt8(ascii: " ")])) == .damaged, "two names for three outputs")
  }

  @Test func `what is no model file is told apart`() throws {
    let folder = TemporaryFolder()
    func failure(_ path: FilePath) -> ModelFileFailure? {
      do throws(ModelFileFailure) {
        _ = try ClassifierModelFile(path: path)
        return nil
      } catch {
        return error
      }
    }
    #expect(failure(folder("nothing")) == .missing)
    #expect(failure(folder.path) == .notAModelFile)
    Files.makeFIFO(folder("fifo"))
    #expect(failure(folder("fifo")) == .notAModelFile)
    Files.write(folder("empty"), [])
    #expect(failure(folder("empty")) == .notAModelFile)
    Files.write(folder("picture"), Array("\u{89}PNG\r\n\u{1A}\n and so on".utf8))
    #expect(failure(folder("picture")) == .notAModelFile)
    Files.write(folder("large"))
    Files.truncate(folder("large"), to: 1 << 40)
    #expect(failure(folder("large")) == .notAModelFile)
    Files.symlink("loop", at: folder("loop"))
    #expect(failure(folder("loop"))?.reason.hasPrefix("the file cannot be read: ") == true)
    Files.symlink(Fixture.modelPath, at: folder("link"))
    #expect(failure(folder("link")) == nil)
  }

  @Test func `any weights and the largest numbers still give finite outputs`() throws {
    let bytes = Fixture.modelBytes
    var extreme = bytes
    func fill(_ part: Int, _ value: Float) {
      let (start, size) = (integer(bytes, 64 + 16 * part), integer(bytes, 72 + 16 * part))
      for offset in start..<(start + size) {
        extreme[offset] = UInt8(truncatingIfNeeded: value.bitPattern >> (8 * UInt32((offset - start) % 4)))
      }
    }
    var generator = SeededGenerator(seed: 3)
    for part in [1, 2, 3, 5] { fill(part, part == 1 ? 4 : 1_000) }
    // Matrices of only the smallest and largest bytes, each followed by the largest numbers.
    var offset = integer(bytes, 64 + 64)
    for _ in 0..<2 {
      for (rows, columns, normalized) in [(192, 64, 0), (64, 64, 128), (128, 64, 0), (64, 128, 128)] {
        let byte: UInt8 = [0x7F, 0x80].randomElement(using: &generator) ?? 0
        for place in offset..<(offset + rows * columns) { extreme[place] = byte }
        offset += rows * columns
        for (count, value) in [(rows, Float(4)), (rows, Float(columns) * 512), (rows + normalized, 1_000)] {
          for place in 0..<(4 * count) {
            extreme[offset + place] = UInt8(truncatingIfNeeded: value.bitPattern >> (8 * UInt32(place % 4)))
          }
          offset += 4 * count
        }
      }
    }
    let memory = try SealedMemory.holding(Fixture.withChecksum(extreme))
    let classifier = try TextClassifier(
      file: try ClassifierModelFile(path: FilePath("/proc/self/fd/\(memory.descriptor.raw)")))
    for run in try Fixture.read().runs {
      #expect(classifier.outputs(of: run.ids).allSatisfy { $0.isFinite })
    }
  }
}
