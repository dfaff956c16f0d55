internal import Application
internal import LinuxSystem
internal import Pipeline
internal import ScanModel
internal import ScreenshotLibrary
internal import SystemPackage

/// The picture that `--annotate` writes.
struct AnnotationOutput: Sendable {
  let path: FilePath
  let renderer: ScreenshotRenderer

  /// Draws and writes the picture; returns the failure, if any. Writes nothing if the screenshot could not be decoded,
  /// because its report says so.
  func write(_ result: ScanBatch.Result) async -> ScanFailure? {
    guard let image = result.report.image, let content = result.content else { return nil }
    do throws(ScanFailure) {
      let png = try await renderer.annotate(
        content, image: image, AnnotationCaption.annotation(for: result.report), name: result.target.name)
      let input = content.identity.map { AtomicFile.Inode(device: $0.device, number: $0.inode) }
      try OutputFile.write(png, to: path, sparing: input)
      return nil
    } catch {
      return error
    }
  }

  /// What is wrong with the arguments; nil if nothing. Anything else shows only when the file is written.
  static func problem(path: String, inputs: [String]) -> String? {
    guard inputs.count == 1, let input = inputs.first, RawArguments.path(input).fileKind != .directory else {
      return "--annotate takes one picture at a time: name a picture, or \"-\" for standard input."
    }
    guard !path.isEmpty, path != "-" else { return "--annotate takes the name of a file to write." }
    let output = AtomicFile.Inode(at: RawArguments.path(path))
    if output != nil, output == AtomicFile.Inode(at: input == "-" ? "/dev/stdin" : RawArguments.path(input)) {
      return "--annotate must not write over the screenshot itself: name another file."
    }
    let report: FilePath = "/dev/stdout"
    if let output, output == AtomicFile.Inode(at: report), report.fileKind == .regular {
      return "--annotate must not write over the report: name another file."
    }
    return nil
  }
}
