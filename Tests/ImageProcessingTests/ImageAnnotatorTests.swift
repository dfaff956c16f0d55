import ImageContainers
import ScanModel
import TestSupport
import Testing

@testable import ImageProcessing

/// Draws with the real library and checks the resulting pixels.
struct ImageAnnotatorTests {
  /// Each pixel differs from its neighbors, so that any shift shows.
  private static func picture(width: Int, height: Int) -> RGBImage {
    var random = SeededGenerator(seed: 7)
    var pixels: [UInt8] = []
    for _ in 0..<width * height * 3 { pixels.append(UInt8(truncatingIfNeeded: random.next() >> 8)) }
    return RGBImage(width: width, height: height, pixels: pixels)
  }

  private static func annotation(_ answer: ScanAnswer, _ boxes: [PixelRect] = []) -> Annotation {
    Annotation(answer: answer, heading: "High risk: a test", reason: "It asks you to pay at once.", boxes: boxes)
  }

  /// An annotated picture as a viewer shows it.
  private static func drawn(_ picture: RGBImage, _ annotation: Annotation) throws -> RGBImage {
    let encoded = try ImageAnnotator.annotate(picture, annotation)
    let file = unsafe encoded.withUnsafeBytes { bytes in unsafe Array(bytes) }
    let png = try unsafe PNGContainer.filter(file.span.bytes)
    guard case .png(let header) = png.header else { throw DecodingFailure.corrupt }
    #expect(header.bitDepth == 8 && header.colorType == .color && !header.isInterlaced)
    return try ImageDecoder.decode(png)
  }

  private static func color(_ rgb: RGBImage, _ x: Int, _ y: Int) -> Color {
    let start = (y * rgb.width + x) * 3
    return Color(
      UInt32(rgb.pixels[start]) << 16 | UInt32(rgb.pixels[start + 1]) << 8 | UInt32(rgb.pixels[start + 2]))
  }

  /// Where the drawn picture differs from the original, within the original's bounds.
  private static func changes(_ drawn: RGBImage, _ original: RGBImage) -> [(x: Int, y: Int)] {
    var changes: [(x: Int, y: Int)] = []
    for y in 0..<original.height {
      for x in 0..<original.width where color(drawn, x, y) != color(original, x, y) { changes.append((x, y)) }
    }
    return changes
  }

  private static func contains(_ rect: PixelRect, _ place: (x: Int, y: Int)) -> Bool {
    place.x >= rect.x && place.x < rect.maxX && place.y >= rect.y && place.y < rect.maxY
  }

  @Test(arguments: [ScanAnswer.suspicious, .scam])
  func `a frame in the color of the answer goes around the words, which stay as they are`(answer: ScanAnswer) throws {
    let picture = Self.picture(width: 500, height: 300)
    let box = PixelRect(x: 100, y: 120, width: 180, height: 20)
    let drawn = try Self.drawn(picture, Self.annotation(answer, [box]))
    let metrics = FrameMetrics(textHeight: 20)
    let palette = AnnotationPalette(answer)
    // From the words outwards: space, edge, line, edge; on each side.
    let line = metrics.padding + metrics.edge + 1
    for (x, y) in [
      (box.x - line, 130), (box.maxX - 1 + line, 130), (200, box.y - line), (200, box.maxY - 1 + line),
      (box.x - line, box.y - line), (box.maxX - 1 + line, box.maxY - 1 + line),
    ] { #expect(Self.color(drawn, x, y) == palette.main, "\(x), \(y)") }
    for distance in [metrics.padding + 1, metrics.padding + metrics.lineWidth] {
      #expect(Self.color(drawn, box.x - distance, 130) == palette.edge)
      #expect(Self.color(drawn, 200, box.maxY - 1 + distance) == palette.edge)
    }
    let inside = box.padded(by: metrics.padding)
    let outside = inside.padded(by: metrics.lineWidth)
    let changes = Self.changes(drawn, picture)
    #expect(!changes.contains { Self.contains(inside, $0) })
    #expect(!changes.contains { !Self.contains(outside, $0) })
    // The whole ring, except pixels that happened to have the color already.
    #expect(changes.count > (outside.width * outside.height - inside.width * inside.height) * 99 / 100)
  }

  @Test func `lines that follow each other get one frame, which crosses no words`() throws {
    let picture = Self.picture(width: 600, height: 300)
    let lines = [
      PixelRect(x: 60, y: 100, width: 400, height: 18), PixelRect(x: 60, y: 126, width: 380, height: 18),
      PixelRect(x: 62, y: 152, width: 150, height: 18),
    ]
    let changes = Self.changes(try Self.drawn(picture, Self.annotation(.scam, lines)), picture)
    #expect(!changes.isEmpty)
    for line in lines { #expect(!changes.contains { Self.contains(line, $0) }) }
    // Nothing changes between the lines.
    #expect(!changes.contains { (64..<200).contains($0.x) && (100..<170).contains($0.y) })
  }

  /// Words of upright strokes as recognition sees them: small, with four pixels in between.
  private static func page(lines: Int) -> (picture: RGBImage, words: [[PixelRect]]) {
    let words = (0..<lines).map { line in
      [(20, 29), (53, 62), (119, 23), (146, 47)].map { x, width in
        PixelRect(x: x, y: 40 + 20 * line, width: width, height: 12)
      }
    }
    var pixels = [UInt8](repeating: 250, count: 240 * 120 * 3)
    for word in words.joined() {
      for y in word.y..<word.maxY {
        // Strokes two pixels wide, one pixel apart.
        for x in word.x..<word.maxX where (x - word.x) % 3 != 2 {
          for channel in 0..<3 { pixels[(y * 240 + x) * 3 + channel] = 30 }
        }
      }
    }
    return (RGBImage(width: 240, height: 120, pixels: pixels), words)
  }

  @Test(arguments: [-2, -1, 0, 1, 2])
  func `frames stand in the spaces between words, even if a box is a little off`(shift: Int) throws {
    let (picture, words) = Self.page(lines: 3)
    var box = words[1][1]
    box.x += shift
    box.width += shift
    let changes = Self.changes(try Self.drawn(picture, Self.annotation(.scam, [box])), picture)
    #expect(!changes.isEmpty)
    for word in words.joined() { #expect(!changes.contains { Self.contains(word, $0) }, "\(word)") }
  }

  @Test func `lines are not made as long as their neighbors where other words would be covered`() throws {
    let (picture, words) = Self.page(lines: 2)
    // The second line goes on to its end; the first stops before its last word.
    let boxes = [words[0][1].union(words[0][2]), words[1][1].union(words[1][3])]
    let changes = Self.changes(try Self.drawn(picture, Self.annotation(.suspicious, boxes)), picture)
    for word in words.joined() { #expect(!changes.contains { Self.contains(word, $0) }, "\(word)") }
  }

  @Test func `distant lines get frames of their own`() {
    let regions = RiskyRegions(
      [PixelRect(x: 60, y: 40, width: 100, height: 18), PixelRect(x: 60, y: 140, width: 100, height: 18)],
      in: Self.picture(width: 400, height: 300))
    #expect(regions.rects.count == 2)
  }

  @Test(arguments: [
    PixelRect(x: 0, y: 0, width: 40, height: 20), PixelRect(x: 260, y: 180, width: 40, height: 20),
    PixelRect(x: 0, y: 0, width: 300, height: 200), PixelRect(x: 280, y: 190, width: 4_000, height: 4_000),
    PixelRect(x: 1, y: 100, width: 1, height: 1), PixelRect(x: 0, y: 90, width: 300, height: 20),
  ])
  func `at the border the frame gives way and the words stay`(box: PixelRect) throws {
    let picture = Self.picture(width: 300, height: 200)
    let drawn = try Self.drawn(picture, Self.annotation(.scam, [box]))
    let changes = Self.changes(drawn, picture)
    #expect(!changes.contains { Self.contains(box, $0) })
  }

  @Test(arguments: [
    PixelRect(x: 300, y: 0, width: 40, height: 20), PixelRect(x: 0, y: 200, width: 40, height: 20),
    PixelRect(x: 10, y: 10, width: 0, height: 20),
  ])
  func `a box beyond the picture is no box`(box: PixelRect) throws {
    let picture = Self.picture(width: 300, height: 200)
    #expect(Self.changes(try Self.drawn(picture, Self.annotation(.scam, [box])), picture).isEmpty)
  }

  @Test(arguments: ScanAnswer.allCases)
  func `the caption is added below, in the color of the answer`(answer: ScanAnswer) throws {
    let picture = Self.picture(width: 640, height: 400)
    let drawn = try Self.drawn(picture, Self.annotation(answer))
    #expect(drawn.width == 640)
    #expect((440...520).contains(drawn.height))
    #expect(Self.changes(drawn, picture).isEmpty)
    let palette = AnnotationPalette(answer)
    let middle = (400 + drawn.height) / 2
    #expect(Self.color(drawn, 639, middle) == palette.main)
    #expect(Self.color(drawn, 0, drawn.height - 1) == palette.main)
    let words = (0..<640).reduce(0) { count, x in
      count + (400..<drawn.height).count { Self.color(drawn, x, $0) == palette.text }
    }
    #expect(words > 500)
  }

  @Test func `the same words are drawn for every answer with another sign`() throws {
    let picture = Self.picture(width: 640, height: 20)
    var signs: Set<[Bool]> = []
    for answer in [ScanAnswer.clear, .unsure, .suspicious, .unknown] {
      let drawn = try Self.drawn(picture, Self.annotation(answer))
      let ground = AnnotationPalette(answer).main
      // The sign is to the left of the words.
      signs.insert(
        (30..<drawn.height).flatMap { y in (0..<60).map { x in Self.color(drawn, x, y) == ground } })
    }
    #expect(signs.count == 4)
  }

  @Test(arguments: [(1, 1), (200, 60), (90, 900), (359, 30)])
  func `a picture narrower than a caption keeps its place at the left`(width: Int, height: Int) throws {
    let picture = Self.picture(width: width, height: height)
    let drawn = try Self.drawn(picture, Self.annotation(.scam))
    #expect(drawn.width == CaptionMetrics.minimumWidth)
    #expect(Self.changes(drawn, picture).isEmpty)
    #expect(Self.color(drawn, CaptionMetrics.minimumWidth - 1, 0) == AnnotationPalette.backdrop)
  }

  @Test(arguments: [(1_920, 1_080), (3_840, 2_160), (1_080, 2_340), (2_560, 1_440), (1_080, 12_000)])
  func `the caption is in proportion to the picture`(width: Int, height: Int) throws {
    let annotation = Annotation(
      answer: .scam, heading: "High risk: false delivery notice",
      reason: String(repeating: "It says that a parcel is held. ", count: 6), boxes: [])
    let bar = try CaptionBar(annotation, width: width, metrics: CaptionMetrics(width: width, height: height))
    let share = Double(bar.height) / Double(min(width, height))
    #expect((0.06...0.30).contains(share), "\(bar.height)")
  }

  @Test func `the longest caption of the largest picture stays below what the client allows`() throws {
    let text = String(repeating: "W", count: Annotation.maximumTextLength)
    for (width, height) in [(16_384, 16_384), (16_384, 1), (1, 16_384), (2_688, 4_320)] {
      let bar = try CaptionBar(
        Annotation(answer: .scam, heading: text, reason: text, boxes: []),
        width: max(width, CaptionMetrics.minimumWidth), metrics: CaptionMetrics(width: width, height: height))
      #expect(bar.height < 2_048)
    }
  }
}
