internal import ScanModel

extension SettingDefinition {
  /// In listing order. Ranges are choices: wide enough for any sensible use, narrow enough to catch typing errors.
  package static let all: [SettingDefinition] = [
    .init(name: "automatic_scanning", kind: .flag(\.automaticScanning), help: "Scan screenshots as they are saved."),
    .init(
      name: "directories", kind: .folders(\.directories),
      help: "Folders to watch; without any, the usual screenshot folders of the desktop."),
    .init(name: "languages", kind: .languages(\.languages), help: "Languages of the text, most important first."),
    .init(
      name: "country", kind: .country(\.country),
      help: "Where you live, for whom to turn to after a scam; auto takes it from the locale."),
    .init(
      name: "scan_timeout", kind: .time(\.scanTimeout, .milliseconds(500) ... .seconds(60)),
      help: "Longest time for reading one screenshot."),
    .init(
      name: "max_age", kind: .time(\.maximumAge, .seconds(1) ... .seconds(86_400)),
      help: "Oldest screenshot that \"ocr-scan latest\" takes."),
    .init(
      name: "debounce", kind: .time(\.debounce, .zero ... .seconds(60)),
      help: "Shortest time between two automatic scans that were asked for."),
    .init(
      name: "alert_duration", kind: .time(\.alertDuration, .seconds(1) ... .seconds(600)),
      help: "How long an alert stays on screen."),
    .init(
      name: "alert_level",
      kind: .choice(
        [RiskLevel.medium.rawValue, RiskLevel.high.rawValue], read: \.alertLevel.rawValue,
        write: { if let level = RiskLevel(rawValue: $0) { $1.alertLevel = level } }),
      help: "Lowest risk that is shown as an alert."),
    .init(name: "alert_sound", kind: .flag(\.alertSound), help: "Play a sound with an alert."),
    .init(
      name: "retention_days", kind: .number(\.retentionDays, 1...3650, units: ["days", "day", "d"]),
      help: "How long results stay in the history."),
    .init(
      name: "store_text",
      kind: .choice(
        Settings.StoredText.allCases.map(\.rawValue), read: \.storedText.rawValue,
        write: { if let text = Settings.StoredText(rawValue: $0) { $1.storedText = text } }),
      help: "What the history keeps of the recognized text."),
    .init(
      name: "max_image_megapixels",
      kind: .number(\.maximumImageMegapixels, 1...256, units: ["megapixels", "MP", "Mpx"]),
      help: "Largest picture that is scanned."),
    .init(
      name: "max_file_megabytes", kind: .number(\.maximumFileMegabytes, 1...256, units: ["MiB", "MB"]),
      help: "Largest file that is read."),
    .init(
      name: "workers", kind: .number(\.workers, 1...16, units: []),
      help: "Processes that share the work on one screenshot."),
    .init(
      name: "worker_idle_seconds", kind: .time(\.workerIdleTime, .zero ... .seconds(3600)),
      help: "How long a process without work is kept ready."),
  ]
}
