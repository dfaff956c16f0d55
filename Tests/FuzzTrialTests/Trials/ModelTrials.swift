import CXXHash
import LinuxSystem
import SystemPackage

@testable import TextClassification

enum ModelTrials {
  private static let fixture: FilePath = {
    let tests = (0..<3).reduce(into: FilePath(#filePath)) { path, _ in path.removeLastComponent() }
    return tests.appending("TextClassificationTests/Fixtures/model.bin")
  }()

  private static let whole: [UInt8] = {
    do {
      return try OwnedDescriptor.contents(of: fixture, followingSymlinks: false, upTo: 1 << 20)
    } catch {
      preconditionFailure("\(error)")
    }
  }()

  private static let classifier: TextClassifier = {
    do {
      return try TextClassifier(path: fixture)
    } catch {
      preconditionFailure("\(error)")
    }
  }()

  /// A valid file with its first 192 bytes replaced and others changed: of every four bytes, three give a place and one
  /// the value. With a correct checksum, the file is either refused or gives finite numbers.
  static func model(_ bytes: [UInt8]) {
    var file = whole
    file.replaceSubrange(0..<min(bytes.count, 192), with: bytes.prefix(192))
    var changes = bytes.dropFirst(192)
    while changes.count >= 4 {
      let change = changes.prefix(4).map(Int.init)
      file[(change[0] | change[1] << 8 | change[2] << 16) % file.count] = UInt8(change[3])
      changes = changes.dropFirst(4)
    }
    let content = Array(file.dropLast(16))
    let hash = unsafe XXH3_128bits(content, content.count)
    let checksum = [hash.low64, hash.high64].flatMap { half in
      (0..<8).map { UInt8(truncatingIfNeeded: half >> (8 * $0)) }
    }
    do {
      let memory = try SealedMemory.holding(content + checksum)
      let model = try TextClassifier(
        file: try ClassifierModelFile(path: FilePath("/proc/self/fd/\(memory.descriptor.raw)")))
      var ids: [Int32] = []
      model.tokenizer.append("pay the parcel fee now".unicodeScalars, to: &ids, limit: min(8, model.maximumCount))
      precondition(model.outputs(of: ids).allSatisfy { $0.isFinite })
    } catch {
      precondition(error is ModelFileFailure)
    }
  }

  /// Word pieces are in the vocabulary and no more than requested, and the first ones do not depend on the limit.
  static func pieces(_ bytes: [UInt8]) {
    let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars
    var (some, many): ([Int32], [Int32]) = ([], [])
    classifier.tokenizer.append(scalars, to: &some, limit: 16)
    classifier.tokenizer.append(scalars, to: &many, limit: classifier.maximumCount)
    precondition(many.count <= min(classifier.maximumCount, scalars.count))
    precondition(some == Array(many.prefix(16)))
    if !many.isEmpty { precondition(classifier.outputs(of: many).allSatisfy { $0.isFinite }) }
  }
}
