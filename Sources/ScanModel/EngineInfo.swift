/// Version and languages of the recognition engine.
package struct EngineInfo: Sendable, Hashable {
  /// Version of Tesseract ("5.3.0").
  package var version: String
  /// Languages with installed data, as Tesseract names them.
  package var installedLanguages: [String]

  package init(version: String, installedLanguages: [String]) {
    self.version = version
    self.installedLanguages = installedLanguages
  }
}
