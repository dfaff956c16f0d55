/// What a bug report needs, without anything that identifies the computer or its user: no path, no name of a user, host
/// or file, no text, no value that somebody could have typed. Values from outside are kept only if they are numbers or
/// on a fixed list.
struct SupportReport {
  struct Program: Encodable {
    var version: String
    /// Release dates of the rules and the model.
    var rules: String
    var model: String
    var tesseract: String
    /// Installed languages that the Tesseract project knows.
    var languages: [String]
  }

  struct System: Encodable {
    var distribution: String
    var kernel: String
    var architecture: String
    var processors: Int
    /// In GiB, rounded up.
    var memoryGigabytes: Int
    var desktop: String
    var session: String
    /// The kernel's version of the Landlock ABI; 0 for none.
    var landlock: Int
    var seccomp: Bool
  }

  struct Setting: Encodable {
    var name: String
    /// The value, or only the number of values if they could be private.
    var value: String
    /// `file` or `environment`.
    var origin: String
  }

  struct Check: Encodable {
    var topic: String
    /// `fine`, `notice`, or the code of a failure.
    var result: String
  }

  struct History: Encodable {
    var entries: Int
    var levels: [String: Int]
    /// Percent of the entries that are medium or high.
    var riskyPercent: Int
    var toReview: Int
    var knownFiles: Int
    var waiting: Int
    var megabytes: Int
  }

  struct Failure: Encodable {
    var code: String
    /// Day and hour in UTC, `2026-11-22T20`.
    var hour: String
    /// How often within that hour it happened.
    var count: Int
  }

  var program: Program
  var system: System
  /// Settings that differ from the defaults; nil if they cannot be read.
  var settings: [Setting]?
  var checks: [Check]
  /// Nil if there is none, or if it cannot be read.
  var history: History?
  /// The newest first.
  var failures: [Failure]

  var json: JSONObject {
    [
      "schemaVersion": 1, "program": program, "system": system, "settings": settings, "checks": checks,
      "history": history, "failures": failures,
    ]
  }

  /// As Markdown, for pasting into an issue.
  var markdown: String {
    var lines = ["## ocr-scan \(program.version)", ""]
    func row(_ name: String, _ value: String) { lines.append("- \(name): \(value)") }
    row("Rules of", program.rules)
    row("Model of", program.model)
    let languages = program.languages.isEmpty ? "none" : program.languages.joined(separator: " ")
    row("Tesseract", "\(program.tesseract), languages: \(languages)")
    row("System", "\(system.distribution), Linux \(system.kernel), \(system.architecture)")
    row("Machine", "\(system.processors) processors, \(system.memoryGigabytes) GiB")
    row("Desktop", "\(system.desktop), session: \(system.session)")
    row("Sandbox", "Landlock \(system.landlock), seccomp \(system.seccomp ? "in force" : "missing")")
    lines += ["", "### Checks", ""]
    for check in checks { row(check.topic, check.result) }
    lines += ["", "### Settings that differ from the defaults", ""]
    if let settings {
      for setting in settings { row(setting.name, "\(setting.value) (\(setting.origin))") }
      if settings.isEmpty { lines.append("None.") }
    } else {
      lines.append("They cannot be understood.")
    }
    lines += ["", "### History", ""]
    if let history {
      let levels = history.levels.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
      row(
        "Entries", "\(history.entries)\(levels.isEmpty ? "" : " (\(levels))"), \(history.riskyPercent) % medium or high"
      )
      row("To review", "\(history.toReview)")
      row("Known files", "\(history.knownFiles), \(history.waiting) waiting")
      row("Size", "\(history.megabytes) MiB")
    } else {
      lines.append("None that can be read.")
    }
    lines += ["", "### Last failures", ""]
    for failure in failures { row(failure.hour, "\(failure.code)\(failure.count > 1 ? " × \(failure.count)" : "")") }
    if failures.isEmpty { lines.append("None.") }
    return lines.joined(separator: "\n")
  }
}
