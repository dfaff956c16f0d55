import ScanModel
import SystemPackage
import TestSupport
import Testing

/// A missing, damaged or foreign model file is a fault of the installation: nothing is judged, status 69.
@Suite(.serialized) struct ModelFileTests {
  let home = UserHome()

  enum Fault: String, CaseIterable, Sendable {
    case missing = "rm \"$MODEL\""
    case cutOff = "truncate -s 1000000 \"$MODEL\""
    case empty = "truncate -s 0 \"$MODEL\""
    /// One bit in the middle of the weights.
    case flippedBit = "printf '\\001' | dd of=\"$MODEL\" bs=1 seek=9000001 conv=notrunc status=none"
    case anotherFile = "cp /bin/sh \"$MODEL\""
    case folder = "rm \"$MODEL\" && mkdir \"$MODEL\""
    case unreadable = "chmod 0 \"$MODEL\""

    var words: String {
      switch self {
      case .missing: "is not installed"
      case .cutOff, .flippedBit: "the file is damaged"
      case .empty, .anotherFile: "the file is not a model of ocr-scan"
      case .folder: "scam-encoder.model"
      case .unreadable: "the file cannot be read"
      }
    }
  }

  /// Installs the programs with a separate model, then damages that model.
  private func install(_ fault: Fault) async throws {
    let programs = BuiltProgram.folder
    let run = try await home.shell(
      """
      mkdir bin && cp --reflink=auto "$SCAN" \(programs)/ocr-scand \(programs)/ocr-scan-worker bin/ &&
      cp -r \(programs)/ocr-scan_RiskData.resources bin/ && chmod -R u+w bin && chmod -R a+rX bin &&
      MODEL=bin/ocr-scan_RiskData.resources/scam-encoder.model && \(fault.rawValue)
      """)
    #expect(run.status == 0, "\(run.diagnostics)")
  }

  @Test(arguments: Fault.allCases)
  func `nothing is judged, and the file is named`(fault: Fault) async throws {
    try await install(fault)
    for command in [
      "bin/ocr-scan --json '\(TestData.scam)'", "echo 'Your parcel is held, pay at a.top' | bin/ocr-scan text --json",
      "bin/ocr-scand",
    ] {
      // Root may read everything.
      let run = try await home.shellAsOrdinaryUser(command)
      #expect(run.status == 69, "\(command): \(run.output) \(run.diagnostics)")
      #expect(!run.output.contains("\"risk_level\":\"low\"") && !run.output.contains("\"risk_level\":\"high\""))
      #expect(run.diagnostics.contains("The model that judges texts cannot be used"), "\(command): \(run.diagnostics)")
      #expect(run.diagnostics.contains(fault.words), "\(command): \(run.diagnostics)")
      #expect(run.diagnostics.contains("ocr-scan doctor"))
    }
    let doctor = try await home.shellAsOrdinaryUser("bin/ocr-scan doctor")
    #expect(doctor.status == 69)
    #expect(doctor.output.contains("✗ Model"), "\(doctor.output)")
    #expect(doctor.output.contains(fault.words), "\(doctor.output)")
  }
}
