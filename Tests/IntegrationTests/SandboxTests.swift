import Glibc
import TestSupport
import Testing

/// What a process in a worker's sandbox can still do, tried from inside on the real kernel.
@Suite(.serialized) struct SandboxTests {
  let home = UserHome()

  private func attempt(_ trial: String) async throws -> ProgramRun.Ended {
    try await home.start("sandbox-probe", ["worker", trial]).ended()
  }

  @Test(arguments: [
    ("open", "EACCES"), ("create", "EACCES"), ("read-parent", "EACCES"), ("socket", "EACCES"),
    ("unix-socket", "EACCES"), ("fork", "EPERM"), ("map-code", "EPERM"), ("make-code", "EPERM"),
    ("duplicate", "EPERM"), ("tgkill", "EPERM"), ("handler", "EPERM"),
  ])
  func `what libraries may try is refused`(trial: String, reason: String) async throws {
    let run = try await attempt(trial)
    #expect(run.status == 1 && run.signal == nil)
    #expect(run.output == reason + "\n")
  }

  @Test func `no thread is started`() async throws {
    let run = try await attempt("thread")
    #expect(run.status == 1)
    #expect(["EPERM", "EAGAIN"].contains(run.output.trimmed))
  }

  @Test(arguments: ["exec", "ptrace", "kill"])
  func `what only an attacker tries ends the process`(trial: String) async throws {
    let run = try await attempt(trial)
    #expect(run.signal == SIGSYS)
    #expect(run.output == "")
  }

  @Test(arguments: ["connect", "pair", "unlink", "dumpable"])
  func `what is on no list ends the process, which says its number`(trial: String) async throws {
    let run = try await attempt(trial)
    #expect(run.status == 72 && run.signal == nil)
    #expect(run.diagnostics.hasPrefix("system call ") && run.diagnostics.hasSuffix(" is not allowed\n"))
    #expect(run.diagnostics.contains { $0.isNumber })
  }

  @Test(arguments: ["memory", "answer"])
  func `what reading needs works`(trial: String) async throws {
    #expect(try await attempt(trial).status == 0)
  }
}

extension String {
  fileprivate var trimmed: String { String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed()) }
}
