import Foundation
import ScanModel
import Settings
import SystemPackage
import TestSupport
import Testing

struct SettingsFileEditorTests {
  let folder = TemporaryFolder()
  let defaults = Settings(processorCount: 2)
  let loader = SettingsLoader(home: "/home/me", defaults: Settings(processorCount: 2))

  private func text(of file: FilePath) throws -> String {
    try String(contentsOfFile: file.string, encoding: .utf8)
  }

  @Test func `the example names every setting and, taken as it is or uncommented, means the defaults`() throws {
    let example = SettingsFileEditor.example(defaults: defaults)
    let uncommented = example.replacing("\n#", with: "\n").replacing("\n ", with: "\n# ")
    for text in [example, uncommented] {
      #expect(try loader.check(text, of: "/x") == defaults)
    }
    for definition in SettingDefinition.all {
      #expect(uncommented.contains("\n\(definition.name): "))
    }
  }

  @Test(arguments: [
    ("", ["3"], "workers: 3\n"),
    ("# mine\ndebounce: 1\n\n", ["3"], "# mine\ndebounce: 1\nworkers: 3\n"),
    ("workers: 1 # few\n\n# next\ndebounce: 1\n", ["3"], "workers: 3 # few\n\n# next\ndebounce: 1\n"),
    ("\"workers\" : '1'  # \"few\" # or not\r\n", ["3"], "workers: 3  # \"few\" # or not\r\n"),
    ("workers: # few\n  1\n", ["3"], "workers: 3 # few\n"),
    ("debounce: 1\nworkers:\n  1\n# end", ["3"], "debounce: 1\nworkers: 3\n# end"),
    ("workers: 1\r\ndebounce: 1\r\n", ["3"], "workers: 3\r\ndebounce: 1\r\n"),
  ])
  func `a changed setting leaves the rest of the file alone`(old: String, values: [String], new: String) throws {
    let file = try folder.write(old, to: "config.yaml")
    try loader.set("workers", to: values, in: file)
    #expect(try text(of: file) == new)
  }

  @Test(arguments: [
    ("['/a #1', \"/b # 2\"]  # mine", "  # mine"), ("['/a #1']", ""), ("[/a#1, /b]", ""), ("[/a#1, /b] #", " #"),
    (" # mine\n  - /a #1\n  - /b # 2", "  # mine"), ("\n  - /a  # one\n  - /b", ""),
  ])
  func `a comment behind a setting stays, and nothing else of its value`(old: String, comment: String) throws {
    let file = try folder.write("directories: \(old)\nworkers: 1\n", to: "config.yaml")
    try loader.set("directories", to: ["/new"], in: file)
    #expect(try text(of: file) == "directories: [\"/new\"]\(comment)\nworkers: 1\n")
  }

  @Test func `a list with strange names comes back as it was`() throws {
    let file = try folder.write("directories:\n  # old\n  - /a\n  - /b\nworkers: 1\n", to: "config.yaml")
    let folders = ["/x \"y\" \\ z, #", "~/é: [b]", "/tab\there\u{7F}\n"]
    try loader.set("directories", to: folders, in: file)
    let settings = try loader.load(file: file, environment: [:])
    #expect(settings.directories == ["/x \"y\" \\ z, #", "/home/me/é: [b]", "/tab\there\u{7F}\n"])
    #expect(settings.workers == 1)
  }

  @Test(arguments: [
    ("workers", ["99"], "\"workers\" must be a whole number from 1 to 16"),
    ("workers", ["1", "2"], "\"workers\" must be a whole number from 1 to 16"),
    ("wrokers", ["1"], "there is no setting \"wrokers\"; did you mean \"workers\"?"),
    ("debounce", ["1"], "\"debounce\" cannot be changed here; change it with an editor"),
  ])
  func `a refused change leaves the file as it was`(name: String, values: [String], reason: String) throws {
    let old = "{workers: 2, debounce: 3}\n"
    let file = try folder.write(old, to: "config.yaml")
    let failure = try #require(
      #expect(throws: SettingsFailure.self) { try loader.set(name, to: values, in: file) })
    #expect(failure.problems.map(\.reason.english) == [reason])
    #expect(try text(of: file) == old)
  }

  @Test func `a file with problems is not changed`() throws {
    let file = try folder.write("workers: x\n", to: "config.yaml")
    #expect(throws: SettingsFailure.self) { try loader.set("debounce", to: ["1"], in: file) }
    #expect(try text(of: file) == "workers: x\n")
  }

  @Test func `a new file is private, a link stays a link, and nothing is left behind`() throws {
    let file = folder.path.appending("config.yaml")
    try loader.set("workers", to: ["1"], in: file)
    let mode = try FileManager.default.attributesOfItem(atPath: file.string)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    let link = folder.path.appending("link.yaml")
    try FileManager.default.createSymbolicLink(atPath: link.string, withDestinationPath: "config.yaml")
    try loader.set("workers", to: ["2"], in: link)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.string) == "config.yaml")
    #expect(try text(of: file) == "workers: 2\n")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path.string).sorted() == ["config.yaml", "link.yaml"])
    #expect(throws: SettingsFailure.self) {
      try loader.set("workers", to: ["1"], in: folder.path.appending("none/config.yaml"))
    }
  }
}
