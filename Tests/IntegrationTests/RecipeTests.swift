import Foundation
import ScanModel
import SystemPackage
import TestSupport
import Testing
import Yams

/// The recipes for many machines, as far as possible without a cluster: run as a cluster would run them, and twice, as
/// after a kill.
@Suite(.serialized) struct RecipeTests {
  let home = UserHome()
  private static let recipes = Repository.folder.appending(path: "integrations/recipes").path
  private static let count = 6

  /// The job for a container cluster.
  private struct Job: Decodable {
    struct Variable: Decodable {
      var name: String
      var value: String
    }
    struct Container: Decodable {
      var command: [String]
      var args: [String]
      var env: [Variable]
    }
    struct Pod: Decodable { var containers: [Container] }
    struct Template: Decodable { var spec: Pod }
    struct Specification: Decodable {
      var completionMode: String
      var completions: Int
      var template: Template
    }
    var spec: Specification
  }

  /// Writes a list of identical pictures under different names.
  private func makeList() {
    let names = (0..<Self.count).map { home.folder("\($0).png") }
    for name in names { Files.write(name, Files.contents(TestData.clean)) }
    Files.write(home.folder("list.txt"), Array(names.map { "\($0)\n" }.joined().utf8))
  }

  /// Runs a line of shell, with the programs in PATH, and compares the records of all its parts with the list.
  private func expectEachRecordOnce(after line: String) async throws {
    let run = try await home.shell("export PATH=\"${SCAN%/*}:$PATH\"; mkdir -p records; \(line)")
    #expect(run.status == 0, "\(run.diagnostics)")
    let all = try await home.shell("cat records/records-*.jsonl")
    let reports = try all.reports
    #expect(reports.map(\.id).sorted() == (0..<Self.count).map { home.folder("\($0).png").string })
    #expect(reports.allSatisfy { $0.text == TestData.sentence })
  }

  @Test func `the tasks of a Slurm array do each picture once, also when they are queued again`() async throws {
    makeList()
    let task = "SLURM_ARRAY_TASK_COUNT=2 SLURM_CPUS_PER_TASK=1 sh '\(Self.recipes)/slurm.sh' list.txt records"
    let array = "for SLURM_ARRAY_TASK_ID in 1 2; do export SLURM_ARRAY_TASK_ID; \(task) || exit; done"
    try await expectEachRecordOnce(after: array)
    try await expectEachRecordOnce(after: array)
  }

  @Test func `the pods of an indexed job do each picture once, also when they are started again`() async throws {
    makeList()
    let job = try YAMLDecoder().decode(Job.self, from: Repository.text("integrations/recipes/kubernetes.yaml"))
    #expect(job.spec.completionMode == "Indexed")
    let container = try #require(job.spec.template.spec.containers.first)
    #expect(container.env.map(\.name) == ["PARTS"] && container.env[0].value == "\(job.spec.completions)")
    #expect(container.command == ["sh", "-ec"])
    let script = container.args[0].replacing("/shared/records-", with: "records/records-").replacing(
      "/shared/", with: "")
    Files.write(home.folder("pod.sh"), Array(script.utf8))
    let pods =
      "for JOB_COMPLETION_INDEX in 0 1; do export JOB_COMPLETION_INDEX; PARTS=2 sh -ec \"$(cat pod.sh)\" || exit; done"
    try await expectEachRecordOnce(after: pods)
    try await expectEachRecordOnce(after: pods)
  }

  @Test func `runs of GNU parallel do each picture once, also when they are started again`() async throws {
    makeList()
    let runs = "sh '\(Self.recipes)/parallel.sh' list.txt records 2"
    try await expectEachRecordOnce(after: runs)
    try await expectEachRecordOnce(after: runs)
  }
}
