import ScanModel
import SystemPackage
import TestSupport
import Testing

/// What each program loads, and what a worker inherits.
@Suite(.serialized) struct ProcessBoundaryTests {
  let home = UserHome()

  /// All libraries that a program loads, directly or through others.
  private func libraries(of program: String) async throws -> String {
    let path = try BuiltProgram.path(program)
    let run = try await home.shell("ldd '\(path)'")
    try #require(run.status == 0)
    return run.output
  }

  @Test(arguments: ["ocr-scan", "ocr-scand"])
  func `only the worker loads the libraries that read pictures`(program: String) async throws {
    let own = try await libraries(of: program)
    let worker = try await libraries(of: "ocr-scan-worker")
    for library in ["libpng", "libjpeg", "libwebp", "liblept"] {
      #expect(!own.contains(library), "\(program): \(library)")
      #expect(worker.contains(library), "\(library)")
    }
    // Tesseract is linked into the worker itself.
    #expect(!own.contains("libtesseract"))
  }

  @Test(arguments: ["ocr-scan", "ocr-scand", "ocr-scan-worker"])
  func `no program loads what talks to a network`(program: String) async throws {
    let all = try await libraries(of: program)
    for library in [
      "libcurl", "libarchive", "libssl", "libcrypto", "libgnutls", "libssh", "libkrb5", "libldap", "libnghttp",
      "libFoundationNetworking",
    ] { #expect(!all.contains(library), "\(library)") }
  }

  @Test func `standard descriptors that were closed lead nowhere, not into files of the program`() async throws {
    let daemon = try BuiltProgram.path("ocr-scand")
    let run = try await home.shell(
      """
      mkdir shots; '\(daemon)' --directory shots --json <&- >&- 2>&- &
      until [ -s "$XDG_RUNTIME_DIR/ocr-scan/status" ] || ! kill -0 $!; do sleep 0.1; done
      for number in 0 1 2; do readlink /proc/$!/fd/$number; done
      kill $!; wait $!
      """)
    #expect(run.lines == ["/dev/null", "/dev/null", "/dev/null"])
    #expect(run.status == 0)
  }

  @Test func `a worker gets five variables and three descriptors and nothing of the user`() async throws {
    let daemon = try await DaemonRun.ready(home, adding: ["SECRET": "of the user", "TESSDATA_PREFIX": "/nonexistent"])
    home.add(TestData.clean, as: "a.png")
    let reports = try await daemon.reports(1)
    #expect(reports.first?.text == TestData.sentence)
    let worker = try await daemon.spareWorker(of: home)
    let environment = ProcessTable.environment(of: worker)
    #expect(
      environment.sorted() == [
        // The C library has split this variable at its colons.
        "GLIBC_TUNABLES=glibc.malloc.hugetlb=1", "LC_ALL=C.UTF-8", "OMP_THREAD_LIMIT=1", "PATH=/nonexistent",
        "SWIFT_BACKTRACE=enable=no", "glibc.malloc.mmap_max=0", "glibc.malloc.trim_threshold=1000000000",
      ])
    let descriptors = try await home.shell("for fd in /proc/\(worker)/fd/*; do readlink $fd; done")
    #expect(descriptors.lines.prefix(3).map { $0.prefix { $0 != ":" } } == ["socket", "socket", "pipe"])
    // Tesseract keeps its debug file open, which is set to /dev/null.
    let others = descriptors.lines.dropFirst(3).filter { $0 != "/dev/null" }
    #expect(others.isEmpty)
    try await daemon.stop()
    #expect(daemon.process.children.isEmpty)
  }

  @Test func `the engine's loops run without the threads of OpenMP`() async throws {
    let run = try await home.shell(
      "strace -f -qq -o '\(home.folder("trace"))' -e trace=futex,clone,clone3,execve $SCAN --no-history '\(TestData.scam)'"
    )
    #expect(run.status == 1)
    let calls = home.read(home.folder("trace")).split(separator: "\n")
    let workers = Set(calls.filter { $0.contains("ocr-scan-worker") }.compactMap { $0.split(separator: " ").first })
    #expect(!workers.isEmpty)
    for worker in workers {
      let own = calls.filter { $0.hasPrefix("\(worker) ") }
      // With libgomp, each step of the network starts a team of threads: 94,000 calls in one mail.
      #expect(own.count { $0.contains("futex(") } < 1_000)
      #expect(!own.contains { $0.contains("clone") && $0.contains("CLONE_THREAD") })
    }
  }
}

extension DaemonRun {
  /// Returns a worker that waits for the next picture, once those that read the last one have left: it started after the
  /// first of them had ended, as the log of events tells.
  func spareWorker(of home: UserHome) async throws -> Int32 {
    var spare: Int32?
    try await eventually(within: .seconds(60)) {
      let events = try home.events().compactMap { $0["event"] as? String }
      guard let reading = events.lastIndex(of: "conversion_started"),
        let left = events[reading...].firstIndex(of: "worker_ended")
      else { return false }
      let running = events.count { $0 == "worker_started" } - events.count { $0 == "worker_ended" }
      let workers = process.children.filter { ProcessTable($0)?.name == "ocr-scan-worker" }
      guard events[left...].count(where: { $0 == "worker_started" }) == workers.count, running == workers.count,
        let first = workers.first
      else { return false }
      spare = first
      // With its language loaded: it has a filter of its own beside that of the watcher.
      return ProcessTable.systemCallFilterCount(of: first) > ProcessTable.systemCallFilterCount(of: process.processID)
    }
    return try #require(spare)
  }
}
