import Foundation
import ScanModel
import SystemPackage
import TestSupport
import Testing

/// The programs in a language other than the source language.
@Suite(.serialized) struct TranslationTests {
  let home = UserHome()
  /// A made-up language in which every vowel has an accent (`scripts/translations pseudo`).
  private static let pseudo = ["LANGUAGE": "qps"]

  /// Words with a vowel that has no accent, which means they were not translated.
  private func leftOut(_ text: String, except allowed: Set<String>) -> [String] {
    let names = text.split { !($0.isLetter || $0.isNumber || "./-_~".contains($0)) }.map(String.init)
    return names.filter { name in
      let word = name.trimmingCharacters(in: CharacterSet(charactersIn: ".-_/"))
      return word.count > 2 && word.unicodeScalars.contains { "aeiouAEIOU".unicodeScalars.contains($0) }
        && !word.contains("/") && !allowed.contains(word)
    }
  }

  private func pseudo(_ arguments: String...) async throws -> ProgramRun.Ended {
    try await home.start("ocr-scan", arguments, adding: Self.pseudo).ended()
  }

  @Test func `catalogues are complete, keep what they must, and fit`() async throws {
    let run = try await home.shell("cd '\(Repository.folder.path)' && scripts/translations check")
    #expect(run.status == 0, "\(run.output)\(run.diagnostics)")
    for language in ["de", "es", "fr", "it", "nl", "pt"] {
      #expect(FileManager.default.fileExists(atPath: Repository.folder.appending(path: "po/\(language).po").path))
    }
  }

  @Test func `no text about a scan is left out`() async throws {
    let scan = try await pseudo(TestData.scam.string)
    #expect(scan.status == 1)
    let allowed: Set<String> = [
      "virus-push-crop.png", "ocr-scan", "advice", "tech_support", "example-push.buzz", "McAfee", "mcafee.com",
    ]
    let unquoted = scan.output.replacing(/“[^”]*”/, with: "")
    #expect(leftOut(unquoted, except: allowed).isEmpty, "\(scan.output)")
    #expect(leftOut(try await pseudo(TestData.clean.string).output, except: ["grey-8.png"]).isEmpty)
    let missing = try await pseudo("nothing.png")
    #expect(missing.status == 66)
    #expect(leftOut(missing.diagnostics, except: ["nothing.png"]).isEmpty, "\(missing.diagnostics)")
    for picture in [TestData.noPicture, TestData.truncated, TestData.corrupt, TestData.tooLarge, TestData.empty] {
      let words = try await pseudo("--no-history", picture.string).diagnostics
      let name = picture.lastComponent?.string ?? ""
      #expect(!words.isEmpty && leftOut(words, except: [name]).isEmpty, "\(words)")
    }
  }

  @Test func `no text about the history is left out, though it is kept in English`() async throws {
    _ = try await home.scan(TestData.scam.string)
    let allowed: Set<String> = [
      "virus-push-crop.png", "example-push.buzz", "McAfee", "mcafee.com", "UTC", "ocr-scan", "advice", "tech_support",
    ]
    let list = try await pseudo("history", "list")
    #expect(leftOut(list.output, except: allowed).isEmpty, "\(list.output)")
    // The entry also holds the recognized words, which are not checked.
    let show = try await pseudo("history", "show", "1").output
    let quoted = show.replacing(/“[^”]*”/, with: "").replacing(/⟦Îdéñtîfîér⟧ [0-9a-f-]+/, with: "")
      .components(separatedBy: "\n\n").dropLast().joined(separator: "\n")
    #expect(leftOut(quoted, except: allowed).isEmpty, "\(quoted)")
    let verified = try await pseudo("history", "verify", "1", "--scam")
    #expect(leftOut(verified.output + verified.diagnostics, except: allowed).isEmpty, "\(verified.output)")
    let learnt = try await pseudo("rules", "list", "--learnt")
    // Identifiers of entries may consist of letters only.
    let lessons = learnt.output.replacing(/éñtrý [0-9a-f]{8}/, with: "")
    #expect(leftOut(lessons, except: allowed).isEmpty, "\(learnt.output)")
    let errors = try await pseudo("history", "show", "99")
    #expect(errors.status == 66 && leftOut(errors.diagnostics, except: []).isEmpty, "\(errors.diagnostics)")
    #expect(leftOut(try await pseudo("history", "delete", "1").output, except: []).isEmpty)
  }

  @Test func `no text of the checks, the settings and the failures is left out`() async throws {
    let doctor = try await pseudo("doctor")
    let names: Set<String> = ["Screenshots", "config", "eng", "ocr-scan", "yaml", "config.yaml", "data"]
    #expect(leftOut(doctor.output, except: names).isEmpty, "\(doctor.output)")
    _ = try await pseudo("nothing.png")
    let errors = try await pseudo("errors")
    #expect(leftOut(errors.output, except: ["not_found"]).isEmpty, "\(errors.output)")
    let settings = try await pseudo("settings", "list")
    // Names and values of settings are not translated.
    let meanings = settings.lines.compactMap { $0.range(of: "⟦").map { range in String(settings.output[range]) } }
    #expect(meanings.count > 15 || settings.output.count(where: { $0 == "⟦" }) > 15, "\(settings.output)")
    let advice = try await pseudo("advice", "delivery")
    #expect(leftOut(advice.output, except: []).isEmpty, "\(advice.output)")
  }

  @Test(
    arguments: [
      ["--nothing", "a.png"], ["--jbs", "2", "a.png"], ["--jobs", "x", "a.png"], ["--jobs", "99", "a.png"],
      ["--jobs"], ["--color", "loud", "a.png"], ["--fail-on", "some", "a.png"], ["history", "show"],
      ["history", "list", "one"], ["history", "list", "one", "two"], ["history", "list", "--json=1"],
      ["history", "list", "--since", "whenever"], ["history", "verify", "1", "--scam", "--not-scam"],
      ["scan"], ["text", "--json", "--jsonl"], ["advice", "nothing"], ["advice", "--country", "Nowhere"],
      ["settings", "get", "nothing"], ["rules", "show", "nothing"], ["rules", "forget"], ["rules", "forget", "7"],
      ["doctor", "--json"], ["open", "http://example.com"], ["latest", "--max-age", "0"], ["bulk", "--shard", "9/2"],
      ["--annotate", "a.png", "a.png"], ["--annotate", "", "b.png"], ["pick"],
      ["--lang", "eng+eng", "a.png"],
    ])
  func `wrong usage is told in the user's language`(arguments: [String]) async throws {
    Files.write(home.folder("a.png"), Files.contents(TestData.clean))
    let run = try await home.start("ocr-scan", arguments, adding: Self.pseudo).ended()
    #expect(run.status == 64, "\(run.diagnostics)")
    let message = String(run.diagnostics.prefix { $0 != "\n" })
    #expect(message.hasPrefix("⟦Érrör"), "\(run.diagnostics)")
    // What was typed, and what can be typed in its place.
    let quoted =
      /'[^']*'|"[^"]*"|--[a-z-]+|typesafe:[^ ,⟧]*|⟧?: [a-z_]+(, [a-z_]+)+|ocr-scan [a-z]+( [a-z]+)*|\beng\b|\bdeu\b/
    #expect(leftOut(message.replacing(quoted, with: ""), except: ["FILE"]).isEmpty, "\(message)")
    // Names of values are typed as they are.
    if arguments.contains("--fail-on") { #expect(message.contains("'medium', 'high'"), "\(message)") }
    #expect(!run.diagnostics.contains("\nHelp:") && !run.diagnostics.contains("for more information"))
  }

  @Test func `what is wrong with an input or a value is told in the user's language`() async throws {
    let folder = home.folder("nothing-here")
    try FileManager.default.createDirectory(atPath: folder.string, withIntermediateDirectories: true)
    let names: Set<String> = [
      "nothing-here", "scan_timeout", "workers", "bad.jsonl", "text", "path", "bytes", "ocr-scan", "FILE",
    ]
    for (arguments, status) in [
      ([folder.string], Int32(66)), (["settings", "set", "scan_timeout", "soon"], 78),
      (["settings", "set", "workers", "99"], 78),
    ] {
      let run = try await home.start("ocr-scan", arguments, adding: Self.pseudo).ended()
      #expect(run.status == status, "\(run.diagnostics)")
      #expect(leftOut(run.diagnostics, except: names).isEmpty, "\(run.diagnostics)")
    }
    home.configure("workers: 99\nworkrs: 1\nlanguages: 7\nalert_level: loud\nretention_days: 0\nstore_text: some\n")
    let typed: Set<String> = ["workrs", "languages", "alert_level", "medium", "high", "retention_days", "store_text"]
    let others: Set<String> = ["redacted", "full", "none", "eng", "deu", "config.yaml"]
    let file = try await pseudo("doctor").output.components(separatedBy: "\n").first { $0.contains("workrs") } ?? ""
    #expect(!file.isEmpty)
    #expect(leftOut(file, except: names.union(typed).union(others)).isEmpty, "\(file)")
    try FileManager.default.removeItem(atPath: home.settingsFile.string)
    let folders = try await home.start(
      "ocr-scan", ["settings"], adding: Self.pseudo.merging(["OCR_SCAN_DIRECTORIES": "x"]) { $1 }
    ).ended()
    #expect(
      folders.status == 78 && leftOut(folders.diagnostics, except: ["OCR_SCAN_DIRECTORIES"]).isEmpty,
      "\(folders.diagnostics)")
    let list = home.folder("bad.jsonl")
    Files.write(list, Array("{\"id\": [1], \"text\": \"a\"}\n{\"id\": \"a\", \"text\": 7}\n".utf8))
    let text = try await home.start("ocr-scan", ["text", "--jsonl", list.string], adding: Self.pseudo).ended()
    #expect(!text.diagnostics.isEmpty)
    let told = text.diagnostics.replacing(/"[a-z]*"/, with: "")
    #expect(leftOut(told, except: names.union(["JSON"])).isEmpty, "\(text.diagnostics)")
  }

  @Test func `the journal and names of files stay as they are`() async throws {
    let journal = try await home.shell(
      "LANGUAGE=qps JOURNAL_STREAM=$(stat -Lc %d:%i /dev/stderr) \"$SCAN\" nothing.png")
    #expect(journal.diagnostics.contains("Screenshot Not Found: nothing.png does not exist."), "\(journal.diagnostics)")
    Files.write(home.folder("medium"), Array("See you at the library at four".utf8))
    #expect(try await pseudo("text", "medium").output.contains("medium"))
  }

  @Test func `what machines read stays as it is, but the sentences of a report`() async throws {
    let english = try #require(try await home.scan("--json", "--no-history", TestData.scam.string).reports.first)
    let run = try await pseudo("--json", "--no-history", TestData.scam.string)
    let made = try #require(try run.reports.first)
    #expect(JSONText.keys(run.output) == JSONText.keys(try english.jsonLine()))
    #expect(made.category == english.category && made.riskLevel == english.riskLevel && made.text == english.text)
    #expect(made.evidence.map(\.rule) == english.evidence.map(\.rule))
    for (sentence, before) in zip(
      [made.explanation, made.advice] + made.evidence.map(\.message),
      [english.explanation, english.advice] + english.evidence.map(\.message))
    {
      #expect(sentence.description.hasPrefix("⟦") && sentence != before)
    }
    // The history and its export use one language, whichever language the user has.
    _ = try await pseudo(TestData.scam.string)
    let kept = try #require(try await pseudo("history", "show", "--json", "1").reports.first)
    #expect(kept.explanation == english.explanation && kept.advice == english.advice)
    let list = home.folder("list.txt")
    Files.write(list, Array("\(TestData.scam)\n/nothing.png\n".utf8))
    let bulk = try await home.start("ocr-scan", ["bulk"], input: list, adding: Self.pseudo).ended()
    #expect(bulk.lines.count == 2 && bulk.lines.allSatisfy { $0.contains("⟦") })
    #expect(!home.read(home.stateFolder.appending("events.jsonl")).contains("⟦"))
    #expect(!home.read(home.stateFolder.appending("errors.json")).contains("⟦"))
  }

  @Test func `English needs no catalogue and asks for none`() async throws {
    let before = try await home.scan("--no-history", TestData.scam.string)
    for variables in [
      ["LC_ALL": "C", "LANGUAGE": "de"], ["LANG": "en_GB.UTF-8", "LANGUAGE": "en:de"], ["LANG": "pl_PL.UTF-8"],
      ["LANG": "xx", "LANGUAGE": "../../../etc"],
    ] {
      let run = try await home.start(
        "ocr-scan", ["--no-history", TestData.scam.string], adding: variables
      ).ended()
      let time = /\(\d+(\.\d)? s\)/
      // Whom to contact depends on the country.
      func words(_ output: String) -> Substring {
        output.replacing(time, with: "").prefix { $0 != "…" }.split(separator: "\nIf you have already")[0]
      }
      #expect(words(run.output) == words(before.output), "\(variables)")
    }
    let trace = try await home.shell("strace -f -e trace=openat,open \"$SCAN\" history list 2>&1")
    #expect(trace.output.contains("openat") && !trace.output.contains("ocr-scan.mo"))
  }

  @Test func `interface files leave no text out`() throws {
    let folder = Repository.folder.appending(path: "Sources/Window/Layouts")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".ui") }
    try #require(names.count > 5)
    for name in names {
      let text = try Repository.text("Sources/Window/Layouts/\(name)")
      #expect(text.contains("<interface domain=\"ocr-scan\">"), "\(name)")
      let shown =
        /<(?:property|attribute) name="(?:label|title|subtitle|description|tooltip-text|placeholder-text|heading|body)"([^>]*)>([^<]*[A-Za-z]{2}[^<]*)</
      for match in text.matches(of: shown) {
        #expect(match.1.contains("translatable=\"yes\"") || match.2 == "ocr-scan", "\(match.2) in \(name)")
      }
    }
  }
}
