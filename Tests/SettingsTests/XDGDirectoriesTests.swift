import ScanModel
import Settings
import SystemPackage
import Testing

struct XDGDirectoriesTests {
  @Test func `without variables the directories are below the home`() throws {
    let directories = try XDGDirectories(environment: ["HOME": "/home/me"])
    #expect(directories.settingsFile == "/home/me/.config/ocr-scan/config.yaml")
    #expect(directories.rulesDirectory == "/home/me/.config/ocr-scan/rules.d")
    #expect(directories.historyFile == "/home/me/.local/share/ocr-scan/history.sqlite")
    #expect(directories.state == "/home/me/.local/state/ocr-scan")
    #expect(directories.runtime == "/home/me/.local/state/ocr-scan/runtime")
  }

  @Test func `variables move the directories`() throws {
    let directories = try XDGDirectories(environment: [
      "HOME": "/home/me", "XDG_CONFIG_HOME": "/c", "XDG_DATA_HOME": "/d/", "XDG_STATE_HOME": "/s",
      "XDG_RUNTIME_DIR": "/run/user/7",
    ])
    #expect(directories.configuration == "/c/ocr-scan")
    #expect(directories.data == "/d/ocr-scan")
    #expect(directories.state == "/s/ocr-scan")
    #expect(directories.runtime == "/run/user/7/ocr-scan")
  }

  @Test func `relative and empty paths are ignored`() throws {
    let directories = try XDGDirectories(environment: [
      "HOME": "/home/me", "XDG_CONFIG_HOME": "c", "XDG_DATA_HOME": "", "XDG_STATE_HOME": "./s", "XDG_RUNTIME_DIR": "r",
    ])
    #expect(directories == (try XDGDirectories(environment: ["HOME": "/home/me"])))
  }

  @Test(arguments: [[:], ["HOME": ""], ["HOME": "me"]])
  func `without a home there is a clear failure`(environment: [String: String]) throws {
    let failure = try #require(
      #expect(throws: SettingsFailure.self) { try XDGDirectories(environment: environment) })
    #expect(
      FailureCatalog.describe(failure.scanFailure).message
        == "HOME could not be understood: must be the path of your home directory.")
  }
}
