import Foundation
import SystemPackage
import TestSupport
import Testing

/// Generated input for every parser, the same every time; a fixed number of tries rather than a fixed time. `make fuzz`
/// searches for more with libFuzzer. Each trial runs in a separate process, which exits when a property does not hold.
struct FuzzTrialTests {
  /// Number of inputs for each target, chosen by the cost of its parser.
  private static let trials: [(FuzzTarget, Int)] = [
    (.chunks, 5_000), (.containers, 5_000), (.inotify, 5_000), (.replies, 5_000), (.requests, 5_000),
    (.escapers, 5_000),
    (.rules, 2_000), (.pack, 3_000), (.settings, 2_000), (.text, 1_000), (.links, 3_000), (.codes, 5_000),
    (.pixels, 1_000), (.repair, 3_000), (.model, 2_000),
    (.pieces, 2_000),
  ]

  @Test(arguments: trials)
  func `no made-up input breaks a promise`(target: FuzzTarget, inputs: Int) async {
    await #expect(processExitsWith: .success) { [name = target.rawValue as String, inputs = inputs as Int] in
      try await Self.run(try #require(FuzzTarget(rawValue: name)), inputs: inputs)
    }
  }

  @Test func `every target is tried`() {
    #expect(Self.trials.map(\.0) == FuzzTarget.allCases)
  }

  /// The current input is in a file, which remains if the input ends the process.
  private static func run(_ target: FuzzTarget, inputs: Int) async throws {
    let repository = (0..<3).reduce(into: FilePath(#filePath)) { path, _ in path.removeLastComponent() }
    let folder = TemporaryFolder()
    let corpora = repository.appending("Tests/Fuzzing/corpora.py").string
    let made = try await ProgramRun(
      "/usr/bin/python3", [corpora, folder.path.string].map { Array($0.utf8) }, environment: [:]
    ).ended()
    try #require(made.status == 0, "\(made.diagnostics)")
    let seeds = folder(target.rawValue)
    let names = try FileManager.default.contentsOfDirectory(atPath: seeds.string).sorted()
    var maker = InputMaker(seeds: names.map { Files.contents(seeds.appending($0)) }, seed: 1)

    let findings = repository.appending(".build/fuzz-findings")
    try FileManager.default.createDirectory(atPath: findings.string, withIntermediateDirectories: true)
    let current = findings.appending("\(target.rawValue)-trial")
    for _ in 0..<inputs {
      let input = maker.next()
      Files.write(current, input)
      target.run(input)
    }
    Files.remove(current)
  }
}
