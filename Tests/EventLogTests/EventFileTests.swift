import Foundation
import TestSupport
import Testing

@testable import EventLog

struct EventFileTests {
  let fixture = StateFolder()

  @Test func `a process that comes late does not rotate again`() throws {
    var first = try EventFile(in: fixture.directory)
    let second = try EventFile(in: fixture.directory)
    try first.append(Array("one\n".utf8))
    #expect(try first.rotate(keeping: 3))
    #expect(first.size() == nil)
    #expect(try second.rotate(keeping: 3) == false, "the first one still holds the lock")
    _ = consume first
    var third = try EventFile(in: fixture.directory)
    try third.append(Array("two\n".utf8))
    #expect(try second.rotate(keeping: 3))
    #expect(try fixture.names() == ["events.jsonl", "events.jsonl.1"])
    #expect(try fixture.text("events.jsonl") == "two\n")
    #expect(try fixture.text("events.jsonl.1") == "one\n")
  }

  @Test func `rotation moves every file up and drops the oldest`() throws {
    for text in ["one\n", "two\n", "three\n", "four\n"] {
      var file = try EventFile(in: fixture.directory)
      try file.append(Array(text.utf8))
      #expect(try file.rotate(keeping: 3))
    }
    #expect(try fixture.names() == ["events.jsonl.1", "events.jsonl.2"])
    #expect(try fixture.text("events.jsonl.1") == "four\n")
    #expect(try fixture.text("events.jsonl.2") == "three\n")
  }
}
