package import SystemPackage

/// Where the value of a setting comes from.
package enum SettingOrigin: String, Sendable, Hashable {
  case `default`, file, environment
}

extension SettingsLoader {
  /// Where each setting's value comes from, by name; names that are missing have their default.
  ///
  /// For settings that `load` accepts: `load` reports problems, and a file that cannot be read sets nothing here.
  package func origins(file: FilePath, environment: [String: String]) -> [String: SettingOrigin] {
    var origins: [String: SettingOrigin] = [:]
    let text = (try? SettingsFile.read(file)) ?? nil
    for entry in text.flatMap({ try? SettingsDocument($0) })?.entries ?? [] { origins[entry.key] = .file }
    for definition in SettingDefinition.all where environment[definition.environmentName]?.isEmpty == false {
      origins[definition.name] = .environment
    }
    return origins
  }
}
