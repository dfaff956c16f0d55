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

  private func known() async -> KnownScreenshot { await LookupStage(history: history).run(Samples.sha256) }

  // MARK: Lookup

  @Test func `nothing is known of a new picture, nor without a history`() async {
    #expect(await known().report == nil)
    let none = await LookupStage(history: nil).run(Samples.sha256)
    #expect(none.report == nil && none.userVerdict == nil && none.failure == nil)
  }

  @Test func `a corrected text stands for every new scan, with the user's verdict beside it`() async throws {
    let number = try await history.append(Samples.report(.high), path: nil)
    try await history.correct(number, with: Samples.report(.low, text: "right"))
    try await history.verify(number, as: .scam)
    let known = await known()
    #expect(known.report?.text == "right" && known.userVerdict?.verdict == .scam)
  }

  @Test func `what the user said is known, and the picture is read again`() async throws {
    let number = try await history.append(Samples.report(.high), path: nil)
    try await history.verify(number, as: .notScam)
    let known = await known()
    #expect(known.report == nil && known.userVerdict?.verdict == .notScam)
    #expect(!known.feedback.isEmpty)
  }

  @Test func `a history that does not answer is told`() async {
    history.close()
    #expect(await known().failure != nil)
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
}
