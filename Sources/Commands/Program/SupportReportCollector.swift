internal import Application
internal import EventLog
internal import Foundation
internal import History
internal import Pipeline
internal import RiskAnalysis
internal import ScanModel
internal import Settings

/// Gathers what a bug report needs. If one part is broken, the rest is still reported.
struct SupportReportCollector {
  let environment: [String: String]

  func collect() async -> SupportReport {
    let program = try? Program(environment: environment)
    let findings = await Diagnostics(environment: environment).findings()
    return SupportReport(
      program: await self.program(program, findings), system: system, settings: program.map(settings),
      checks: findings.map {
        SupportReport.Check(topic: $0.topic, result: $0.failure?.code.rawValue ?? ($0.isFine ? "fine" : "notice"))
      }, history: await history(program), failures: failures)
  }

  private func program(_ program: Program?, _ findings: [Finding]) async -> SupportReport.Program {
    let setup = program.flatMap { try? $0.setup($0.settings) }
    let engine = findings.lazy.compactMap(\.engineVersion).first
    return SupportReport.Program(
      version: ProgramVersion.text, rules: KnownWords.day((try? setup?.rules())?.date) ?? "unknown",
      model: KnownWords.day((try? setup?.classifier())?.date) ?? "unknown",
      tesseract: engine.flatMap(KnownWords.version) ?? "unknown", languages: Self.installedLanguages)
  }

  /// Searches the folders where Debian and others keep language data.
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

  // MARK: System

  private var system: SupportReport.System {
    let kernel = ProcessInfo.processInfo.operatingSystemVersion
    let release = (try? String(contentsOfFile: "/etc/os-release", encoding: .utf8)) ?? ""
    return SupportReport.System(
      distribution: KnownWords.distribution(release),
      kernel: "\(kernel.majorVersion).\(kernel.minorVersion).\(kernel.patchVersion)", architecture: Self.architecture,
      processors: ProcessInfo.processInfo.activeProcessorCount,
      memoryGigabytes: Int((ProcessInfo.processInfo.physicalMemory + (1 << 30) - 1) >> 30),
      desktop: KnownWords.desktop(environment["XDG_CURRENT_DESKTOP"]),
      session: KnownWords.session(environment["XDG_SESSION_TYPE"]), landlock: Int(ProgramSandbox.landlockVersion),
      seccomp: ProgramSandbox.isConfined(ProcessInfo.processInfo.processIdentifier))
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

  // MARK: Settings and past events

  private func settings(_ program: Program) -> [SupportReport.Setting] {
    let defaults = Settings(processorCount: ProcessInfo.processInfo.activeProcessorCount)
    let origins = Program.loader(program.directories).origins(
      file: program.directories.settingsFile, environment: environment)
    return SettingDefinition.all.compactMap { definition in
      let values = definition.values(in: program.settings)
      guard values != definition.values(in: defaults) else { return nil }
      return SupportReport.Setting(
        name: definition.name, value: Self.harmless(definition, values),
        origin: origins[definition.name] == .environment ? "environment" : "file")
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

  private func history(_ program: Program?) async -> SupportReport.History? {
    guard let history = try? program?.existingHistory(), let counts = try? await history.counts() else { return nil }
    let risky = (counts.byRiskLevel[.medium] ?? 0) + (counts.byRiskLevel[.high] ?? 0)
    return SupportReport.History(
      entries: counts.entries,
      levels: Dictionary(uniqueKeysWithValues: counts.byRiskLevel.map { ($0.key.rawValue, $0.value) }),
      riskyPercent: counts.entries == 0 ? 0 : risky * 100 / counts.entries, toReview: counts.toReview,
      knownFiles: counts.files, waiting: counts.pending, megabytes: Int(counts.bytesOnDisk >> 20))
  }

  /// Failures of one kind within an hour are one line.
  private var failures: [SupportReport.Failure] {
    guard let directories = try? XDGDirectories(environment: environment),
      let records = try? LastFailures(directory: directories.state).load()
    else { return [] }
    return records.reduce(into: []) { list, record in
      let (code, hour) = (record.code.rawValue, String(ReportTime.string(from: record.time).prefix(13)))
      if let index = list.firstIndex(where: { $0.code == code && $0.hour == hour }) {
        list[index].count += 1
      } else {
        list.append(SupportReport.Failure(code: code, hour: hour, count: 1))
      }
    }
  }
}
