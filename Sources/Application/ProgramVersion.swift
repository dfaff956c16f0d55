/// The version of all programs.
package enum ProgramVersion {
  package static let text = "0.1.0"
}
