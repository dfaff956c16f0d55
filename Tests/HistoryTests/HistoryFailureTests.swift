import GRDB
import ScanModel
import Testing

@testable import History

struct HistoryFailureTests {
  @Test(arguments: HistoryFailure.Code.allCases)
  func `every failure ends the program with a status for storage or for a missing entry`(
    code: HistoryFailure.Code
  ) {
    let failure = HistoryFailure(code, subject: "the subject", detail: "the detail").scanFailure
    let expected: ScanModel.ExitStatus = code == .notFound || code == .ambiguous ? .notFound : .storage
    #expect(failure.code.exitStatus == expected)
    #expect(failure.subject == "the subject")
    #expect(failure.detail == "the detail")
  }

  @Test func `room is counted without an overflow`() {
    #expect(HistoryStore.hasRoom(blocks: .max, size: 4096))
    #expect(HistoryStore.hasRoom(blocks: 256, size: 4096))
    #expect(!HistoryStore.hasRoom(blocks: 255, size: 4096))
  }
}

/// What decides about the advice is said in the same words.
struct HistoryRemedyTests {
  @Test(arguments: [
    (ResultCode.SQLITE_FULL, "Make room on the disk"), (.SQLITE_READONLY, "Allow writing to it"),
    (.SQLITE_BUSY, "Try again"),
  ])
  func `what cannot be deleted says what helps`(code: ResultCode, remedy: String) {
    let failure = HistoryFailure(DatabaseError(resultCode: code), while: .delete).scanFailure
    #expect(FailureCatalog.describe(failure).recoverySuggestion.english.hasPrefix(remedy))
  }
}
