internal import ScanModel

/// The boxes of risky lines, joined into regions with one frame: frames around each line would cross the words.
struct RiskyRegions {
  /// Rectangles within the image whose union is framed.
  let rects: [PixelRect]
  let metrics: FrameMetrics

  /// Takes boxes in pixels of the image, in any order. They may overlap or reach outside.
  init(_ boxes: [PixelRect], in rgb: RGBImage) {
    let image = PixelRect(x: 0, y: 0, width: rgb.width, height: rgb.height)
    let words = Set(boxes.compactMap { $0.intersection(image) })
      .sorted { ($0.y, $0.x, $0.width, $0.height) < ($1.y, $1.x, $1.width, $1.height) }
    let heights = words.map(\.height).sorted()
    let metrics = FrameMetrics(textHeight: heights.isEmpty ? 0 : heights[heights.count / 2])
    self.metrics = metrics
    let gaps = WordGaps(rgb)
    let frameable = image.padded(by: -metrics.lineWidth)
    let lines = Self.aligned(
      words.map { word in
        let room = gaps.room(around: word, metrics)
        // At the border of the image, words stay free even if part of their frame is cut off.
        return room.intersection(frameable)?.union(word.intersection(room) ?? word) ?? word
      }, in: gaps, margin: metrics.lineWidth)
    rects = lines + Self.bridges(between: lines)
  }

  /// Aligns edges of a paragraph's lines, and of parts of a line, that differ little, if nothing is in the frame's way.
  private static func aligned(_ lines: [PixelRect], in gaps: WordGaps, margin: Int) -> [PixelRect] {
    var aligned = lines
    // Twice, so that an edge that has moved also moves those of earlier lines.
    for _ in 0..<2 {
      for first in aligned.indices {
        for second in aligned.indices where first != second {
          if aligned[first].isFollowed(by: aligned[second]) {
            aligned[second].alignColumns(with: aligned[first], in: gaps, margin: margin)
            aligned[first].alignColumns(with: aligned[second], in: gaps, margin: margin)
          } else if aligned[first].isContinued(by: aligned[second]) {
            aligned[second].alignRows(with: aligned[first])
            aligned[first].alignRows(with: aligned[second])
          }
        }
      }
    }
    return aligned
  }

  /// The rectangles between consecutive lines and between parts of one line.
  private static func bridges(between lines: [PixelRect]) -> [PixelRect] {
    var bridges: [PixelRect] = []
    for first in lines {
      for second in lines where first != second {
        if first.isFollowed(by: second) {
          let left = max(first.x, second.x)
          bridges.append(
            PixelRect(
              x: left, y: first.maxY, width: min(first.maxX, second.maxX) - left, height: second.y - first.maxY))
        } else if first.isContinued(by: second) {
          let top = max(first.y, second.y)
          bridges.append(
            PixelRect(x: first.maxX, y: top, width: second.x - first.maxX, height: min(first.maxY, second.maxY) - top))
        }
      }
    }
    return bridges.filter { $0.width > 0 && $0.height > 0 }
  }
}

extension PixelRect {
  /// Whether the other box is the next line of the paragraph: below, with common columns, at most half a line away.
  fileprivate func isFollowed(by other: PixelRect) -> Bool {
    other.y > y && other.maxY > maxY && 2 * (other.y - maxY) < min(height, other.height)
      && min(maxX, other.maxX) > max(x, other.x)
  }

  /// Whether the other box continues the line, at most two letters away.
  fileprivate func isContinued(by other: PixelRect) -> Bool {
    let rows = min(maxY, other.maxY) - max(y, other.y)
    return 2 * rows > min(height, other.height) && other.x > x && other.x - maxX < 2 * min(height, other.height)
  }

  /// Moves edges outwards to nearby edges of a neighbor.
  fileprivate mutating func alignColumns(with other: PixelRect, in gaps: WordGaps, margin: Int) {
    let near = 2 * max(height, other.height)
    let movesLeft = (1..<near).contains(x - other.x) && gaps.isFree(beside: self, to: other.x - margin)
    let movesRight = (1..<near).contains(other.maxX - maxX) && gaps.isFree(beside: self, to: other.maxX + margin)
    let left = movesLeft ? other.x : x
    let right = movesRight ? other.maxX : maxX
    self = PixelRect(x: left, y: y, width: right - left, height: height)
  }

  fileprivate mutating func alignRows(with other: PixelRect) {
    let top = min(y, other.y)
    self = PixelRect(x: x, y: top, width: width, height: max(maxY, other.maxY) - top)
  }
}
