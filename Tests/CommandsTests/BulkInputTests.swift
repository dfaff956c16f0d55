import Foundation
import Glibc
import ScanModel
import SystemPackage
import Testing

@testable import Commands

struct SeparatedReaderTests {
  /// The objects of an input; nil for one that is too long.
  private func pieces(_ bytes: [UInt8], separator: UInt8 = 10, maximumObject: Int = 1 << 20) throws -> [[UInt8]?] {
    let file = FileManager.default.temporaryDirectory.appending(path: "pieces-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(bytes).write(to: file)
    let reader = try SeparatedReader(file.path, separator: separator, maximumObject: maximumObject)
    var pieces: [[UInt8]?] = []
    while let piece = try reader.next() {
      if case .whole(let bytes) = piece { pieces.append(bytes) } else { pieces.append(nil) }
    }
    return pieces
  }

  @Test func `pieces are what is between separators, empty ones too, but none after the last`() throws {
    #expect(try pieces(Array("a\n\nbc\n".utf8)) == [[97], [], [98, 99]])
    #expect(try pieces(Array("a\nb".utf8)) == [[97], [98]])
    #expect(try pieces(Array("a\nb\0\0".utf8), separator: 0) == [[97, 10, 98], []])
    #expect(try pieces([]) == [])
  }

  @Test func `what is too long is passed over, and the next piece is whole`() throws {
    let long = [UInt8](repeating: 120, count: 10 << 20)
    #expect(try pieces(long + [10, 97, 10] + long) == [nil, [97], nil])
    let edge = [UInt8](repeating: 120, count: SeparatedReader.maximumPath)
    #expect(try pieces(edge + [10] + edge + [120, 10, 97]) == [edge, nil, [97]])
  }

  @Test func `what is left can be read at once, up to a limit`() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "rest-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    let long = [UInt8](repeating: 120, count: 300_000)
    try Data([97, 10] + long).write(to: file)
    #expect(try SeparatedReader(file.path).readAll(maximum: 200_000) == [97, 10] + long.prefix(199_998))
    let reader = try SeparatedReader(file.path)
    _ = try reader.next()
    #expect(try reader.readAll(maximum: 1 << 20) == long)
    #expect(try reader.next() == nil)
  }

  @Test func `objects may be longer than paths, up to their own limit`() throws {
    let object = [UInt8(ascii: "{")] + [UInt8](repeating: 120, count: 200_000)
    #expect(try pieces(object + [10, 97]) == [object, [97]])
    #expect(try pieces(object + [10, 97], maximumObject: 100_000) == [nil, [97]])
  }
}

struct InputObjectTests {
  private func object(_ json: String) -> InputObject? {
    try? JSONDecoder().decode(InputObject.self, from: Data(json.utf8))
  }

  @Test func `a number and a text are two identifiers`() {
    let number = object(#"{"id": 7}"#)?.id
    let text = object(#"{"id": "7"}"#)?.id
    #expect(number?.isNumeric == true && text?.isNumeric == false && number?.text == "7" && text?.text == "7")
    #expect(number != text && number?.key != text?.key)
  }

  @Test func `null is as if the key was not there`() {
    let empty = object(#"{"id": null, "text": null, "path": null, "bytes": null}"#)
    #expect(empty != nil && empty?.id == nil && empty?.text == nil && empty?.path == nil && empty?.bytes == nil)
    #expect(empty?.unreadable == [])
    #expect(object("[1]") == nil && object("{") == nil)
  }

  @Test(arguments: ["1.5", "18446744073709551615", "true", "[7]", "{}"])
  func `an identifier that cannot be given back is no identifier`(value: String) throws {
    let found = try #require(object(#"{"id": \#(value), "path": "x"}"#))
    #expect(found.id == nil && found.path == "x")
    #expect(found.complaint(about: .path) == nil)
    #expect(found.complaint(about: .id)?.english.hasPrefix("its \"id\" is neither text nor a whole number") == true)
  }
}

struct BulkItemTests {
  private func item(_ json: String) -> BulkItem {
    BulkItem(.whole(Array(json.utf8)), number: 3, holdsPathsOnly: false)
  }

  @Test(
    arguments: [
      (#"{"id": 1.5, "path": "a.png"}"#, "line 3", "its \"id\" is neither"),
      (#"{"id": "b", "path": 5}"#, "b", "its \"path\" is not text"),
      (#"{"id": 4, "path": "a.png", "bytes": [1]}"#, "4", "its \"bytes\" is not text"),
      (#"{"id": 4}"#, "4", "it has neither"),
    ])
  func `what is of another type is refused, not passed over`(json: String, id: String, reason: String) {
    let found = item(json)
    #expect(found.id.text == id)
    guard case .malformed(let why) = found.picture else {
      Issue.record("it counts as a picture")
      return
    }
    #expect(why.english.hasPrefix(reason))
  }

  @Test func `other keys may hold anything`() {
    guard case .file(let path) = item(#"{"path": "a.png", "text": 5, "note": {}}"#).picture else {
      Issue.record("it does not count as a picture")
      return
    }
    #expect(path == "a.png")
  }
}

struct EarlierRecordsTests {
  @Test(arguments: ["/nowhere/records.jsonl", "/dev/null/records.jsonl"])
  func `a file that is not there holds no records`(name: String) throws {
    #expect(try EarlierRecords(name, maximumRecord: 1 << 20).identifiers.isEmpty)
  }

  @Test func `one that cannot be looked at does not count as not there`() {
    let name = "/tmp/" + String(repeating: "x", count: 300)
    let failure = #expect(throws: ScanFailure.self) { _ = try EarlierRecords(name, maximumRecord: 1 << 20) }
    #expect(failure?.code == .permissionDenied)
  }
}

struct BulkShardTests {
  @Test(arguments: ["0/2", "3/2", "1", "1/2/3", "a/b", "-1/2", "1/0", ""])
  func `a part is one of how many there are`(text: String) { #expect(BulkShard(text) == nil) }

  @Test func `parts are of like size`() throws {
    let shards = try (1...4).map { try #require(BulkShard("\($0)/4")) }
    var counts = [0, 0, 0, 0]
    for number in 0..<4_000 {
      let item = BulkItem(.whole(Array("/pictures/\(number).png".utf8)), number: number, holdsPathsOnly: true)
      let holders = shards.indices.filter { shards[$0].contains(item) }
      try #require(holders.count == 1)
      counts[holders[0]] += 1
    }
    #expect(counts.allSatisfy { (900...1_100).contains($0) }, "\(counts)")
  }
}
