internal import Application
internal import EventLog
internal import Foundation
internal import History
internal import Pipeline
internal import RiskAnalysis
internal import ScanModel
internal import Settings

/// What a bug report needs, without anything that identifies the computer or its user: of values from outside only
/// numbers and those on a fixed list. If one part is broken, the rest is still reported.
struct SupportReport {
  private struct Versions: Encodable {
    let version = ProgramVersion.text
    let rules, model: String
    let tesseract: String
    let languages = SupportReport.installedLanguages
  }

  private struct System: Encodable {
    let distribution = KnownWords.distribution((try? String(contentsOfFile: "/etc/os-release", encoding: .utf8)) ?? "")
    let kernel: String
    let architecture = SupportReport.architecture
    let processors = ProcessInfo.processInfo.activeProcessorCount
    let memory_gigabytes = Int((ProcessInfo.processInfo.physicalMemory + (1 << 30) - 1) >> 30)
    let desktop, session: String
    let landlock = Int(ProgramSandbox.landlockVersion)
    let seccomp = ProgramSandbox.isConfined(ProcessInfo.processInfo.processIdentifier)
  }

  private struct Setting: Encodable {
    let name: String
    /// The value, or only the number of values if they could be private.
    let value: String
    let origin: String
  }

  private struct Check: Encodable {
    let topic: String
    /// `fine`, `notice`, or the code of a failure.
    let result: String
  }

  private struct Failure: Encodable {
    let code: String
    /// Day and hour in UTC, `2026-11-22T20`.
    let hour: String
    var count = 1
  }

  private let versions: Versions
  private let system: System
  /// Settings that differ from the defaults; nil if they cannot be read.
  private let settings: [Setting]?
  private let checks: [Check]
  private let history: HistoryCounts?
  private let failures: [Failure]

  init(environment: [String: String]) async {
    let program = try? Program(environment: environment)
    let findings = await Diagnostics(environment: environment).findings()
    let setup = program.flatMap { try? $0.setup($0.settings) }
    let engine = findings.lazy.compactMap(\.engineVersion).first
    versions = Versions(
      rules: KnownWords.day((try? setup?.rules())?.date) ?? "unknown",
      model: KnownWords.day((try? setup?.classifier())?.date) ?? "unknown",
      tesseract: engine.flatMap(KnownWords.version) ?? "unknown")
    let kernel = ProcessInfo.processInfo.operatingSystemVersion
    system = System(
      kernel: "\(kernel.majorVersion).\(kernel.minorVersion).\(kernel.patchVersion)",
      desktop: KnownWords.desktop(environment["XDG_CURRENT_DESKTOP"]),
      session: KnownWords.session(environment["XDG_SESSION_TYPE"]))
    settings = program.map(Self.settings)
    checks = findings.map {
      Check(topic: $0.topic, result: $0.failure?.code.rawValue ?? ($0.isFine ? "fine" : "notice"))
    }
    history = try? await program?.existingHistory()?.counts()
    failures = Self.failures(environment)
  }

  private static var installedLanguages: [String] {
    let parents = ["/usr/share/tesseract-ocr", "/usr/share"].flatMap { parent in
      ((try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []).map { "\(parent)/\($0)" }
    }
    let folders = parents.map { "\($0)/tessdata" } + ["/usr/share/tessdata"]
    let names = folders.flatMap { (try? FileManager.default.contentsOfDirectory(atPath: $0)) ?? [] }
    let ending = ".traineddata"
    return Set(names.filter { $0.hasSuffix(ending) }.map { String($0.dropLast(ending.count)) })
      .filter(KnownWords.isLanguage).sorted()
  }

  private static var architecture: String {
    #if arch(x86_64)
      "x86_64"
    #elseif arch(arm64)
      "aarch64"
    #else
      KnownWords.other
    #endif
  }

  private static func settings(_ program: Program) -> [Setting] {
    let loader = Program.loader(program.directories)
    let origins = loader.origins(file: program.directories.settingsFile, environment: program.environment)
    return SettingDefinition.all.compactMap { definition in
      let values = definition.values(in: program.settings)
      guard values != definition.values(in: loader.defaults) else { return nil }
      return Setting(
        name: definition.name, value: harmless(definition, values),
        origin: (origins[definition.name] ?? .file).rawValue)
    }
  }

  /// Counts the folders, hides the country, and names only languages that anybody can install.
  private static func harmless(_ definition: SettingDefinition, _ values: [String]) -> String {
    switch definition.name {
    case "directories": values.count == 1 ? "1 folder" : "\(values.count) folders"
    case "country": "set"
    case "languages": values.map(KnownWords.language).joined(separator: " ")
    default: values.joined(separator: " ")
    }
  }

  private static func failures(_ environment: [String: String]) -> [Failure] {
    guard let directories = try? XDGDirectories(environment: environment),
      let records = try? LastFailures(directory: directories.state).load()
    else { return [] }
    return records.reduce(into: []) { list, record in
      let (code, hour) = (record.code.rawValue, String(ReportTime.string(from: record.time).prefix(13)))
      if let index = list.firstIndex(where: { $0.code == code && $0.hour == hour }) {
        list[index].count += 1
      } else {
        list.append(Failure(code: code, hour: hour))
      }
    }
  }

  var json: JSONObject {
    [
      "schema_version": 1, "program": versions, "system": system, "settings": settings, "checks": checks,
      "history": history?.json, "failures": failures,
    ]
  }

  var markdown: String {
    var lines = ["## ocr-scan \(versions.version)", ""]
    func row(_ name: String, _ value: String) { lines.append("- \(name): \(value)") }
    row("Rules of", versions.rules)
    row("Model of", versions.model)
    let languages = versions.languages.isEmpty ? "none" : versions.languages.joined(separator: " ")
    row("Tesseract", "\(versions.tesseract), languages: \(languages)")
    row("System", "\(system.distribution), Linux \(system.kernel), \(system.architecture)")
    row("Machine", "\(system.processors) processors, \(system.memory_gigabytes) GiB")
    row("Desktop", "\(system.desktop), session: \(system.session)")
    row("Sandbox", "Landlock \(system.landlock), seccomp \(system.seccomp ? "in force" : "missing")")
    lines += ["", "### Checks", ""]
    for check in checks { row(check.topic, check.result) }
    lines += ["", "### Settings that differ from the defaults", ""]
    for setting in settings ?? [] { row(setting.name, "\(setting.value) (\(setting.origin))") }
    if settings?.isEmpty != false { lines.append(settings == nil ? "They cannot be understood." : "None.") }
    lines += ["", "### History", ""]
    if let history {
      let levels = history.levels.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
      row(
        "Entries",
        "\(history.entries)\(levels.isEmpty ? "" : " (\(levels))"), \(history.riskyPercent) % medium or high")
      row("To review", "\(history.toReview)")
      row("Known files", "\(history.files), \(history.pending) waiting")
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

extension HistoryCounts {
  fileprivate var levels: [String: Int] {
    Dictionary(uniqueKeysWithValues: byRiskLevel.map { ($0.key.rawValue, $0.value) })
  }

  fileprivate var riskyPercent: Int {
    entries == 0 ? 0 : ((byRiskLevel[.medium] ?? 0) + (byRiskLevel[.high] ?? 0)) * 100 / entries
  }

  fileprivate var megabytes: Int { Int(bytesOnDisk >> 20) }

  fileprivate var json: JSONObject {
    [
      "entries": entries, "levels": levels, "risky_percent": riskyPercent, "to_review": toReview, "known_files": files,
      "waiting": pending, "megabytes": megabytes,
    ]
  }
}
