/// What the text recognition engine says about itself, for diagnosis.
package struct EngineInfo: Sendable, Hashable {
  /// Version of Tesseract ("5.3.0").
  package var version: String
  /// Languages whose data is installed, as Tesseract names them, sorted. Scripts and layout data are left out.
  package var installedLanguages: [String]

  package init(version: String, installedLanguages: [String]) {
    self.version = version
    self.installedLanguages = installedLanguages
  }
}
