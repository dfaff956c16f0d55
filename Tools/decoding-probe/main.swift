// Decodes many pictures in one process, confined like a worker, for tests that generate pictures by the hundred
// thousand (Tests/Fuzzing/images.py). Never installed.
//
// Standard input: pictures, each after its length in 4 bytes, the highest first. Standard output: a byte for each, the
// number of its outcome in `Outcome`.

import CSandbox
import Glibc
import ImageContainers
import ImageDecoding
import ScanModel

enum Outcome: UInt8 {
  case decoded = 0
  case unsupported, truncated, corrupt, tooLarge, outOfMemory
}

func outcome(of file: [UInt8]) -> Outcome {
  // Four megapixels; like all limits, checked before anything is allocated.
  let limits = ImageLimits(maximumBytes: 1 << 24, maximumPixels: 4 << 20, maximumSide: 1 << 14)
  do {
    let picture = try ImageDecoder.decode(try ImageContainer.filter(file, limits: limits))
    let isWhole = picture.rgb.width > 0 && picture.rgb.height > 0
    return isWhole ? .decoded : .corrupt
  } catch let failure as ImageContainerFailure {
    switch failure.code {
    case .unsupported: return .unsupported
    case .truncated: return .truncated
    case .corrupt: return .corrupt
    case .tooLarge: return .tooLarge
    }
  } catch let failure as DecodingFailure {
    return failure.code == .outOfMemory ? .outOfMemory : .corrupt
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
