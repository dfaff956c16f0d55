import Glibc
import RiskAnalysis
import SystemPackage

/// Compiles rule files after the build: `rule-compiler RULES OUTPUT` reads RULES/*.yaml and writes OUTPUT/rules.pack.
/// An error in a rule fails the build; it is reported with file and line, as compilers do.
@main
enum RuleCompiler {
  static func main() throws {
    guard CommandLine.arguments.count == 3 else { fail("usage: rule-compiler RULES OUTPUT", status: 64) }
    let rules = FilePath(CommandLine.arguments[1])
    let output = FilePath(CommandLine.arguments[2])
    let pack: RulePack
    do throws(RulePackFailure) {
      pack = try RulePack.load(directory: rules)
    } catch {
      let problems = error.problems.map { problem in
        "\(rules.appending(problem.file)):\(problem.line ?? 1): error: \(problem.reason)"
      }
      fail(problems.joined(separator: "\n"), status: 65)
    }
    let bytes = CompiledRulePack.bytes(of: pack)
    do throws(CompiledRulePackFailure.Reason) {
      _ = try CompiledRulePack.read(bytes)
    } catch {
      fail("error: the compiled pack cannot be read: \(error)", status: 70)
    }
    try write(bytes, to: output.appending(CompiledRulePack.fileName))
  }

  private static func write(_ bytes: [UInt8], to path: FilePath) throws {
    let file = try FileDescriptor.open(
      path, .writeOnly, options: [.create, .truncate], permissions: [.ownerReadWrite, .groupRead, .otherRead])
    _ = try file.closeAfter { try file.writeAll(bytes) }
  }

  private static func fail(_ words: String, status: Int32) -> Never {
    _ = try? FileDescriptor.standardError.writeAll((words + "\n").utf8)
    exit(status)
  }
}
