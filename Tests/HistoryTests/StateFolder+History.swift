import Foundation
import Glibc
import History
import SystemPackage
import TestSupport
import Testing

@testable import ScanModel

extension StateFolder {
  /// The contents of a file that no store of this process has open: closing it would drop SQLite's locks.
  func bytes(_ name: String) -> Data { FileManager.default.contents(atPath: path(name)) ?? Data() }

  func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

  /// Size in bytes of a file in the directory; nil if there is none.
  func size(_ name: String) -> Int? {
    var status = stat()
    return unsafe lstat(path(name), &status) == 0 ? Int(status.st_size) : nil
  }

  /// True if any file of the directory contains the words. A child process searches, so stores may be open.
  func holds(_ words: String) throws -> Bool {
    let grep = Process()
    grep.executableURL = URL(filePath: "/bin/grep")
    grep.arguments = ["--recursive", "--text", "--quiet", "--fixed-strings", "-e", words, directory.string]
    try grep.run()
    grep.waitUntilExit()
    try #require(grep.terminationStatus < 2)
    return grep.terminationStatus == 0
  }

  /// Overwrites bytes in the middle of a file that no store has open.
  func overwrite(_ name: String, at offset: UInt64, with data: Data) throws {
    let handle = try #require(FileHandle(forUpdatingAtPath: path(name)))
    try handle.seek(toOffset: offset)
    try handle.write(contentsOf: data)
    try handle.close()
  }
}

/// A report about a screenshot, with the values a test needs.
func makeReport(
  id: String = UUID().uuidString, sha256: String? = nil, source: ScanSource = .auto,
  scannedAt: Date = Date(timeIntervalSince1970: 1_800_000_000), risk: RiskLevel = .low,
  explanation: String = "Nothing in it asks for anything.", text: String? = "See you at noon",
  requiresReview: Bool = false, failure: ScanFailure.Code? = nil, path: String? = "/pictures/shot.png"
) -> ScanReport {
  ScanReport(
    id: id, path: path, sha256: sha256, source: source, capturedAt: nil, scannedAt: scannedAt,
    image: ScanReport.Image(width: 1920, height: 1080), riskLevel: risk, confidence: 0.9,
    scamProbability: 0.1, category: .none, explanation: Message(whole: explanation), advice: "Nothing to do.",
    evidence: [], text: text, ocr: nil, requiresReview: requiresReview, timings: ScanReport.Timings(total: 12.5),
    error: failure.map { FailureCatalog.describe(ScanFailure($0)) })
}

/// A file as a listing saw it; `version` changes with each write, `touched` with each change of times only.
func makeFile(_ path: String, inode: UInt64 = 7, version: Int64 = 1, touched: Int64 = 0) -> KnownFile {
  KnownFile(
    path: FilePath(path),
    identity: FileIdentity(
      device: 1, inode: inode, size: 1000 + version, modifiedNanoseconds: 1_700_000_000_000_000_000 + version,
      changedNanoseconds: 1_700_000_000_000_000_000 + version + touched))
}

let someHash = String(repeating: "ab", count: 32)
let otherHash = String(repeating: "cd", count: 32)

extension HistoryStore {
  /// Ends one scan.
  func finish(
    _ report: ScanReport, of file: KnownFile, quarantinedFrom engine: String? = nil
  ) async throws -> Int64? {
    try await finish([FinishedScan(report, of: file, quarantinedFrom: engine)])[0]
  }

  /// Begins the scan of a file.
  /// - Returns: The number of the attempt; nil if it need not be scanned.
  func begin(_ file: KnownFile, sha256: String = someHash) async throws -> Int? {
    let admission = try await admit(file, sha256: sha256, to: "1", isStarting: true, at: Date())
    return if case .begin(let attempt) = admission { attempt } else { nil }
  }

  /// The number of the entry that stands for another copy of a picture; nil if that has to be scanned.
  func repeatedNumber(_ sha256: String) async throws -> Int64? {
    let copy = makeFile("/copies/\(UUID().uuidString).png")
    let admission = try await admit(copy, sha256: sha256, to: "1", isStarting: false, at: Date())
    guard case .repeated(let report, _) = admission else { return nil }
    return try await entry(report.id).number
  }
}

/// Makes writes beyond this size of a file fail as on a full disk (setrlimit(2), RLIMIT_FSIZE); nil ends that. For a test
/// in a process of its own, because it applies to the whole process.
func limitFileSize(to bytes: Int?) {
  signal(SIGXFSZ, SIG_IGN)
  var limit = rlimit()
  unsafe getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
  limit.rlim_cur = bytes.map { rlim_t($0) } ?? limit.rlim_max
  unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
}

/// Runs a body that must fail with a `HistoryFailure` and returns its code.
func code(of body: () async throws -> Void) async -> HistoryFailure.Code? {
  do {
    try await body()
    return nil
  } catch let failure as HistoryFailure {
    return failure.code
  } catch {
    Issue.record("not a HistoryFailure: \(error)")
    return nil
  }
}
