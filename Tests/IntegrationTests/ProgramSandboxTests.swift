import Glibc
import LinuxSystem
import SystemPackage
import TestSupport
import Testing

/// What the watcher and the command can still do, tried from inside on the real kernel.
@Suite(.serialized) struct ProgramSandboxTests {
  let home = UserHome()

  private func attempt(_ program: String, _ trial: String) async throws -> ProgramRun.Ended {
    let folder = home.folder("own")
    if Files.mode(folder) == nil { Files.makeFolder(folder) }
    Files.write(folder.appending("program"), Files.contents("/bin/true"))
    Files.setMode(folder.appending("program"), 0o700)
    return try await home.start("sandbox-probe", [program, trial] + (program == "watcher" ? [folder.string] : []))
      .ended()
  }

  @Test(
    arguments: ["watcher", "command"],
    [
      ("socket", "EAFNOSUPPORT"), ("ipv6", "EAFNOSUPPORT"), ("netlink", "EAFNOSUPPORT"), ("packet", "EAFNOSUPPORT"),
      ("vsock", "EAFNOSUPPORT"), ("ring", "ENOSYS"), ("passed-connect", "EACCES"), ("passed-bind", "EACCES"),
      ("ptrace", "EPERM"), ("show-memory", "private"),
    ])
  func `neither reaches a network nor another process`(program: String, trial: (String, String)) async throws {
    let run = try await attempt(program, trial.0)
    #expect(run.output == trial.1 + "\n", "\(run.diagnostics)")
    #expect(run.status == 1)
  }

  @Test(arguments: ["watcher", "command"], ["unix-socket", "pair", "open", "thread", "signal-child"])
  func `both do what they are for`(program: String, trial: String) async throws {
    let run = try await attempt(program, trial)
    #expect(run.status == 0, "\(run.output)\(run.diagnostics)")
  }

  /// The command may send signals: it asks the watcher to look again.
  @Test func `the watcher sends no signals to others`() async throws {
    let run = try await attempt("watcher", "kill")
    #expect(run.output == "EPERM\n", "\(run.diagnostics)")
    #expect(run.status == 1)
  }

  @Test(arguments: ["write-device", "create", "start"])
  func `the watcher changes no foreign file and starts no program`(trial: String) async throws {
    let run = try await attempt("watcher", trial)
    #expect(run.output == "EACCES\n")
    #expect(run.status == 1)
  }

  @Test(arguments: ["write-own", "remove-own", "start-own"])
  func `the watcher writes its own files and starts its worker`(trial: String) async throws {
    let run = try await attempt("watcher", trial)
    #expect(run.status == 0, "\(run.output)\(run.diagnostics)")
  }

  @Test func `what the watcher has opened for the user is not confined`() async throws {
    let run = try await attempt("watcher", "launch")
    #expect(run.status == 0, "\(run.output)\(run.diagnostics)")
    // Next to the watcher's folder, where the watcher itself may not write.
    try await eventually { Files.contents(home.folder("launched")) == Files.contents("/bin/true") }
    let vain = try await attempt("watcher", "launch-nothing")
    #expect(vain.status == 1 && vain.output == "ENOENT\n")
  }

  @Test func `the real watcher is confined and doctor says so`() async throws {
    home.configure("directories: [\(home.screenshots)]\n")
    let daemon = try await DaemonRun.ready(home)
    let process = try #require(home.watcher)
    let status = home.read(FilePath("/proc/\(process)/status"))
    #expect(status.contains("NoNewPrivs:\t1\n") && status.contains("Seccomp:\t2\n"))
    #expect(status.contains("Umask:\t0077\n"))
    let limits = home.read(FilePath("/proc/\(process)/limits"))
    #expect(
      limits.split(separator: "\n").contains { $0.hasPrefix("Max core file size        0                    0 ") })
    let doctor = try await home.scan("doctor")
    #expect(doctor.output.contains("✓ Sandbox    worker: no files, no network, no new processes (tried just now"))
    #expect(doctor.output.contains("✓ Sandbox    watcher (process \(process)): no network"))
    try await daemon.stop()
  }

  @Test func `a directory that is deleted while the watcher runs is made again`() async throws {
    let daemon = try await DaemonRun.ready(home)
    home.add(TestData.clean, as: "a.png")
    try await daemon.reports(1)
    Files.remove(home.stateFolder)
    home.add(TestData.scam, as: "b.png")
    try await daemon.reports(2)
    try await daemon.stop()
    #expect(Files.mode(home.stateFolder) == 0o700)
    #expect(!home.read(home.stateFolder.appending("events.jsonl")).isEmpty)
  }

  @Test func `without a filter of system calls nothing runs`() async throws {
    // A filter that forbids filters, as in an old container.
    let run = try await home.shell("strace -qq -o /dev/null -f -e inject=seccomp:error=EINVAL $SCAN --version")
    #expect(run.status == 69)
    #expect(run.diagnostics.contains("the sandbox could not be set up (network filter: "))
    #expect(run.output == "")
  }
}
