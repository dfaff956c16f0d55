internal import CGtk
internal import LinuxSystem
internal import WorkerClient

typealias RGBA = ocrscan_color
typealias Rect = ocrscan_rect

extension RGBA {
  /// From 0xRRGGBB.
  init(_ code: UInt32, alpha: Float = 1) {
    self.init(
      red: Float(code >> 16 & 0xFF) / 255, green: Float(code >> 8 & 0xFF) / 255, blue: Float(code & 0xFF) / 255,
      alpha: alpha)
  }

  func with(alpha: Float) -> RGBA { RGBA(red: red, green: green, blue: blue, alpha: alpha) }
}

/// Where a canvas draws; valid only during the call.
@MainActor @safe struct Drawing {
  private let snapshot: UnsafeMutableRawPointer?
  let width: Float
  let height: Float

  fileprivate init(_ address: UInt, _ width: Float, _ height: Float) {
    unsafe snapshot = UnsafeMutableRawPointer(bitPattern: address)
    self.width = width
    self.height = height
  }

  /// Draws a texture in a rectangle, clipped to another one with rounded corners.
  func texture(_ texture: Object, in rect: Rect, clip: Rect? = nil, radius: Float = 0) {
    unsafe ocrscan_draw_texture(snapshot, texture.pointer, rect, clip ?? rect, radius)
  }
  func fill(_ rect: Rect, radius: Float = 0, _ color: RGBA) {
    if rect.width > 0, rect.height > 0 { unsafe ocrscan_draw_fill(snapshot, rect, radius, color) }
  }
  func frame(_ rect: Rect, radius: Float, thickness: Float, _ color: RGBA) {
    unsafe ocrscan_draw_frame(snapshot, rect, radius, thickness, color)
  }

  enum Alignment: Int32 { case start = -1, center = 0, end = 1 }

  /// Draws a line of text in the font of a widget, centered vertically on `y`.
  func text(
    _ text: String, of widget: Object, x: Float, y: Float, _ alignment: Alignment, isBold: Bool = false, _ color: RGBA
  ) {
    unsafe ocrscan_draw_text(snapshot, widget.pointer, text, x, y, alignment.rawValue, isBold ? 1 : 0, color)
  }
}

@MainActor final class DrawnWidget: Object {
  private let painter: Handler<Drawing, Void>

  init(role: String = "img") {
    let painter = Handler<Drawing, Void> { _ in }
    self.painter = painter
    unsafe super.init(
      ocrscan_canvas_new(
        role, retained(painter),
        { context, snapshot, width, height in
          let address = UInt(bitPattern: snapshot)
          unsafe call(context) { (painter: Handler<Drawing, Void>) in painter.body(Drawing(address, width, height)) }
        }, releaseContext))
  }

  func draws(_ body: @escaping @MainActor (Drawing) -> Void) { painter.body = body }

  func setSize(width: Int, height: Int) {
    unsafe ocrscan_canvas_set_size(pointer, Int32(clamping: width), Int32(clamping: height))
  }

  var textColor: RGBA { unsafe ocrscan_text_color(pointer) }
}

/// A GdkTexture of pixels from a worker.
@MainActor final class Texture {
  let object: Object
  let width: Int
  let height: Int

  /// Nil if there is no memory for it.
  init?(_ screenshot: WorkerOutput) {
    guard
      let texture = unsafe ocrscan_texture_new(
        screenshot.content.descriptor.raw, Int32(screenshot.width), Int32(screenshot.height))
    else { return nil }
    object = unsafe Object(owned: texture)
    width = screenshot.width
    height = screenshot.height
  }
}
