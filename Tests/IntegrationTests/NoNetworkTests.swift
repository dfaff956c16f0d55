import Foundation
import Glibc
import LinuxSystem
import ScanModel
import SystemPackage
import TestSupport
import Testing

/// Nothing leaves the machine. Checked three ways: the libraries that the programs link, every socket they request, and
/// runs without a network.
@Suite(.serialized) struct NoNetworkTests {
  let home = UserHome()

  /// The calls of a program and its children, as logged by strace(1). A call that another thread interrupted has two lines
  /// there, "... <unfinished ...>" and "<... socket resumed>...", which are joined.
  private func networkCalls(_ name: String) -> [String] {
    var unfinished: [Substring: Substring] = [:]
    return home.read(home.folder(name)).split(separator: "\n").compactMap { line in
      let process = line.prefix { $0 != " " }
      if line.hasSuffix("<unfinished ...>") {
        unfinished[process] = line.dropLast("<unfinished ...>".count)
        return nil
      }
      guard line.contains("<... "), let end = line.firstRange(of: " resumed>") else {
        return line.contains("(") ? String(line) : nil
      }
      return unfinished.removeValue(forKey: process).map { String($0 + line[end.upperBound...]) }
    } + unfinished.values.map(String.init)
  }

  /// Every socket is one of unix(7). Programs request others only to test their sandbox, and are refused. Nothing was
  /// sent through a network socket.
  private func expectNoNetwork(_ calls: [String]) {
    let foreign = calls.filter { $0.contains("AF_") && !$0.contains("AF_UNIX") }
    #expect(!foreign.isEmpty, "the programs try their sandboxes")
    for call in foreign {
      #expect(call.contains(" socket(") && call.contains(" = -1 E"), "\(call)")
    }
    let addresses = calls.filter { $0.contains("sa_family=") && !$0.contains("sa_family=AF_UNIX") }
    #expect(addresses.isEmpty)
  }

  @Test func `the command asks for no socket of the network`() async throws {
    let run = try await home.shell(
      "strace -f -qq -o '\(home.folder("trace"))' -e trace=network $SCAN '\(TestData.scam)'")
    #expect(run.status == 1)
    expectNoNetwork(networkCalls("trace"))
  }

  @Test func `the watcher asks for no socket of the network`() async throws {
    let program = try BuiltProgram.path("ocr-scand")
    let daemon = try ProgramRun(
      "/usr/bin/strace",
      ["-f", "-qq", "-o", home.folder("trace").string, "-e", "trace=network", program.string, "--json", "--directory"]
        .map { Array($0.utf8) } + [Array(home.screenshots.string.utf8)],
      environment: home.environment)
    try await eventually(within: .seconds(90)) { daemon.diagnostics.contains("\nReady.\n") }
    home.add(TestData.scam, as: "a.png")
    try await eventually(within: .seconds(90)) { daemon.output.contains("\n") }
    let watcher = try #require(home.watcher)
    kill(watcher, SIGTERM)
    _ = try await daemon.ended(within: .seconds(60))
    expectNoNetwork(networkCalls("trace"))
  }

  /// A network without any device that is up, not even loopback.
  private static let withoutNetwork = geteuid() == 0 ? "unshare -n" : "unshare -rn"

  @Test func `without any network the result is the same`() async throws {
    try #require(
      try await home.shell("\(Self.withoutNetwork) true").status == 0, "network namespaces are not allowed here")
    let with = try await home.scan("--json", "--no-history", TestData.scam.string)
    let without = try await home.shell("\(Self.withoutNetwork) $SCAN --json --no-history '\(TestData.scam)'")
    #expect(with.status == 1 && without.status == 1)
    let (first, second) = (try ScanReport(jsonLine: with.output), try ScanReport(jsonLine: without.output))
    #expect(first.text == second.text && first.riskLevel == second.riskLevel)

    let program = try BuiltProgram.path("ocr-scand")
    let daemon = try ProgramRun(
      "/bin/sh",
      [
        Array("-c".utf8),
        Array("exec \(Self.withoutNetwork) '\(program)' --json --directory '\(home.screenshots)'".utf8),
      ],
      environment: home.environment)
    try await eventually(within: .seconds(90)) { daemon.diagnostics.contains("\nReady.\n") }
    home.add(TestData.scam, as: "a.png")
    try await eventually(within: .seconds(90)) { daemon.output.contains("\n") }
    #expect(try ScanReport(jsonLine: daemon.output).text == first.text)
    daemon.send(SIGTERM)
    _ = try await daemon.ended(within: .seconds(60))
  }

  @Test(arguments: ["ocr-scan", "ocr-scand"])
  func `the programs link no network library`(program: String) async throws {
    let path = try BuiltProgram.path(program)
    let dynamic = try await home.shell("readelf -dW '\(path)'")
    let needed = dynamic.lines.filter { $0.contains("(NEEDED)") }
      .compactMap { $0.split(separator: "[").last?.split(separator: "]").first }
    #expect(!needed.isEmpty)
    // The system's own, the bus, the database, checksums, public suffixes, names, system call filters; and Swift's, which are
    // part of the installed programs.
    let expected = [
      "libc.", "libm.", "libgcc_s.", "libstdc++.", "ld-linux", "libsystemd.", "libsqlite3.", "libnettle.", "libpsl.",
      "libidn2.", "libxxhash.", "libseccomp.", "libswift",
      "libBlocksRuntime.", "libdispatch.", "libFoundation.", "libFoundationEssentials.",
      "libFoundationInternationalization.", "lib_Foundation",
    ]
    for library in needed { #expect(expected.contains { library.hasPrefix($0) }, "\(library)") }
    let all = try await home.shell("ldd '\(path)'")
    for library in [
      "libFoundationNetworking", "libcurl", "libssl", "libgnutls", "libnss", "libnghttp", "libssh", "libresolv",
      "libldap",
    ] { #expect(!all.output.contains(library), "\(library)") }
  }
}
