import Glibc
import LinuxSystem
import TestSupport
import Testing

struct SharedOutputTests {
  private static func fill(_ descriptor: Int32, _ text: String) throws {
    try unsafe Array(text.utf8).withUnsafeBytes { try unsafe SharedOutput.fill(descriptor: descriptor, with: $0) }
  }

  @Test func `what was filled in is there when it is sealed, and no more`() throws {
    let output = try SharedOutput(name: "test", capacity: 1 << 30)
    try Self.fill(output.descriptor.raw, "filled")
    try SharedOutput.seal(descriptor: output.descriptor.raw)
    let memory = try output.sealed(byteCount: 6)
    let (raw, byteCount) = (memory.descriptor.raw, memory.byteCount)
    #expect(byteCount == 6)
    let text = try memory.withBytes { bytes in
      unsafe bytes.withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
    }
    #expect(text == "filled")
    // Nobody can write any more, through this descriptor or another.
    #expect(unsafe pwrite(raw, "x", 1, 0) < 0)
    #expect(throws: SystemError.self) { try Self.fill(raw, "changed") }
    withExtendedLifetime(memory) {}
  }

  /// Why its bytes are refused; nil if they are not.
  private static func refusal(_ output: consuming SharedOutput, byteCount: Int64) -> SystemError? {
    do throws(SystemError) {
      _ = try output.sealed(byteCount: byteCount)
      return nil
    } catch {
      return error
    }
  }

  @Test func `nobody gets more into it than it may hold`() throws {
    let output = try SharedOutput(name: "test", capacity: 8)
    let raw = output.descriptor.raw
    #expect(throws: SystemError("mmap", errno: EINVAL)) { try Self.fill(raw, "nine more") }
    #expect(unsafe pwrite(raw, "nine more", 9, 0) <= 8)
    #expect(ftruncate(raw, 100) < 0)
    try SharedOutput.seal(descriptor: raw)
    #expect(Self.refusal(output, byteCount: 9) == SystemError("fcntl", errno: EINVAL))
  }

  @Test func `who still holds a mapping keeps it from being sealed`() throws {
    let output = try SharedOutput(name: "test", capacity: 4096)
    let mapping = unsafe mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, output.descriptor.raw, 0)
    defer { unsafe munmap(mapping, 4096) }
    let raw = output.descriptor.raw
    #expect(throws: SystemError("fcntl", errno: EBUSY)) { try SharedOutput.seal(descriptor: raw) }
    // Memory that can still change is not handed out.
    #expect(Self.refusal(output, byteCount: 1) == SystemError("fcntl", errno: EINVAL))
  }

  @Test func `a file that somebody could shorten is not filled`() throws {
    let file = try MemoryFile.make("some text that is long enough")
    let raw = file.raw
    #expect(throws: SystemError("mmap", errno: EINVAL)) { try Self.fill(raw, "text") }
    withExtendedLifetime(file) {}
    #expect(throws: SystemError("statx", errno: EBADF)) { try Self.fill(-1, "text") }
  }
}
