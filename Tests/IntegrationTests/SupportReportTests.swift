import Foundation
import SystemPackage
import TestSupport
import Testing

/// `ocr-scan doctor --report`: what a bug report needs, and nothing private.
@Suite(.serialized) struct SupportReportTests {
  /// Used wherever something private may appear.
  private static let secret = "zwetschge"
  let home = UserHome()

  private var session: [String: String] {
    [
      "USER": Self.secret, "LOGNAME": Self.secret, "HOSTNAME": Self.secret,
      "XDG_CURRENT_DESKTOP": "GNOME:\(Self.secret)",
      "XDG_SESSION_TYPE": Self.secret, "DBUS_SESSION_BUS_ADDRESS": "unix:path=/\(Self.secret)",
      "TESSDATA_PREFIX": "/\(Self.secret)", "LC_ALL": "de_DE.UTF-8@\(Self.secret)",
    ]
  }

  /// A home, a folder, a file, a setting, a rule, a text and a link with this name.
  private func privateHome() async throws -> [String: String] {
    var environment = session
    for (name, folder) in [
      ("HOME", ""), ("XDG_CONFIG_HOME", "config"), ("XDG_DATA_HOME", "data"), ("XDG_STATE_HOME", "state"),
    ] {
      environment[name] = home.folder("\(Self.secret)/\(folder)").string
    }
    let made = try await home.shell(
      """
      mkdir -p \(Self.secret)/config/ocr-scan \(Self.secret)/shots-\(Self.secret)
      cp '\(TestData.scam)' \(Self.secret)/shots-\(Self.secret)/\(Self.secret).png
      printf 'directories: [%s]\\nretention_days: 7\\ncountry: PT\\n' \
        "$PWD/\(Self.secret)/shots-\(Self.secret)" > \(Self.secret)/config/ocr-scan/config.yaml
      printf 'hello \(Self.secret)' > \(Self.secret)/broken-\(Self.secret).png
      """)
    #expect(made.status == 0, "\(made.diagnostics)")
    // In a separate scan, so that its entry is the first.
    #expect(try await home.scan("\(Self.secret)/shots-\(Self.secret)", adding: environment).status == 1)
    let scanned = try await home.scan(
      "\(Self.secret)/broken-\(Self.secret).png", "/nowhere/\(Self.secret).png", adding: environment)
    #expect(scanned.status != 0)
    let corrected = try await home.scan(
      "history", "correct", "1", "--text", "Meet \(Self.secret) at https://\(Self.secret).example.org now",
      adding: environment)
    #expect(corrected.status == 0, "\(corrected.diagnostics)")
    return environment
  }

  @Test(arguments: [[], ["--json"]])
  func `nothing private is in it, wherever that stands`(options: [String]) async throws {
    let environment = try await privateHome()
    let run = try await home.start("ocr-scan", ["doctor", "--report"] + options, adding: environment).ended()
    #expect(run.status == 0)
    for output in [run.output, run.diagnostics] {
      #expect(!output.lowercased().contains(Self.secret), "\(output)")
      #expect(!output.contains(home.folder.path.string) && !output.contains("/"), "\(output)")
      #expect(!output.contains("infected") && !output.contains(".png"))
    }
    // The test did plant private strings.
    let doctor = try await home.scan("doctor", adding: environment)
    #expect(doctor.output.contains(Self.secret))
  }

  @Test func `it holds what helps`() async throws {
    let environment = try await privateHome()
    let run = try await home.scan("doctor", "--report", adding: environment)
    for line in [
      "- Desktop: GNOME:other, session: other", "- directories: 1 folder (file)", "- retention_days: 7 (file)",
      "- country: set (file)", "- Alerts: notice", "- Reading: fine",
    ] {
      #expect(run.lines.contains(line), "\(line) in \(run.output)")
    }
    #expect(
      run.lines.contains { $0.wholeMatch(of: /- Tesseract: [0-9.]+, languages: .*eng.*/) != nil }, "\(run.output)")
    #expect(
      run.lines.contains { $0.wholeMatch(of: /- 20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9]{2}: [a-z_]+( × [0-9]+)?/) != nil })
    #expect(run.output.contains("### History\n\n- Entries: "))
    #expect(!run.output.contains("PT"))
    let json = try await home.scan("doctor", "--report", "--json", adding: environment)
    #expect(json.lines.count == 1)
    #expect(
      JSONText.keys(json.output) == [
        "checks", "failures", "history", "program", "schema_version", "settings", "system",
      ])
  }

  @Test func `what is broken does not keep the rest from being told`() async throws {
    home.configure("colour: \(Self.secret)\n")
    let run = try await home.scan("doctor", "--report", adding: session)
    #expect(run.status == 0)
    #expect(
      run.output.contains("They cannot be understood.") && run.lines.contains("- Settings: invalid_configuration"))
    #expect(run.output.contains("None that can be read.") && !run.output.contains(Self.secret))
    let json = try await home.scan("doctor", "--report", "--json", adding: session)
    #expect(json.output.contains("\"settings\":null") && json.output.contains("\"history\":null"))
    #expect(try await home.scan("doctor", "--json").status == 64)
  }
}
