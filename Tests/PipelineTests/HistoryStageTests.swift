import Foundation
import History
import ScanModel
import Settings
import SystemPackage
import TestSupport
import Testing

@testable import Pipeline

/// The stages that use the history, with a real one.
struct HistoryStageTests {
  private let folder = TemporaryFolder()
  private let history: HistoryStore

  init() throws {
    Files.setMode(folder.path, 0o700)
    history = try HistoryStore(in: folder.path)
  }

  private func known(_ reuse: ScanPolicy.Reuse, includesFeedback: Bool = true) async -> KnownScreenshot {
    await LookupStage(history: history).run(
      .init(sha256: Samples.sha256, reuse: reuse, includesFeedback: includesFeedback))
  }

  // MARK: Lookup

  @Test func `nothing is known of a new picture, nor without a history`() async {
    #expect(await known(.complete).report == nil)
    let none = await LookupStage(history: nil).run(.init(sha256: Samples.sha256, reuse: .complete))
    #expect(none.report == nil && none.userVerdict == nil && none.failure == nil)
  }

  @Test func `a complete result stands for a new scan only where that is wanted`() async throws {
    try await history.append(Samples.report(.high), path: nil, alerted: false)
    #expect(await known(.complete).report?.riskLevel == .high)
    #expect(await known(.corrected).report == nil)
  }

  @Test func `a corrected text stands for every new scan, with the user's verdict beside it`() async throws {
    let number = try await history.append(Samples.report(.high), path: nil, alerted: false)
    try await history.correct(number, with: Samples.report(.low, text: "right"))
    try await history.verify(number, as: .scam)
    for reuse in [ScanPolicy.Reuse.complete, .corrected] {
      let known = await known(reuse)
      #expect(known.report?.text == "right")
      #expect(known.userVerdict?.verdict == .scam)
    }
  }

  @Test func `what the user said since makes an earlier result worthless`() async throws {
    let number = try await history.append(Samples.report(.high), path: nil, alerted: false)
    try await history.verify(number, as: .notScam)
    let known = await known(.complete)
    #expect(known.report == nil && known.userVerdict?.verdict == .notScam)
    #expect(!known.feedback.isEmpty)
    #expect(await self.known(.complete, includesFeedback: false).feedback.isEmpty)
  }

  @Test func `a history that does not answer is told`() async {
    history.close()
    #expect(await known(.complete).failure != nil)
  }

  // MARK: Persistence

  @Test func `text is stored as the settings have it`() async throws {
    let words = "My card is 4111 1111 1111 1111."
    for (storedText, expected) in [
      (.full, words), (.redacted, "My card is [card number]."), (.none, nil),
    ] as [(Settings.StoredText, String?)] {
      let stage = PersistenceStage(storedText: storedText) { history }
      let number = try #require(try await stage.keep(Samples.report(.low, text: words), path: "/a/shot.png"))
      #expect(try await history.entry(String(number)).report().text == expected)
    }
  }

  @Test func `a file that is not there is not stored`() async throws {
    let report = Samples.blank.failed(ScanFailure(.notFound, subject: "shot.png"))
    let stage = PersistenceStage(storedText: .full) { () throws(HistoryFailure) in
      throw HistoryFailure(.unavailable, detail: "it must not be opened")
    }
    #expect(try await stage.keep(report, path: nil) == nil)
  }

  @Test func `watched files are stored together, redacted, and known then`() async throws {
    let identity = FileIdentity(device: 1, inode: 2, size: 3, modifiedNanoseconds: 4, changedNanoseconds: 5)
    let files = ["/a/1.png", "/a/2.png"].map { KnownFile(path: FilePath($0), identity: identity) }
    let scans = files.map { FinishedScan(Samples.report(.low, text: "card 4111 1111 1111 1111"), of: $0) }
    let stage = PersistenceStage(storedText: .redacted) { history }
    #expect(try await stage.finish(scans).count == 2)
    #expect(try await history.newFiles(among: files, in: "/a").isEmpty)
    #expect(try await history.list().allSatisfy { try $0.report().text == "card [card number]" })
  }

  // MARK: Notification

  @Test func `an alert is due once for a picture, at the levels that ask for one`() async throws {
    let stage = NotificationStage(levels: [.high], history: history)
    #expect(await stage.run(Samples.report(.high)))
    #expect(await !stage.run(Samples.report(.medium)))
    let number = try await history.append(Samples.report(.high), path: nil, alerted: false)
    try await history.markAlerted(number)
    #expect(await !stage.run(Samples.report(.high)))
    #expect(await stage.run(Samples.report(.high, sha256: nil)))
    #expect(await !NotificationStage(levels: [], history: history).run(Samples.report(.high)))
  }
}
