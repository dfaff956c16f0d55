import FoundationEssentials
import Glibc
import History
import LinuxSystem
import Settings
import SystemPackage
import TestSupport
import Testing

@testable import Daemon
@testable import ScanModel

struct HistoryOpenerTests {
  private let folder = TemporaryFolder()
  private let failures = Locked<[ScanFailure.Code]>([])
  private let notes = Locked<[String]>([])
  private let notified = Locked<[ScanFailure.Code]>([])
  private let directories: XDGDirectories
  private let opener: HistoryOpener

  init() throws {
    directories = try XDGDirectories(environment: ["HOME": folder.path.string])
    opener = HistoryOpener(
      directories: directories, keepsLinks: false,
      output: DaemonOutput(
        note: { [notes] line in notes.withLock { $0.append(line) } },
        failure: { [failures] failure in failures.withLock { $0.append(failure.code) } }, report: { _ in }),
      notify: { [notified] failure in notified.withLock { $0.append(failure.code) } },
      disk: BlockingIOPool(label: "history-opening"))
  }

  private func addEntry() async throws {
    let history = try await opener.open(checking: false)
    let file = KnownFile(
      path: "/shots/a.png",
      identity: FileIdentity(device: 1, inode: 1, size: 1, modifiedNanoseconds: 1, changedNanoseconds: 1))
    _ = try await history.finish([FinishedScan(makeReport(path: "/shots/a.png"), of: file)])
    history.close()
  }

  @Test func `a history that is not there is made`() async throws {
    let history = try await opener.open(checking: false)
    #expect(try await history.counts().entries == 0)
    #expect(failures.withLock { $0.isEmpty })
  }

  @Test func `one that was lost but is sound is opened as it is`() async throws {
    try await addEntry()
    let history = try await opener.open(checking: true)
    #expect(try await history.counts().entries == 1)
    #expect(notes.withLock { $0.isEmpty })
  }

  @Test func `a damaged one is set aside, and the user is told`() async throws {
    try await addEntry()
    Files.write(directories.historyFile, Array("not a database, and long enough to be looked at".utf8))
    let history = try await opener.open(checking: false)
    #expect(try await history.counts().entries == 0)
    #expect(failures.withLock { $0 } == [.corruptData])
    #expect(notified.withLock { $0 } == [.corruptData])
    #expect(notes.withLock { $0 }.first?.hasPrefix("The damaged history was set aside as ") == true)
  }

  @Test func `what a killed run has set aside is salvaged by the next one, once`() async throws {
    try await addEntry()
    // It counts free pages that it does not have; all else can be read.
    var bytes = Files.contents(directories.historyFile)
    bytes[39] &+= 1
    Files.write(directories.historyFile, bytes)
    let kept = try #require(try HistoryStore.setAside(in: directories.data, at: Date()))
    for _ in 1...2 {
      let history = try await opener.open(checking: false)
      #expect(try await history.counts().entries == 1)
      history.close()
    }
    #expect(notified.withLock { $0 } == [.corruptData])
    let told = "The damaged history was set aside as \(kept.displayName); 1 of its entries could be read "
    #expect(notes.withLock { $0 }.map { $0.hasPrefix(told) } == [true])
  }

  @Test func `a disk that does not answer in time may be tried again`() async throws {
    try await addEntry()
    let directory = try FileDescriptor.open(directories.data, .readOnly)
    defer { try? directory.close() }
    // Opening waits for whoever sets the history up.
    #expect(flock(directory.rawValue, LOCK_EX) == 0)
    let impatient = HistoryOpener(
      directories: directories, keepsLinks: false, output: opener.output, notify: opener.notify,
      disk: opener.disk, patience: .milliseconds(100))
    let failure = await #expect(throws: HistoryFailure.self) { try await impatient.open(checking: false) }
    #expect(failure?.code == .unavailable && failure?.detail == ScanFailure.silentDisk)
    let history = DaemonHistory(.failure(try #require(failure))) { [opener] () async throws(HistoryFailure) in
      try await opener.open(checking: false)
    }
    flock(directory.rawValue, LOCK_UN)
    // The late opening ends first.
    try await eventually { await history.tryOpening() }
    #expect(try await history.store().counts().entries == 1)
    history.close()
  }

  @Test func `a disk that is not there may be tried again`() async throws {
    // A file where the directory belongs.
    let parent = directories.data.removingLastComponent()
    Files.makeFolder(folder(".local"))
    Files.write(parent, [1])
    let failure = await #expect(throws: HistoryFailure.self) { try await opener.open(checking: false) }
    #expect(failure?.code == .unavailable)
    #expect(failures.withLock { $0.isEmpty })
    let history = DaemonHistory(.failure(try #require(failure))) { [opener] () async throws(HistoryFailure) in
      try await opener.open(checking: false)
    }
    #expect(await history.tryOpening() == false)
    let refusal = #expect(throws: HistoryFailure.self) { try history.store() }
    // Not the code that makes the daemon open it anew, because that is being tried.
    #expect(refusal?.code == .save && refusal?.detail == failure?.detail)
    Files.unlink(parent)
    #expect(await history.tryOpening())
    #expect(try await history.store().counts().entries == 0)
    history.close()
  }
}
