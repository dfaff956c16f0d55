import Glibc
import ImageContainers
import ImageProcessing
import ScanModel
import SystemPackage
import TestSupport
import Testing

/// `ocr-scan FILE --annotate OUT.png`, with the real worker.
@Suite(.serialized) struct AnnotateTests {
  let home = UserHome()

  private var out: FilePath { home.folder("marked.png") }

  private func picture(_ path: FilePath) throws -> RGBImage {
    try ImageDecoder.decode(ImageContainer.filter(Files.contents(path)))
  }

  /// Rows of the picture, cropped to a range of columns.
  private func rows(_ rgb: RGBImage, _ rows: Range<Int>, columns: Range<Int>) -> [[UInt8]] {
    rows.map { y in
      let start = y * rgb.width
      return Array(rgb.pixels[(start + columns.lowerBound) * 3..<(start + columns.upperBound) * 3])
    }
  }

  /// The names in a folder, including hidden ones.
  private func names(in folder: FilePath) async throws -> [String] {
    try await home.shell("ls -A '\(folder)'").lines
  }

  /// An independent PNG reader: the kinds of chunks, whether all checksums are right, depth and color type, and whether
  /// the data have the required length.
  private static let pythonReader = """
    import struct, sys, zlib
    data, place, kinds, packed = open(sys.argv[1], "rb").read(), 8, [], b""
    while place < len(data):
        size, kind = struct.unpack(">I4s", data[place:place + 8])
        body = data[place + 8:place + 8 + size]
        assert zlib.crc32(kind + body) == struct.unpack(">I", data[place + 8 + size:place + 12 + size])[0]
        if kind == b"IHDR": width, height, depth, color = struct.unpack(">IIBB", body[:10])
        if kind == b"IDAT": packed += body
        if kind.decode() not in kinds: kinds.append(kind.decode())
        place += 12 + size
    print(*kinds, depth, color, len(zlib.decompress(packed)) == height * (1 + 3 * width))
    """

  @Test func `the risky lines are framed, the words in them stay, and the caption is below`() async throws {
    let run = try await home.scan("--json", "--annotate", out.string, TestData.scam.string)
    #expect(run.status == 1)
    #expect(run.diagnostics == "")
    let report = try #require(run.reports.first)
    let original = try picture(TestData.scam)
    let marked = try picture(out)
    #expect(marked.width == original.width && marked.height > original.height + 40)
    let boxes = report.evidence.filter { $0.weight > 0 }.flatMap { $0.boxes ?? [] }
    try #require(!boxes.isEmpty)
    for box in boxes {
      // Frames follow the ink, so they may lie slightly inside a box.
      let slack = box.height / 4
      let words = (rows: box.y + slack..<box.maxY - slack, columns: box.x + slack..<box.maxX - slack)
      #expect(
        rows(marked, words.rows, columns: words.columns) == rows(original, words.rows, columns: words.columns))
      // Something was drawn around it.
      let around = (
        rows: max(0, box.y - 8)..<min(original.height, box.maxY + 8),
        columns: max(0, box.x - 8)..<min(original.width, box.maxX + 8)
      )
      #expect(
        rows(marked, around.rows, columns: around.columns) != rows(original, around.rows, columns: around.columns))
    }
    #expect(try await home.shell("python3 -c '\(Self.pythonReader)' '\(out)'").output == "IHDR IDAT IEND 8 2 True\n")
    // This program can read the file too: the caption is in it.
    let again = try await home.scan("--json", "--no-history", out.string)
    let text = try #require(again.reports.first?.text)
    #expect(text.contains("that the company does not use") && text.contains("subscription has expired"))
  }

  @Test func `a calm picture gets a calm caption and keeps every pixel`() async throws {
    let run = try await home.scan("--annotate", out.string, TestData.clean.string)
    #expect(run.status == 0)
    #expect(run.lines.count == 1)
    let original = try picture(TestData.clean)
    let marked = try picture(out)
    #expect(
      rows(marked, 0..<original.height, columns: 0..<original.width)
        == rows(original, 0..<original.height, columns: 0..<original.width))
    let again = try await home.scan("--json", "--no-history", out.string)
    #expect(try #require(again.reports.first?.text).contains("Nothing found"))
  }

  @Test(arguments: [
    "palette-8-trns", "palette-1-adam7", "grey-1", "grey-16-adam7", "grey-alpha-16", "rgb-16-trns", "rgba-16-adam7",
  ])
  func `every kind of picture comes out in plain colors`(format: String) async throws {
    let file = TestData.folder.appending("images/formats/\(format).png")
    let run = try await home.scan("--no-history", "--annotate", out.string, file.string)
    #expect(run.status == 0)
    let original = try picture(file)
    let marked = try picture(out)
    #expect(
      rows(marked, 0..<original.height, columns: 0..<original.width)
        == rows(original, 0..<original.height, columns: 0..<original.width))
  }

  @Test func `a picture without text says that it was not judged`() async throws {
    let file = home.screenshots.appending("plain.png")
    Files.write(file, ImageFile.grey(width: 400, height: 300) { _, _ in 200 })
    let run = try await home.scan("--no-history", "--annotate", out.string, file.string)
    #expect(run.status == 0)
    let again = try await home.scan("--json", "--no-history", out.string)
    #expect(try #require(again.reports.first?.text).contains("Not judged"))
  }

  @Test func `a picture from standard input is drawn on too, and a pipe takes the result`() async throws {
    let run = try await home.shell("cat '\(TestData.scam)' | $SCAN --no-history --annotate marked.png -")
    #expect(run.status == 1)
    let piped = try await home.shell(
      "mkfifo pipe; cat pipe > copy.png & $SCAN --no-history --annotate pipe '\(TestData.scam)' >/dev/null; wait")
    #expect(piped.status == 0)
    #expect(Files.contents(home.folder("copy.png")) == Files.contents(out))
  }

  @Test func `a file that is there is replaced, and only the picture is left`() async throws {
    Files.write(out, Array("old".utf8))
    let run = try await home.scan("--no-history", "--annotate", out.string, TestData.clean.string)
    #expect(run.status == 0)
    _ = try picture(out)
    #expect(try await leftovers() == ["marked.png"])
  }

  @Test func `the screenshot itself is never written over`() async throws {
    let input = home.add(TestData.clean, as: "shot.png")
    Files.link(input, home.folder("hard.png"))
    Files.symlink(input, at: home.folder("soft.png"))
    for name in [input.string, "hard.png", "soft.png", "Screenshots/../Screenshots/shot.png"] {
      let run = try await home.scan("--annotate", name, input.string)
      #expect(run.status == 64)
      #expect(run.output == "")
      #expect(run.diagnostics.contains("must not write over the screenshot itself"))
    }
    let redirected = try await home.scan("--annotate", input.string, "-", input: input)
    #expect(redirected.status == 64)
    #expect(Files.contents(input) == Files.contents(TestData.clean))
  }

  @Test(arguments: [
    ["--annotate", "o.png", "a.png", "b.png"], ["--annotate", "o.png", "Screenshots"], ["--annotate", "-", "a.png"],
    ["--annotate", "", "a.png"], ["--annotate", "o.png"],
  ])
  func `wrong usage ends with 64`(arguments: [String]) async throws {
    let run = try await home.start("ocr-scan", arguments).ended()
    #expect(run.status == 64)
    #expect(run.output == "")
    #expect(run.diagnostics.lowercased().contains("usage:"))
  }

  @Test func `the report is never written over`() async throws {
    let run = try await home.shell("$SCAN --annotate both.png '\(TestData.clean)' > both.png")
    #expect(run.status == 64)
  }

  @Test(arguments: [
    ("missing/marked.png", "No such file or directory"), ("Screenshots", "Is a directory"),
    ("/dev/full", "No space left on device"), ("/dev/null/marked.png", "Not a directory"),
  ])
  func `a place that cannot be written ends with 73, after the verdict`(out: String, reason: String) async throws {
    let run = try await home.scan("--json", "--annotate", out, TestData.scam.string)
    #expect(run.status == 73)
    #expect(try run.reports.first?.riskLevel == .high)
    #expect(run.diagnostics.contains("Couldn't Write The File: \(out) could not be written: \(reason)."))
    #expect(run.diagnostics.contains("\n  → "))
    // The scan is in the history too.
    #expect(try await home.scan("history", "list").output.contains("virus-push-crop.png"))
    #expect(try await leftovers().isEmpty)
  }

  @Test(.enabled(if: UnprivilegedThread.isPossible, "only root can become another user"))
  func `a folder without the right to write ends with 73 and stays as it was`() async throws {
    let folder = home.folder("closed")
    Files.makeFolder(folder)
    let run = try await home.shell(
      "setpriv --reuid 65534 --regid 65534 --clear-groups \"$SCAN\" --no-history --annotate closed/marked.png"
        + " '\(TestData.clean)'")
    #expect(run.status == 73)
    #expect(run.output.contains("nothing found"))
    #expect(run.diagnostics.contains("closed/marked.png could not be written: Permission denied."))
    #expect(try await names(in: folder).isEmpty)
  }

  @Test(arguments: [TestData.noPicture, TestData.truncated, TestData.corrupt, TestData.tooLarge, "/nowhere.png"])
  func `what cannot be decoded is not drawn on`(file: FilePath) async throws {
    Files.write(out, Array("old".utf8))
    let plain = try await home.scan("--no-history", file.string)
    let run = try await home.scan("--no-history", "--annotate", out.string, file.string)
    #expect(run.status == plain.status)
    #expect(run.diagnostics == plain.diagnostics)
    #expect(home.read(out) == "old")
  }

  @Test func `drawing needs no language and a worker opens no file for it`() async throws {
    let trace = home.folder("trace")
    let run = try await home.shell(
      "strace -f -qq -o '\(trace)' -e trace=openat,open,socket,execve $SCAN --no-history --annotate marked.png"
        + " '\(TestData.scam)'")
    #expect(run.status == 1)
    let calls = home.read(trace).split(separator: "\n")
    let worker = try #require(calls.first { $0.contains("\"--annotate\"]") && $0.contains("execve") })
    let id = try #require(worker.split(separator: " ").first)
    // The worker tests its sandbox by trying to open a file and to make a socket; both are refused.
    let opened = calls.filter { $0.hasPrefix("\(id) ") && $0.contains("open") && !$0.contains("EACCES") }
    #expect(!opened.isEmpty)
    // Only libraries at the start, and what the runtime reads then.
    for call in opened {
      #expect(
        call.contains(".so") || call.contains("/proc/") || call.contains("/sys/") || call.contains("/dev/null"),
        "\(call)")
    }
    #expect(!opened.contains { $0.contains("tessdata") })
    #expect(!calls.contains { $0.hasPrefix("\(id) ") && $0.contains("socket(") && !$0.contains("EACCES") })
  }

  /// Whether a process is a drawing worker. Before execve(2) it has the arguments of its parent, where a file name
  /// follows.
  private func isDrawing(_ child: Int32) -> Bool {
    ProcessTable.arguments(of: child).last == "--annotate"
  }

  /// Nothing to read and much to draw: faint noise compresses badly.
  private static let slow: [UInt8] = {
    var random = SeededGenerator(seed: 7)
    return ImageFile.grey(width: 6_000, height: 4_000) { _, _ in 200 + UInt8(random.next() >> 62) }
  }()

  @Test(arguments: [SIGTERM, SIGINT, SIGKILL])
  func `a program that is ended while it draws leaves nothing behind`(signal: Int32) async throws {
    let file = home.screenshots.appending("slow.png")
    Files.write(file, Self.slow)
    let process = try home.start("ocr-scan", ["--no-history", "--annotate", out.string, file.string])
    try await eventually(within: .seconds(60)) {
      process.children.contains(where: isDrawing)
    }
    process.send(signal)
    let run = try await process.ended()
    #expect(run.signal == signal)
    // The verdict is printed before the drawing.
    #expect(run.output.contains("No text was found"))
    try await eventually { process.children.isEmpty }
    #expect(try await leftovers().isEmpty)
  }

  @Test func `a 4K picture is drawn on within the memory that a scan may take`() async throws {
    let file = TestData.folder.appending("images/scam/crypto-giveaway-4k.png")
    let process = try home.start("ocr-scan", ["--no-history", "--annotate", out.string, file.string])
    var (own, drawing) = (0, 0)
    try await eventually(within: .seconds(60)) {
      own = max(own, ProcessTable.peakMemory(of: process.processID) ?? 0)
      for child in process.children where isDrawing(child) {
        drawing = max(drawing, ProcessTable.peakMemory(of: child) ?? 0)
      }
      return process.hasEnded
    }
    print("Drawing on 4K: \(own / 1024) MiB of the program, \(drawing / 1024) MiB of its worker")
    #expect(drawing > 0)
    #expect(own + drawing < 250 * 1024)
    let marked = try picture(out)
    #expect(marked.width == 3_840 && (2_200...2_500).contains(marked.height))
  }

  /// What an unfinished picture would leave behind.
  private func leftovers() async throws -> [String] {
    try await names(in: home.folder.path).filter { $0.contains("ocr-scan") || $0.contains("marked") }
  }
}
