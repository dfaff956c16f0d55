import Dispatch
import ScanModel
import ScreenshotLibrary
import SystemPackage
import TestSupport
import Testing

@testable import Pipeline

/// The parts of an automatic scan: the lock, the time limit, and the choice of the file.
struct AutomaticScanTests {
  private let folder = TemporaryFolder()

  private func acquire(_ names: String..., debounce: Duration = .zero) -> Result<AutomaticScanLock, ScanFailure> {
    do throws(ScanFailure) {
      return .success(try AutomaticScanLock.acquire(in: names.map { folder($0) }, debounce: debounce))
    } catch {
      return .failure(error)
    }
  }

  private func code(_ result: Result<AutomaticScanLock, ScanFailure>) -> ScanFailure.Code? {
    if case .failure(let failure) = result { failure.code } else { nil }
  }

  // MARK: Lock

  @Test func `there is one automatic scan at a time, until it ends`() {
    var first: Result<AutomaticScanLock, ScanFailure>? = acquire("runtime")
    #expect(first.map(code) == .some(nil))
    #expect(code(acquire("runtime")) == .scanInProgress)
    first = nil
    #expect(code(acquire("runtime")) == nil)
  }

  @Test func `two requests that follow each other at once are one`() {
    #expect(code(acquire("runtime", debounce: .seconds(600))) == nil)
    #expect(code(acquire("runtime", debounce: .seconds(600))) == .debounced)
    #expect(code(acquire("runtime", debounce: .zero)) == nil)
  }

  @Test func `a directory that cannot be used is passed over for the next one`() {
    Files.write(folder("file"))
    #expect(code(acquire("file", "runtime")) == nil)
    #expect(code(acquire("file")) == .permissionDenied)
  }

  @Test func `a time that nobody understands debounces nothing`() {
    #expect(code(acquire("runtime", debounce: .seconds(600))) == nil)
    Files.write(folder("runtime").appending("automatic-scan.time"), Array("yesterday\n".utf8))
    #expect(code(acquire("runtime", debounce: .seconds(600))) == nil)
  }

  @Test(arguments: [Int64.min, .max])
  func `neither does a time that none can be`(nanoseconds: Int64) {
    #expect(code(acquire("runtime", debounce: .seconds(600))) == nil)
    let file = folder("runtime").appending("automatic-scan.time")
    let boot = String(decoding: Files.contents(file).prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self)
    Files.write(file, Array("\(boot) \(nanoseconds)\n".utf8))
    #expect(code(acquire("runtime", debounce: .seconds(600))) == nil)
  }

  // MARK: Deadline

  @Test func `a call that blocks is left behind when time is over`() async {
    let isOver = DispatchSemaphore(value: 0)
    let late = await CallDeadline(instant: .now + .milliseconds(20)).run { () -> Bool in
      isOver.wait()
      return true
    }
    isOver.signal()
    #expect(late == nil)
    #expect(await CallDeadline(instant: .now + .seconds(60)).run { 7 } == 7)
    #expect(CallDeadline(instant: .now - .seconds(1)).rest == .zero)
  }

  // MARK: File

  private func fetch(maximumAge: Duration, maximumBytes: Int64 = 1_000) async throws -> NewestScreenshot.Fetched {
    let newest = NewestScreenshot(
      intake: IntakeStage(maximumBytes: maximumBytes), maximumAge: maximumAge,
      deadline: CallDeadline(instant: .now + .seconds(60)), timeout: .seconds(60))
    let collection = try #require(
      await newest.look(into: [ScreenshotFolders.Choice(folder: folder.path, origin: .configured)]))
    return await newest.fetch(from: collection)
  }

  private func addScreenshot() -> FilePath {
    let path = folder("Screenshot from 2026-11-22 10-00-00.png")
    Files.write(path, [1, 2, 3])
    return path
  }

  @Test func `the newest screenshot is read`() async throws {
    let path = addScreenshot()
    guard case .content(let content, let found) = try await fetch(maximumAge: .seconds(600)) else {
      Issue.record("nothing was read")
      return
    }
    #expect(content.byteCount == 3 && found == path)
  }

  @Test func `an old, a large and a missing screenshot are told apart`() async throws {
    #expect(try await failure(fetch(maximumAge: .seconds(600)))?.code == .notFound)
    _ = addScreenshot()
    #expect(try await failure(fetch(maximumAge: .zero))?.code == .tooOld)
    #expect(try await failure(fetch(maximumAge: .seconds(600), maximumBytes: 2))?.code == .imageTooLarge)
  }

  private func failure(_ fetched: NewestScreenshot.Fetched) -> ScanFailure? {
    if case .failed(let failure, _) = fetched { failure } else { nil }
  }
}
