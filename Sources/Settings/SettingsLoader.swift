internal import ScanModel
package import SystemPackage

/// Combines defaults, overridden by the file, overridden by the environment; the caller applies options.
package struct SettingsLoader: Sendable {
  private let home: FilePath
  package let defaults: Settings

  package init(home: FilePath, defaults: Settings) {
    self.home = home
    self.defaults = defaults
  }

  /// Loads the settings from a file, if it exists, and from variables `OCR_SCAN_<NAME>`: empty ones are ignored, lists
  /// separated by colons.
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
      return [SettingsFailure.Problem(source: .file(file, line: error.line), reason: error.reason)]
    }
    return document.entries.compactMap { entry in
      apply(entry, to: &settings).map { reason in
        SettingsFailure.Problem(source: .file(file, line: entry.line), reason: reason)
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
    SettingDefinition.all.compactMap { definition in
      guard let text = environment[definition.environmentName], !text.isEmpty else { return nil }
      let value: SettingValue = definition.isList ? .list(text.split(separator: ":").map(String.init)) : .one(text)
      if definition.write(value, to: &settings, home: home) { return nil }
      return SettingsFailure.Problem(
        source: .environment(definition.environmentName),
        reason: definition.isList
          ? "must be \(definition.allowed), separated by colons" : "must be \(definition.allowed)")
    }
  }

  /// Where each value comes from, by name; names that are missing have their default, as all of an unreadable file.
  package func origins(file: FilePath, environment: [String: String]) -> [String: SettingOrigin] {
    var origins: [String: SettingOrigin] = [:]
    let document = try? SettingsFile.read(file).map { try SettingsDocument($0) }
    for entry in document?.entries ?? [] { origins[entry.key] = .file }
    for definition in SettingDefinition.all where environment[definition.environmentName]?.isEmpty == false {
      origins[definition.name] = .environment
    }
    return origins
  }

  /// Changes one setting in the file, to one value or any number for lists, after checking the value and the whole
  /// file, which is created if it does not exist. Its folder must exist.
  /// - Throws: `SettingsFailure`; the file is then unchanged.
  package func set(_ name: String, to values: [String], in file: FilePath) throws(SettingsFailure) {
    let entry = SettingsDocument.Entry(
      key: name, line: nil, value: values.count == 1 ? .one(values[0]) : .list(values))
    var settings = defaults
    if let reason = apply(entry, to: &settings) { throw SettingsFailure(.request, reason: reason) }
    let old = try SettingsFile.read(file) ?? ""
    _ = try check(old, of: file)
    guard let definition = SettingDefinition.all.first(where: { $0.name == name }),
      let new = SettingsFileEditor.setting(definition, to: values, in: old),
      try definition.values(in: check(new, of: file)) == definition.values(in: settings)
    else {
      let reason: Message = "\"\(name)\" cannot be changed here; change it with an editor"
      throw SettingsFailure(.file(file, line: nil), reason: reason)
    }
    try SettingsFile.write(new, to: file)
  }

  /// Creates a settings file in which every setting is explained and none is set. Its folder must exist.
  package func createExample(at file: FilePath) throws(SettingsFailure) {
    try SettingsFile.write(SettingsFileEditor.example(defaults: defaults), to: file)
  }
}

package enum SettingOrigin: String, Sendable, Hashable {
  case `default`, file, environment
}
