import ScanModel
import ScreenshotLibrary
import SystemPackage
import TestSupport
import Testing

@testable import Pipeline

struct IntakeStageTests {
  private let folder = TemporaryFolder()
  private let stage = IntakeStage(maximumBytes: 4)

  @Test func `a link is followed only where the user named it`() throws {
    Files.write(folder("shot.png"), [1, 2, 3])
    Files.symlink(folder("shot.png"), at: folder("link.png"))
    #expect(try stage.run(.named(folder("link.png"))).byteCount == 3)
    #expect(throws: IntakeFailure.self) { try stage.run(.found(folder("link.png"))) }
    #expect(try stage.run(.found(folder("shot.png"))).byteCount == 3)
  }

  @Test func `what is too large is refused`() throws {
    Files.write(folder("large.png"), [1, 2, 3, 4, 5])
    let failure = #expect(throws: IntakeFailure.self) { try stage.run(.named(folder("large.png"))) }
    #expect(failure?.code == .tooLarge)
  }

  @Test func `a missing file was there a moment ago, or never`() throws {
    let failure = try #require(
      #expect(throws: IntakeFailure.self) { try stage.run(.found(folder("none.png"))) })
    #expect(failure.scanFailure(name: "none.png", wasAnnounced: true, maximumBytes: 4).code == .deletedBeforeScan)
    #expect(failure.scanFailure(name: "none.png", wasAnnounced: false, maximumBytes: 4).code == .notFound)
    #expect(IntakeStage.Source.found("a").wasAnnounced && !IntakeStage.Source.named("a").wasAnnounced)
  }
}
