// Has real workers read or draw on many pictures, each in its own process and sandbox as in the product, for tests that
// generate pictures by the hundred thousand (Tests/Fuzzing/images.py). Never installed.
//
//     worker-probe read|draw WORKERS
//
// Standard input: pictures, each after its length in 4 bytes, the highest first. Standard output: a line for each
// picture, in the order in which they are finished: its number, from 0, and its outcome.

import Foundation
import ImageContainers
import LinuxSystem
import ScanModel
import SystemPackage
import WorkerClient
import WorkerProtocol

@main
struct WorkerProbe {
  private enum Task: String {
    case read, draw
  }

  /// Four megapixels; like all limits, checked before anything is allocated.
  private static let maximumPixels = 4 << 20
  /// Generous, because this does not measure time; a worker that hangs is still found.
  private static let timeout = Duration.seconds(60)
  /// More than a drawing of that many pixels with its caption can take.
  private static let capacity = 32 << 20

  private let pool: WorkerPool
  private let task: Task

  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.count == 2, let task = Task(rawValue: arguments.first ?? ""),
      let workers = Int(arguments.last ?? ""), workers > 0
    else {
      FileHandle.standardError.write(Data("usage: worker-probe read|draw WORKERS\n".utf8))
      exit(64)
    }
    let folder = FilePath(try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
      .removingLastComponent()
    let program = folder.appending(WorkerConfiguration.programName)
    // Otherwise each picture would be told to have no worker, as if it was the picture's doing.
    guard FileManager.default.isExecutableFile(atPath: program.string) else {
      FileHandle.standardError.write(Data("worker-probe: \(program) cannot be run\n".utf8))
      exit(69)
    }
    let pool = try WorkerPool(WorkerConfiguration(program: program, languages: ["eng"], maximumWorkers: workers))
    let probe = WorkerProbe(pool: pool, task: task)
    await withDiscardingTaskGroup { group in
      var number = 0
      while let picture = nextPicture() {
        let current = number
        number += 1
        group.addTask { await probe.answer(picture, number: current) }
      }
    }
    pool.shutDown()
  }

  private func answer(_ picture: [UInt8], number: Int) async {
    FileHandle.standardOutput.write(Data("\(number) \(await outcome(of: picture))\n".utf8))
  }

  private func outcome(of picture: [UInt8]) async -> String {
    guard let memory = try? SealedMemory.holding(picture) else { return "no memory for it" }
    switch task {
    case .read: return await read(memory)
    case .draw: return await draw(memory)
    }
  }

  private func read(_ picture: borrowing SealedMemory) async -> String {
    let outcome = await pool.recognize(
      picture.descriptor.raw,
      RecognitionJob(Self.requested(picture), shares: 1, timeout: Self.timeout))
    guard outcome.end == .complete else { return Self.words(outcome.end) }
    return outcome.lines.isEmpty ? "no text" : "text"
  }

  private func draw(_ picture: borrowing SealedMemory) async -> String {
    do throws(RecognitionOutcome.End) {
      let drawn = try await pool.output(
        of: AnnotationRequest(
          Self.requested(picture), capacity: Self.capacity,
          annotation: Annotation(
            answer: .scam, heading: "High risk", reason: "It asks for secret details.",
            boxes: [PixelRect(x: 4, y: 4, width: 40, height: 12)])),
        from: picture.descriptor.raw, timeout: Self.timeout)
      let isPicture = try? drawn.content.withBytes { bytes in
        (try? PNGContainer.filter(
          bytes, limits: ImageLimits(maximumBytes: bytes.byteCount, maximumPixels: 1 << 26, maximumSide: 1 << 15)))
          != nil
      }
      return isPicture == true ? "drawn" : "what was drawn is no picture"
    } catch {
      return Self.words(error)
    }
  }

  private static func requested(_ picture: borrowing SealedMemory) -> RequestedPicture {
    RequestedPicture(byteCount: Int(picture.byteCount), maximumPixels: maximumPixels)
  }

  private static func words(_ end: RecognitionOutcome.End) -> String {
    switch end {
    case .complete: "complete"
    case .timedOut: "timed out"
    case .failed(let failure): "failed \(failure.code)"
    case .crashed(let reason): "crashed: \(reason)"
    case .unavailable(let reason): "unavailable: \(reason)"
    case .cancelled: "cancelled"
    }
  }

  /// Waits for the next picture; nil at the end.
  private static func nextPicture() -> [UInt8]? {
    guard let length = bytes(4) else { return nil }
    return bytes(length.reduce(0) { $0 << 8 | Int($1) })
  }

  private static func bytes(_ count: Int) -> [UInt8]? {
    if count == 0 { return [] }
    var data = Data()
    while data.count < count {
      guard let more = try? FileHandle.standardInput.read(upToCount: count - data.count), !more.isEmpty else {
        return nil
      }
      data += more
    }
    return Array(data)
  }
}
