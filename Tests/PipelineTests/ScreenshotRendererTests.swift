import LinuxSystem
import ScanModel
import ScreenshotLibrary
import SystemPackage
import TestSupport
import Testing
import WorkerClient

@testable import Pipeline

/// Pixels for the window, from the real worker.
struct ScreenshotRendererTests {
  private static let images = FilePath(#filePath).removingLastComponent().removingLastComponent()
    .removingLastComponent().appending("testdata/images")

  private func render(_ name: String, width: Int, height: Int) async throws -> WorkerOutput {
    let pool = try WorkerPool(
      WorkerConfiguration(program: BuiltProgram.path("ocr-scan-worker"), languages: ["eng"], maximumWorkers: 1))
    defer { pool.shutDown() }
    let content = try ScreenshotIntake.read(
      Self.images.appending(name), maximumBytes: 64 << 20, followSymlinks: true)
    return try await ScreenshotRenderer(pool: pool, maximumPixels: 64_000_000, timeout: .seconds(60))
      .render(content, fittingWidth: width, height: height, name: "\(name)")
  }

  @Test(arguments: [(4000, 4000), (200, 200), (64, 1000)])
  func `a picture fits into what was asked for, and its bytes are exactly its pixels`(width: Int, height: Int)
    async throws
  {
    let picture = try await render("scam/virus-push-crop.png", width: width, height: height)
    #expect((1...width).contains(picture.width) && (1...height).contains(picture.height))
    #expect(picture.content.byteCount == Int64(picture.width * picture.height * 3))
    // The picture is dark, with white letters.
    let (darkest, lightest) = try picture.content.withBytes { bytes in
      unsafe bytes.withUnsafeBytes { unsafe ($0.min() ?? 0, $0.max() ?? 0) }
    }
    #expect(darkest < 60 && lightest > 150)
  }

  @Test(arguments: [
    "hostile/text.png", "hostile/cut-in-half.png", "hostile/bad-crc-idat.png", "hostile/square-20000.png",
  ])
  func `a picture that cannot be decoded fails with its reason`(name: String) async throws {
    await #expect(throws: ScanFailure.self) { _ = try await render(name, width: 100, height: 100) }
  }
}
