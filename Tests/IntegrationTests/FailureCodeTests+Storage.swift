import ScanModel
import SystemPackage
import TestSupport

extension FailureCodeTests {
  /// Runs `ocr-scan` while another program holds a lock on the history.
  private static func whileLocked(_ home: UserHome, _ arguments: String) async throws -> ProgramRun.Ended {
    _ = try await home.scan(TestData.clean.string)
    Files.write(
      home.folder("lock.py"),
      Array(
        """
        import sqlite3, subprocess, sys
        history = sqlite3.connect(sys.argv[1], isolation_level=None)
        history.execute("BEGIN IMMEDIATE")
        sys.exit(subprocess.call(sys.argv[2:]))
        """.utf8))
    return try await home.shell(
      "/usr/bin/python3 lock.py '\(home.dataFolder.appending("history.sqlite"))' \"$SCAN\" \(arguments)")
  }

  static let storageCases = [
    Case(
      code: .saveFailed, title: "Couldn't Save History", status: 74, severity: .high, message: "could not be saved",
      remedy: "Try again; if it happens again, check with: ocr-scan doctor.", event: nil
    ) { home in
      try await whileLocked(home, "'\(TestData.clean)'")
    },
    Case(
      code: .deleteFailed, title: "Couldn't Delete From History", status: 74, severity: .medium,
      message: "could not be deleted", remedy: "Try again", event: nil
    ) { home in
      try await whileLocked(home, "history delete 1")
    },
    Case(
      code: .fetchFailed, title: "Couldn't Read History", status: 74, severity: .medium, message: "could not be read",
      remedy: "ocr-scan doctor", event: nil
    ) { home in
      _ = try await home.scan(TestData.clean.string)
      Files.setMode(home.dataFolder, 0)
      return try await home.shellAsOrdinaryUser("\"$SCAN\" history list")
    },
    Case(
      code: .recordNotFound, title: "Couldn't Find This Entry", status: 66, severity: .low,
      message: "There is no history entry", remedy: "ocr-scan history list", event: nil
    ) { home in
      _ = try await home.scan(TestData.clean.string)
      return try await home.scan("history", "show", "99")
    },
    Case(
      code: .corruptData, title: "History Is Damaged", status: 74, severity: .critical, message: "is damaged",
      remedy: "ocr-scan history repair", event: nil
    ) { home in
      _ = try await home.scan(TestData.clean.string)
      Files.write(home.dataFolder.appending("history.sqlite"), Array(repeating: 0x5A, count: 8192))
      return try await home.scan("history", "list")
    },
  ]

  static let otherCases = [
    Case(
      code: .notificationUnavailable, title: "Couldn't Show An Alert", status: 0, severity: .low,
      message: "did not take an alert", remedy: "ocr-scan history list", event: "alert_failed"
    ) { home in
      let daemon = try await DaemonRun.ready(home)
      home.add(TestData.scam, as: "scam.png")
      try await eventually(within: .seconds(90)) { daemon.process.diagnostics.contains("Couldn't Show An Alert") }
      return try await daemon.stop()
    },
    Case(
      code: .invalidConfiguration, title: "Settings Not Understood", status: 78, severity: .high,
      message: "\"workers\" must be a whole number", remedy: "Correct it, then try again", event: nil
    ) { home in
      home.configure("workers: many\n")
      return try await home.scan("latest")
    },
    Case(
      code: .invalidInput, title: "Can't Read This Text", status: 65, severity: .low,
      message: "could not be understood",
      remedy: "one JSON object a line", event: nil
    ) { home in
      Files.write(home.folder("lines"), Array("no JSON\n".utf8))
      return try await home.scan("text", "--jsonl", "lines")
    },
    Case(
      code: .outputFailed, title: "Couldn't Write The File", status: 73, severity: .medium,
      message: "could not be written", remedy: "Name a file in a folder that exists", event: nil,
      provoke: scan("--fail-on", "never", "--annotate", "nowhere/out.png", TestData.clean.string)),
    Case(
      code: .annotationFailed, title: "Couldn't Mark The Picture", status: 70, severity: .medium,
      message: "could not be marked", remedy: "Try again; if it happens again, check with: ocr-scan doctor", event: nil,
      // It accepts its input, but draws something else than requested.
      provoke: misbehaving("good --annotate out.png")),
    Case(
      code: .clipboardUnavailable, title: "Couldn't Read The Clipboard", status: 69, severity: .medium,
      message: "The clipboard cannot be read: this is no graphical session", remedy: "Run it in a graphical session",
      event: nil, provoke: scan("clipboard")),
  ]
}
