import Foundation
import Testing

@testable import Commands
@testable import ScanModel

struct ServiceJournalTests {
  @Test func `the journal is known by its device and inode`() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "journal-\(UUID().uuidString)")
    #expect(FileManager.default.createFile(atPath: file.path, contents: nil))
    defer { try? FileManager.default.removeItem(at: file) }
    let handle = try FileHandle(forWritingTo: file)
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    let device = try #require(attributes[.systemNumber] as? NSNumber)
    let inode = try #require(attributes[.systemFileNumber] as? NSNumber)
    let descriptor = handle.fileDescriptor
    #expect(ServiceJournal.isTarget(descriptor, ["JOURNAL_STREAM": "\(device):\(inode)"]))
    #expect(!ServiceJournal.isTarget(descriptor, ["JOURNAL_STREAM": "\(device):1"]))
    #expect(!ServiceJournal.isTarget(descriptor, [:]))
    #expect(!ServiceJournal.isTarget(-1, ["JOURNAL_STREAM": "\(device):\(inode)"]))
  }

  @Test func `a line has the outcome, and neither the name of the file nor a word of it`() {
    var report = ScanReport(
      id: "x", path: "/secret/name.png", sha256: String(repeating: "ab12", count: 16), source: .auto,
      capturedAt: nil, scannedAt: Date(), image: .init(width: 640, height: 480), riskLevel: .high, confidence: 0.9,
      scamProbability: 0.9, category: .delivery, explanation: "It asks you to pay.", advice: "A", evidence: [],
      text: "words", ocr: nil, requiresReview: false, timings: ScanReport.Timings(), error: nil)
    #expect(ServiceJournal.line(report) == "Screenshot ab12ab12: high risk")
    report.sha256 = nil
    report.error = FailureCatalog.describe(ScanFailure(.permissionDenied, subject: "/secret/name.png"))
    #expect(ServiceJournal.line(report) == "Screenshot unread: permission_denied")
  }
}
