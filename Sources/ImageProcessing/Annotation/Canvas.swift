internal import CLeptonica
internal import ScanModel

/// A Leptonica image with one owner. Every call of the library is in this file; any that allocates may fail.
///
/// Safe: the handle is owned from `init` to `deinit`, and only C functions that respect its bounds see it.
@safe struct Canvas: ~Copyable {
  enum Depth: Int32 {
    /// Mask.
    case bit = 1
    /// Colors.
    case color = 32
  }

  private let pix: OpaquePointer

  private init(owning pix: OpaquePointer?) throws(AnnotationFailure) {
    guard let pix = unsafe pix else { throw .outOfMemory }
    unsafe self.pix = pix
  }

  /// Creates a canvas with all pixels 0: an empty mask, or black.
  init(width: Int, height: Int, depth: Depth) throws(AnnotationFailure) {
    ocrscan_lept_be_quiet()
    try unsafe self.init(owning: ocrscan_pix_create(Int32(width), Int32(height), depth.rawValue))
  }

  deinit { unsafe ocrscan_pix_destroy(pix) }

  var width: Int { Int(unsafe ocrscan_pix_width(pix)) }
  var height: Int { Int(unsafe ocrscan_pix_height(pix)) }

  /// Copies an image to the top left of a color canvas that is at least as large.
  func place(_ rgb: RGBImage) {
    precondition(rgb.width <= width && rgb.height <= height)
    let rowLength = Int(unsafe ocrscan_pix_words_per_row(pix))
    let words = unsafe ocrscan_pix_data(pix)
    let pixels = rgb.pixels.span
    var source = 0
    for y in 0..<rgb.height {
      let row = unsafe words + y * rowLength
      for x in 0..<rgb.width {
        unsafe row[x] =
          UInt32(pixels[unchecked: source]) << 24 | UInt32(pixels[unchecked: source &+ 1]) << 16
          | UInt32(pixels[unchecked: source &+ 2]) << 8
        source &+= 3
      }
    }
  }

  /// Fills a rectangle, clipped to the canvas.
  func fill(_ rect: PixelRect, with color: Color) { fill(rect, color.word) }
  func fill(_ rect: PixelRect, set: Bool = true) { fill(rect, set ? 1 : 0) }

  private func fill(_ rect: PixelRect, _ value: UInt32) {
    guard rect.width > 0, rect.height > 0, rect.maxX > 0, rect.maxY > 0 else { return }
    _ = unsafe ocrscan_pix_fill(pix, Int32(rect.x), Int32(rect.y), Int32(rect.width), Int32(rect.height), value)
  }

  /// Draws a straight line in a mask.
  func line(from: (x: Int, y: Int), to: (x: Int, y: Int), width: Int, set: Bool) {
    _ = unsafe ocrscan_pix_line(pix, Int32(from.x), Int32(from.y), Int32(to.x), Int32(to.y), Int32(width), set ? 1 : 0)
  }

  func grown(by margin: Int) throws(AnnotationFailure) -> Canvas {
    try unsafe Canvas(owning: ocrscan_pix_grown(pix, Int32(margin)))
  }

  func subtracting(_ other: borrowing Canvas) throws(AnnotationFailure) -> Canvas {
    try unsafe Canvas(owning: ocrscan_pix_difference(pix, other.pix))
  }

  /// Paints a color where a mask of the same size is set.
  func paint(_ mask: borrowing Canvas, _ color: Color) { _ = unsafe ocrscan_pix_paint(pix, mask.pix, color.word) }

  func coverage(scale: Double) throws(AnnotationFailure) -> Canvas {
    try unsafe Canvas(owning: ocrscan_pix_coverage(pix, Float(scale)))
  }

  /// Blends another color over this canvas at (x, y), weighted by a coverage.
  consuming func blended(
    _ coverage: borrowing Canvas, x: Int, y: Int, _ color: Color
  ) throws(AnnotationFailure) -> Canvas {
    try unsafe Canvas(owning: ocrscan_pix_blended(pix, coverage.pix, Int32(x), Int32(y), color.word))
  }

  func scaled(by scale: Double) throws(AnnotationFailure) -> Canvas {
    try unsafe Canvas(owning: ocrscan_pix_scaled(pix, Float(scale)))
  }

  /// The pixels of a color canvas. Scaling rounds, so a surplus row or column is cut off.
  func image(maximumWidth: Int, maximumHeight: Int) -> RGBImage {
    let (width, height) = (min(width, maximumWidth), min(height, maximumHeight))
    let rowLength = Int(unsafe ocrscan_pix_words_per_row(pix))
    let words = unsafe ocrscan_pix_data(pix)
    let count = width * height * 3
    let pixels = unsafe [UInt8](unsafeUninitializedCapacity: count) { pixels, initializedCount in
      var target = 0
      for y in 0..<height {
        let row = unsafe words + y * rowLength
        for x in 0..<width {
          let word = unsafe row[x]
          unsafe pixels[target] = UInt8(truncatingIfNeeded: word >> 24)
          unsafe pixels[target &+ 1] = UInt8(truncatingIfNeeded: word >> 16)
          unsafe pixels[target &+ 2] = UInt8(truncatingIfNeeded: word >> 8)
          target &+= 3
        }
      }
      initializedCount = count
    }
    return RGBImage(width: width, height: height, pixels: pixels)
  }

  /// Copies a canvas of the same depth into this one.
  func copy(_ other: borrowing Canvas, x: Int, y: Int) {
    _ = unsafe ocrscan_pix_copy(pix, Int32(x), Int32(y), other.pix)
  }

  /// Writes a line of text into a mask.
  func write(_ text: String, _ font: borrowing Font, x: Int, baseline: Int) {
    unsafe text.withCString { text in
      _ = unsafe ocrscan_font_write(font.handle, pix, text, Int32(x), Int32(baseline))
    }
  }

  /// The canvas as a PNG of 8-bit red, green, blue. `level` is zlib's, 1 (fast) to 9 (small).
  func encoded(level: Int) throws(AnnotationFailure) -> EncodedPNG {
    var bytes: UnsafeMutablePointer<UInt8>?
    var count = 0
    let result = unsafe ocrscan_pix_encode(pix, Int32(level), &bytes, &count)
    guard result == 0, let bytes = unsafe bytes, count > 0 else { throw .outOfMemory }
    return unsafe EncodedPNG(owning: UnsafeMutableRawBufferPointer(start: bytes, count: count))
  }
}

/// A PNG in memory allocated by Leptonica.
@safe package struct EncodedPNG: ~Copyable {
  private let bytes: UnsafeMutableRawBufferPointer

  fileprivate init(owning bytes: UnsafeMutableRawBufferPointer) { unsafe self.bytes = bytes }

  deinit { unsafe ocrscan_lept_free(bytes.baseAddress) }

  package var byteCount: Int { unsafe bytes.count }

  package func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe body(UnsafeRawBufferPointer(bytes))
  }
}

/// Leptonica's built-in font in its largest size. Text is written into a mask, which is scaled down with smooth edges.
@safe struct Font: ~Copyable {
  /// In pixels, for size 20 (bmf.c).
  static let lineHeight = 84
  static let baseline = 60
  /// Height of a mask for a line: descenders reach into the next line.
  private static let maskHeight = 96

  fileprivate let handle: OpaquePointer

  init() throws(AnnotationFailure) {
    ocrscan_lept_be_quiet()
    guard let handle = unsafe ocrscan_font_create(20) else { throw .outOfMemory }
    unsafe self.handle = handle
  }

  deinit { unsafe ocrscan_font_destroy(handle) }

  func width(of text: String) -> Int { max(0, Int(unsafe text.withCString { unsafe ocrscan_font_width(handle, $0) })) }

  func boldWidth(of text: String) -> Int { text.reduce(0) { $0 + boldAdvance($1) } }

  func plain(_ text: String) throws(AnnotationFailure) -> Canvas {
    let mask = try Canvas(width: width(of: text) + 1, height: Self.maskHeight, depth: .bit)
    mask.write(text, self, x: 0, baseline: Self.baseline)
    return mask
  }

  /// A mask with a line of bold text: letters grown on every side, and set further apart by as much.
  func bold(_ text: String) throws(AnnotationFailure) -> Canvas {
    let mask = try Canvas(width: boldWidth(of: text) + 1, height: Self.maskHeight, depth: .bit)
    var x = Self.boldness
    for letter in text {
      mask.write(String(letter), self, x: x, baseline: Self.baseline)
      x += boldAdvance(letter)
    }
    return try mask.grown(by: Self.boldness)
  }

  private static let boldness = 2
  /// Space between letters (bmf.c, kernwidth of size 20).
  private static let kerning = 3

  private func boldAdvance(_ letter: Character) -> Int { width(of: String(letter)) + Self.kerning + 2 * Self.boldness }
}
