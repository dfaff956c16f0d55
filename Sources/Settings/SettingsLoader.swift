internal import ScanModel
package import SystemPackage

/// Combines the settings: defaults, overridden by the file, overridden by the environment. The caller applies options
/// of the command line.
package struct SettingsLoader: Sendable {
  /// The user's home directory, for folders that begin with "~".
  private let home: FilePath
  /// The values where nothing is set.
  package let defaults: Settings

  package init(home: FilePath, defaults: Settings) {
    self.home = home
    self.defaults = defaults
  }

  /// Loads the settings.
  /// - Parameters:
  ///   - file: The settings file; sets nothing if it does not exist.
  ///   - environment: `OCR_SCAN_<NAME>` variables; lists are separated by colons, empty variables are ignored.
  /// - Returns: Allowed values only.
  /// - Throws: `SettingsFailure` with all problems in both.
  package func load(file: FilePath, environment: [String: String]) throws(SettingsFailure) -> Settings {
    var settings = defaults
    var problems: [SettingsFailure.Problem] = []
    do {
      if let text = try SettingsFile.read(file) { problems = apply(text, of: file, to: &settings) }
    } catch {
      problems = error.problems
    }
    problems += apply(environment, to: &settings)
    guard problems.isEmpty else { throw SettingsFailure(problems) }
    return settings
  }

  /// Checks the text of a settings file, for example before it is saved.
  package func check(_ text: String, of file: FilePath) throws(SettingsFailure) -> Settings {
    var settings = defaults
    let problems = apply(text, of: file, to: &settings)
    guard problems.isEmpty else { throw SettingsFailure(problems) }
    return settings
  }

  private func apply(
    _ text: String, of file: FilePath, to settings: inout Settings
  ) -> [SettingsFailure.Problem] {
    let document: SettingsDocument
    do {
      document = try SettingsDocument(text)
    } catch {
      return [SettingsFailure.Problem(.file(file, line: error.line), reason: error.reason)]
    }
    return document.entries.compactMap { entry in
      apply(entry, to: &settings).map { reason in
        SettingsFailure.Problem(.file(file, line: entry.line), key: entry.key, reason: reason)
      }
    }
  }

  /// - Returns: The problem with the entry; nil if there is none.
  func apply(_ entry: SettingsDocument.Entry, to settings: inout Settings) -> Message? {
    let key = TerminalEscaping.escaped(entry.key)
    guard let definition = SettingDefinition.all.first(where: { $0.name == entry.key }) else {
      let hint = SpellingHint.closest(to: entry.key, among: SettingDefinition.all.map(\.name))
      return hint.map { "there is no setting \"\(key)\"; did you mean \"\($0)\"?" } ?? "there is no setting \"\(key)\""
    }
    guard let value = entry.value, definition.write(value, to: &settings, home: home) else {
      return "\"\(key)\" must be \(definition.allowed)"
    }
    return nil
  }

  private func apply(
    _ environment: [String: String], to settings: inout Settings
  ) -> [SettingsFailure.Problem] {
    var problems: [SettingsFailure.Problem] = []
    for definition in SettingDefinition.all {
      guard let text = environment[definition.environmentName], !text.isEmpty else { continue }
      let value: SettingValue =
        definition.isList ? .list(text.split(separator: ":").map(String.init)) : .one(text)
      if !definition.write(value, to: &settings, home: home) {
        problems.append(
          SettingsFailure.Problem(
            .environment(definition.environmentName), key: definition.name,
            reason: definition.isList
              ? "must be \(definition.allowed), separated by colons" : "must be \(definition.allowed)"))
      }
    }
    return problems
  }
}

/// Finds the name that was probably meant by a mistyped one.
package enum SpellingHint {
  /// - Returns: The nearest of the names; nil if none is near.
  package static func closest(to word: String, among names: [String]) -> String? {
    let candidates = names.map { (name: $0, distance: distance(Array(word.utf8.prefix(64)), Array($0.utf8))) }
    // A choice: two errors in a word are a typo, in a short one just one is; more make another word.
    let limit = word.utf8.count > 4 ? 2 : 1
    return candidates.filter { $0.distance <= limit }.min { $0.distance < $1.distance }?.name
  }

  /// Levenshtein distance, one row at a time.
  private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var row = Array(0...right.count)
    for (i, a) in left.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, b) in right.enumerated() {
        let substituted = diagonal + (a == b ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(substituted, diagonal + 1, row[j] + 1)
      }
    }
    return row[right.count]
  }
}
