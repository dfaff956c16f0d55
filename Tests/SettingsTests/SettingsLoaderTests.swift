import ScanModel
import Settings
import SystemPackage
import TestSupport
import Testing

struct SettingsLoaderTests {
  static let file = FilePath("/c/config.yaml")
  static let defaults = Settings(processorCount: 2)
  static let loader = SettingsLoader(home: "/home/me", defaults: defaults)

  /// The problems of a text, each as "line: reason".
  static func problems(_ text: String) -> [String] {
    do {
      _ = try loader.check(text, of: file)
      return []
    } catch {
      return error.problems.map { $0.line.replacing("/c/config.yaml:", with: "") }
    }
  }

  static func load(_ environment: [String: String]) throws(SettingsFailure) -> Settings {
    try loader.load(file: "/nonexistent/config.yaml", environment: environment)
  }

  @Test func `the defaults are those that are documented`() throws {
    let settings = try Self.load([:])
    let values = SettingDefinition.all.map { "\($0.name): \($0.values(in: settings).joined(separator: ", "))" }
    #expect(
      values == [
        "automatic_scanning: true", "directories: ", "languages: eng", "country: auto", "scan_timeout: 5 s",
        "max_age: 60 s",
        "debounce: 2 s", "alert_duration: 10 s", "alert_level: medium", "alert_sound: false", "retention_days: 30",
        "store_text: redacted", "max_image_megapixels: 64", "max_file_megabytes: 64", "workers: 2",
        "worker_idle_seconds: 60 s",
      ])
  }

  @Test(arguments: [(0, 1), (1, 1), (3, 3), (4, 4), (64, 4)])
  func `there are as many workers as processors, at most four`(processors: Int, workers: Int) {
    #expect(Settings(processorCount: processors).workers == workers)
  }

  @Test func `a file sets everything`() throws {
    let settings = try Self.loader.check(
      """
      automatic_scanning: off
      directories: [~/Pictures/Screenshots, "$HOME/b c", /srv/../shots/, "${HOME}", ~]
      languages: [deu, chi_sim]
      scan_timeout: 0.5s
      max_age: 2 min
      debounce: 500ms
      alert_duration: 7
      alert_level: high
      alert_sound: yes
      retention_days: 7 days
      store_text: none
      max_image_megapixels: 100
      max_file_megabytes: 32 MB
      workers: 3
      worker_idle_seconds: 0
      """, of: Self.file)
    var expected = Self.defaults
    expected.automaticScanning = false
    expected.directories = ["/home/me/Pictures/Screenshots", "/home/me/b c", "/shots", "/home/me", "/home/me"]
    expected.languages = ["deu", "chi_sim"]
    expected.scanTimeout = .milliseconds(500)
    expected.maximumAge = .seconds(120)
    expected.debounce = .milliseconds(500)
    expected.alertDuration = .seconds(7)
    expected.alertLevel = .high
    expected.alertSound = true
    expected.retentionDays = 7
    expected.storedText = .none
    expected.maximumImageMegapixels = 100
    expected.maximumFileMegabytes = 32
    expected.workers = 3
    expected.workerIdleTime = .zero
    #expect(settings == expected)
  }

  @Test func `every value that is listed can be written back`() throws {
    var settings = Self.defaults
    settings.scanTimeout = .milliseconds(1_500)
    settings.directories = ["/a"]
    let text = SettingDefinition.all.map { definition in
      let values = definition.values(in: settings)
      return "\(definition.name): \(definition.isList ? "[\(values.joined(separator: ", "))]" : values[0])"
    }
    #expect(try Self.loader.check(text.joined(separator: "\n"), of: Self.file) == settings)
  }

  @Test(arguments: ["", "\n# nothing\n", "---\n", "null"])
  func `an empty file sets nothing`(text: String) throws {
    #expect(try Self.loader.check(text, of: Self.file) == Self.defaults)
  }

  @Test func `all problems are reported at once, with lines and what is allowed`() {
    #expect(
      Self.problems(
        """
        workers: 99
        scan_timeot: 5
        languages: {eng: 1}

        alert_level: low
        retention_days: 1.5
        nonsense: 1
        alert_sound:
        """) == [
          "1: \"workers\" must be a whole number from 1 to 16",
          "2: there is no setting \"scan_timeot\"; did you mean \"scan_timeout\"?",
          "3: \"languages\" must be one to 8 names of Tesseract languages, such as eng or deu, each once",
          "5: \"alert_level\" must be medium or high",
          "6: \"retention_days\" must be a whole number from 1 to 3650 (days)",
          "7: there is no setting \"nonsense\"",
          "8: \"alert_sound\" must be true or false",
        ])
  }

  @Test(arguments: [
    "scan_timeout: 0", "scan_timeout: 61", "scan_timeout: -5", "scan_timeout: 5 parsecs", "scan_timeout: 1e3",
    "scan_timeout: .5", "scan_timeout: 5.", "scan_timeout: 1.2.3", "scan_timeout: [5]", "scan_timeout: nan",
    "scan_timeout: 99999999999999999999999999999999999999999999999", "debounce: 61s", "alert_duration: 0.9",
    "automatic_scanning: 1", "automatic_scanning: maybe", "workers: 0", "workers: two", "workers: 2 MB",
    "workers: 99999999999999999999999", "max_file_megabytes: 257", "store_text: all", "languages: []",
    "languages: [eng, eng]", "languages: ../etc", "languages: [eng, [deu]]", "languages: eng+deu", "languages: \"\"",
    "directories: Pictures", "directories: [/a, b]", "directories: ~root", "directories: \"/a\\0b\"",
    "directories: \"\"",
  ])
  func `a value that is not allowed is refused`(line: String) {
    #expect(Self.problems(line).count == 1)
  }

  @Test(arguments: [
    ("- a\n- b", "1: must be lines of the form \"setting: value\""),
    ("just words", "1: must be lines of the form \"setting: value\""),
    ("workers: 1\nworkers: 2", "1: \"workers\" is set more than once"),
    ("workers: 1\n\tdebounce: 2", "2: found a tab character that violates indentation"),
    ("\na\u{1B}[2J: 1", "2: control characters are not allowed"),
  ])
  func `what is no settings file is refused with its line`(text: String, problem: String) {
    #expect(Self.problems(text) == [problem])
  }

  @Test func `deeply nested brackets are an error and not a crash`() {
    #expect(Self.problems("a: " + String(repeating: "[", count: 60_000)).count == 1)
  }

  @Test func `the environment wins over the file`() throws {
    let folder = TemporaryFolder()
    let file = try folder.write("workers: 1\ndebounce: 3\n", to: "config.yaml")
    let settings = try Self.loader.load(
      file: file,
      environment: [
        "OCR_SCAN_WORKERS": "4", "OCR_SCAN_LANGUAGES": "eng:fra", "OCR_SCAN_DIRECTORIES": "/a:~/b",
        "OCR_SCAN_ALERT_SOUND": "", "OCR_SCAN_OF_ANOTHER_KIND": "x",
      ])
    #expect(settings.workers == 4)
    #expect(settings.debounce == .seconds(3))
    #expect(settings.languages == ["eng", "fra"])
    #expect(settings.directories == ["/a", "/home/me/b"])
    #expect(settings.alertSound == false)
  }

  @Test func `problems of file and environment are reported together`() throws {
    let folder = TemporaryFolder()
    let file = try folder.write("\nworkers: x\n", to: "config.yaml")
    let failure = try #require(
      #expect(throws: SettingsFailure.self) {
        try Self.loader.load(file: file, environment: ["OCR_SCAN_DIRECTORIES": "a:b"])
      })
    #expect(failure.problems.map(\.source) == [.file(file, line: 2), .environment("OCR_SCAN_DIRECTORIES")])
    let described = FailureCatalog.describe(failure.scanFailure)
    #expect(
      described.message.english
        == "\(file) could not be understood: line 2: \"workers\" must be a whole number from 1 to 16; "
        + "OCR_SCAN_DIRECTORIES: must be folders whose paths begin with / or ~, separated by colons.")
  }
}

extension SettingsFailure.Problem {
  /// The problem on one line, in a form that editors can jump to: "FILE:LINE: reason".
  fileprivate var line: String {
    switch source {
    case .file(let path, nil): "\(path.displayName): \(reason)"
    case .file(let path, let line?): "\(path.displayName):\(line): \(reason)"
    case .environment(let name): "\(name): \(reason)"
    case .request: reason.english
    }
  }
}
