import ScanModel
import SystemPackage
import TestSupport
import Testing

@testable import Daemon

struct ToldSettingsTests {
  private let folder = TemporaryFolder()
  private let told = ToldSettings()
  private let failure = ScanFailure(.invalidConfiguration, detail: "line 1")

  private func isNew(_ failure: ScanFailure? = nil, _ reason: ReloadReason = .settingsFile) -> Bool {
    told.isNew(failure ?? self.failure, of: folder("config.yaml"), reason)
  }

  @Test func `one state of the file is told of once`() {
    #expect(isNew() && !isNew())
    Files.write(folder("config.yaml"))
    #expect(isNew() && !isNew())
    Files.write(folder("config.yaml"), append: true)
    #expect(isNew() && !isNew())
  }

  @Test func `another failure is told, and the same one when the user asks or it was over`() {
    #expect(isNew())
    #expect(isNew(ScanFailure(.invalidConfiguration, detail: "line 2")))
    #expect(isNew(ScanFailure(.invalidConfiguration, detail: "line 2"), .requested))
    told.reset()
    #expect(isNew(ScanFailure(.invalidConfiguration, detail: "line 2")))
  }
}
