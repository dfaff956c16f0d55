internal import Glibc
internal import LinuxSystem
internal import ScanModel
internal import SystemPackage

/// What /proc reports about processes (proc(5)).
package struct ProcessTable: Sendable {
  package var id: Int32
  package var name: String
  package var parent: Int32
  package var group: Int32
  /// The process has ended, whether or not it has been reaped.
  package var isDead: Bool

  /// All processes that exist now.
  package static func all() -> [ProcessTable] {
    guard let directory = try? OwnedDescriptor.openDirectory("/proc"), var listing = try? DirectoryListing(directory)
    else { return [] }
    var table: [ProcessTable] = []
    while let entry = try? listing.next() {
      guard let id = Int32(String(decoding: entry.name, as: UTF8.self)), let process = ProcessTable(id) else {
        continue
      }
      table.append(process)
    }
    return table
  }

  /// Nil if there is no such process.
  package init?(_ id: Int32) {
    // "12 (name) S 1 12 ...": the name may contain anything, including parentheses.
    let line = String(decoding: Files.contents(FilePath("/proc/\(id)/stat")), as: UTF8.self)
    guard let open = line.firstIndex(of: "("), let close = line.lastIndex(of: ")") else { return nil }
    let fields = line[line.index(after: close)...].split(separator: " ")
    guard fields.count > 3, let parent = Int32(fields[1]), let group = Int32(fields[2]) else { return nil }
    self.id = id
    name = String(line[line.index(after: open)..<close])
    self.parent = parent
    self.group = group
    isDead = fields[0] == "Z" || fields[0] == "X"
  }

  /// The environment a process was started with.
  package static func environment(of id: Int32) -> [String] {
    Files.contents(FilePath("/proc/\(id)/environ")).split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The command line of a process.
  package static func arguments(of id: Int32) -> [String] {
    Files.contents(FilePath("/proc/\(id)/cmdline")).split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The signals that the first thread of a process blocks; empty if it is gone.
  package static func blockedSignals(of id: Int32) -> Set<Int32> {
    let status = String(decoding: Files.contents(FilePath("/proc/\(id)/status")), as: UTF8.self)
    guard let line = status.split(separator: "\n").first(where: { $0.hasPrefix("SigBlk:") }),
      let mask = line.split(whereSeparator: \.isWhitespace).last.flatMap({ UInt64($0, radix: 16) })
    else { return [] }
    // Signal 1 is the lowest bit.
    return Set((1...64).filter { mask & (1 << UInt64($0 - 1)) != 0 }.map(Int32.init))
  }

  /// The number of system call filters that confine a process (proc(5), Seccomp_filters), inherited ones included.
  package static func systemCallFilterCount(of id: Int32) -> Int {
    let text = String(decoding: Files.contents(FilePath("/proc/\(id)/status")), as: UTF8.self)
    let line = text.split(separator: "\n").first { $0.hasPrefix("Seccomp_filters:") }
    return line?.split(whereSeparator: \.isWhitespace).last.flatMap { Int($0) } ?? 0
  }

  /// Processor time used by a process, in milliseconds, to the clock tick (10 ms); 0 if it is gone.
  package static func processorTime(of id: Int32) -> Int {
    let line = String(decoding: Files.contents(FilePath("/proc/\(id)/stat")), as: UTF8.self)
    guard let close = line.lastIndex(of: ")") else { return 0 }
    // Fields 14 and 15 of the line, counted from 1; the one after the name is the third.
    let fields = line[line.index(after: close)...].split(separator: " ")
    guard fields.count > 12, let user = Int(fields[11]), let system = Int(fields[12]) else { return 0 }
    return (user + system) * 1000 / sysconf(Int32(_SC_CLK_TCK))
  }

  /// Peak resident memory of a process, in KiB; nil if it is gone.
  package static func peakMemory(of id: Int32) -> Int? {
    let text = String(decoding: Files.contents(FilePath("/proc/\(id)/status")), as: UTF8.self)
    guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }) else { return nil }
    return line.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) }
  }
}
