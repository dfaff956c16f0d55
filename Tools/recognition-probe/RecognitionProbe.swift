import ArgumentParser
import FoundationEssentials
import ImageContainers
import ImageProcessing
import ScanModel
import TextRecognition

/// A tool for developers: runs the worker's recognition on files, without its sandbox, and prints the text and the time
/// of each phase. It is not installed.
@main
struct RecognitionProbe: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "recognition-probe",
    abstract: "Reads screenshots as the worker does, without its sandbox, for measuring.",
    discussion: "Set OMP_THREAD_LIMIT=1 in the environment, as the worker's parent does.")

  @Option(help: "Languages, joined by a plus sign.")
  var languages = "eng"

  @Flag(help: "Print one JSON object a file: text, lines with boxes, timings.")
  var json = false

  @Flag(help: "The files are what --json printed; repair what was read then, and print it again.")
  var replay = false

  @Flag(help: "Read nothing; write the first picture, prepared for reading, to standard output as PGM.")
  var prepared = false

  @Argument(help: "PNG files.")
  var files: [String]

  func run() throws {
    if replay {
      for file in files {
        let lines = String(decoding: try Data(contentsOf: URL(filePath: file)), as: UTF8.self).split(separator: "\n")
        for line in lines where line.first == "{" { print(try ProbeOutput.replay(String(line))) }
      }
      return
    }
    if prepared {
      if let file = files.first { try write(prepared: file) }
      return
    }
    let languages = languages.split(separator: "+").map(String.init)
    let clock = ContinuousClock()
    var recognizer: PageRecognizer?
    let start = try clock.measure {
      recognizer = try PageRecognizer(languages: languages)
    }
    guard let recognizer = recognizer.take() else { return }
    for file in files {
      do {
        var result = try ProbeResult(reading: file, recognizer: recognizer, languages: languages)
        result.timings.start = start
        print(json ? try result.json() : result.description)
      } catch {
        print("\(file): \(error)")
      }
    }
  }

  /// Writes the prepared picture, from which the lines are cut, as a portable graymap (pgm(5)).
  private func write(prepared file: String) throws {
    let bytes = try Data(contentsOf: URL(filePath: file))
    let picture = GreyImage(preparing: try ImageDecoder.decode(try ImageContainer.filter(bytes.bytes)))
    let header = Data("P5\n\(picture.width) \(picture.height)\n255\n".utf8)
    try (header + picture.pixels).write(to: URL(filePath: "/dev/stdout"))
  }
}
