import History
import ScanModel
import Testing

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
}
