import RiskAnalysis
import Settings
import SystemPackage

enum FileTrials {
  static func rules(_ bytes: [UInt8]) {
    guard let text = String(validating: bytes, as: UTF8.self) else { return }
    do throws(RulePackFailure) {
      _ = try RulePack.load(files: [("rules.yaml", text)])
    } catch {
      precondition(!error.problems.isEmpty)
    }
  }

  static func settings(_ bytes: [UInt8]) {
    guard let text = String(validating: bytes, as: UTF8.self) else { return }
    let loader = SettingsLoader(home: "/home/anna", defaults: Settings(processorCount: 2))
    do throws(SettingsFailure) {
      _ = try loader.check(text, of: "/home/anna/config.yaml")
    } catch {
      precondition(!error.problems.isEmpty)
    }
  }
}
