// Decodes many pictures in one process, shut in as a worker is, and draws on them, for tests that make up pictures by the hundred thousand
// (Tests/Fuzzing/images.py). Never installed.
//
// Standard input: pictures, each after its length in 4 bytes, the highest first. Standard output: a byte for each, the
// number of its outcome in `Outcome`.

import CSandbox
import Glibc
import ImageContainers
import ImageProcessing
import ScanModel

enum Outcome: UInt8 {
  case drawn = 0
  case unsupported, truncated, corrupt, tooLarge, outOfMemory
  /// A mistake of ours: what was decoded or drawn is no picture.
  case noPicture
}

let annotation = Annotation(
  answer: .scam, heading: "High risk", reason: "It asks for secret details.",
  boxes: [PixelRect(x: 4, y: 4, width: 40, height: 12)], hiddenBoxes: [PixelRect(x: 60, y: 4, width: 40, height: 12)])

func outcome(of file: [UInt8]) -> Outcome {
  // Four megapixels; like all limits, checked before anything is allocated.
  let limits = ImageLimits(maximumBytes: 1 << 24, maximumPixels: 4 << 20, maximumSide: 1 << 14)
  do {
    let picture = try ImageDecoder.decode(try ImageContainer.filter(file, limits: limits))
    let (width, height) = (picture.width, picture.height)
    guard width > 0, height > 0, picture.pixels.count == 3 * width * height else { return .noPicture }
    let drawn = try unsafe ImageAnnotator.annotate(picture, annotation).withUnsafeBytes { unsafe Array($0) }
    // The drawing has a caption, for which a narrow picture is made wider.
    let room = ImageLimits(maximumBytes: drawn.count, maximumPixels: 1 << 26, maximumSide: 1 << 15)
    let png = try? unsafe PNGContainer.filter(drawn.span.bytes, limits: room)
    return png.map { $0.width >= width && $0.height > height } == true ? .drawn : .noPicture
  } catch let failure as ImageContainerFailure {
    switch failure.code {
    case .unsupported: return .unsupported
    case .truncated: return .truncated
    case .corrupt: return .corrupt
    case .tooLarge: return .tooLarge
    }
  } catch let failure as DecodingFailure {
    return failure == .outOfMemory ? .outOfMemory : .corrupt
  } catch is AnnotationFailure {
    return .outOfMemory
  } catch {
    preconditionFailure("no other failure is possible")
  }
}

/// Reads this many bytes of standard input; fewer at its end.
func read(_ count: Int) -> [UInt8] {
  var bytes = [UInt8](repeating: 0, count: count)
  var filled = 0
  while filled < count {
    let more = unsafe bytes.withUnsafeMutableBytes { buffer -> Int in
      guard let start = buffer.baseAddress else { return 0 }
      return unsafe Glibc.read(STDIN_FILENO, start + filled, count - filled)
    }
    if more <= 0 { break }
    filled += more
  }
  return Array(bytes.prefix(filled))
}

var confinement = unsafe ocrscan_confinement()
guard unsafe ocrscan_confine(&confinement) == 0 else { _exit(71) }
while true {
  let length = read(4)
  guard length.count == 4 else { _exit(0) }
  let file = read(length.reduce(0) { $0 << 8 | Int($1) })
  let answer = outcome(of: file).rawValue
  guard unsafe write(STDOUT_FILENO, [answer], 1) == 1 else { _exit(74) }
}
