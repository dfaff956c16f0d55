internal import Application
internal import CGtk
internal import Localization
internal import ScanModel

@MainActor final class PictureView {
  /// A reason was pointed at in the picture; nil for none.
  var pointedAt: (Int?) -> Void = { _ in }
  var chosen: (Int) -> Void = { _ in }
  private let canvas = DrawnWidget()
  private let scroller: Object
  private var texture: Texture?
  private var image = ScanReport.Image(width: 1, height: 1)
  /// The places of the reasons, by their numbers from 0, in pixels of the screenshot; the strongest reason comes first.
  private var frames: [(reason: Int, box: PixelRect)] = []
  private var answer = ScanAnswer.unknown
  private var highlighted: Int?
  /// Logical pixels per pixel of the screenshot; nil fits the picture to the window.
  private var zoom: Double?
  private static let margin = 12.0
  private static let zoomStep = 1.25

  init(_ scroller: Object) {
    self.scroller = scroller
    scroller.set("child", canvas)
    canvas.set("halign", 0)  // fill
    canvas.draws { [weak self] drawing in self?.draw(drawing) }
    let motion = unsafe Object(ocrscan_motion_controller())
    motion.on("motion") { [weak self] arguments in
      if let self { pointedAt(reason(arguments.double(0), arguments.double(1))) }
      return false
    }
    motion.on("leave") { [weak self] in self?.pointedAt(nil) }
    canvas.add(motion)
    let click = unsafe Object(ocrscan_click_controller())
    click.on("released") { [weak self] arguments in
      self?.clicked(arguments.double(1), arguments.double(2))
      return false
    }
    canvas.add(click)
  }

  /// Enough to look closely, 43 MB at most; screenshots can have eight times as many pixels as a 4K screen.
  private static let maximumSide = 3840

  /// A size with as many pixels as that of a square, so that a long screenshot keeps its width.
  static func bounds(_ image: ScanReport.Image?) -> (width: Int, height: Int) {
    guard let image, image.width > 0, image.height > 0 else { return (maximumSide, maximumSide) }
    let scale = min(1, Double(maximumSide) / (Double(image.width) * Double(image.height)).squareRoot())
    return (max(1, Int(Double(image.width) * scale)), max(1, Int(Double(image.height) * scale)))
  }

  /// Shows a screenshot, whose texture may have fewer pixels, with what its report frames.
  func show(_ texture: Texture, of report: ScanReport, named name: String) {
    self.texture = texture
    image = report.image ?? ScanReport.Image(width: texture.width, height: texture.height)
    zoom = nil
    applyZoom()
    frame(report, named: name)
    canvas.describe(localized("Screenshot %1$@", name))
  }

  /// Frames the places of the reasons in the screenshot that is shown, in the color of the answer.
  func frame(_ report: ScanReport, named name: String) {
    frames = ReasonList.reasons(of: report).enumerated().flatMap { index, reason in
      (reason.boxes ?? []).filter { $0.width > 0 && $0.height > 0 }.map { (index, $0) }
    }
    answer = report.answer
    highlighted = nil
    canvas.redraw()
    let places = Set(frames.map(\.reason)).count
    let marked =
      places == 0
      ? localized("nothing is framed")
      : localized(count: places, one: "%1$@ place is framed", other: "%1$@ places are framed")
    scroller.describe(
      localized(
        "Screenshot %1$@, %2$@; %3$@. Use Control plus and minus to zoom.", name, RiskWords.answer(answer), marked))
  }

  func clear() {
    texture = nil
    frames = []
    canvas.setSize(width: 0, height: 0)
    canvas.redraw()
  }

  /// Shows the places of one reason, and scrolls to the first; nil for none.
  func highlight(_ reason: Int?, scrolling: Bool) {
    highlighted = reason
    canvas.redraw()
    if scrolling, let reason, let place = frames.first(where: { $0.reason == reason }) { scroll(to: place.box) }
  }

  func zoomIn() { setZoom(scale * Self.zoomStep) }
  func zoomOut() { setZoom(scale / Self.zoomStep) }
  func zoomToFit() { setZoom(nil) }

  private func setZoom(_ value: Double?) {
    zoom = value.map { min(max($0, 0.05), 8) }
    applyZoom()
  }

  private func applyZoom() {
    func side(_ pixels: Int) -> Int { zoom.map { Int(Double(pixels) * $0 + 2 * Self.margin) } ?? 0 }
    canvas.setSize(width: side(image.width), height: side(image.height))
    canvas.redraw()
  }

  /// Logical pixels per pixel of the screenshot, as it is drawn now.
  private var scale: Double {
    if let zoom { return zoom }
    let fitting = min(
      (Double(canvas.width) - 2 * Self.margin) / Double(image.width),
      (Double(canvas.height) - 2 * Self.margin) / Double(image.height))
    // A small picture is shown at its original size.
    return max(0.02, min(fitting, 1))
  }

  /// Where the picture begins in the canvas: it is centered.
  private var origin: (x: Double, y: Double) {
    let (width, height) = (Double(image.width) * scale, Double(image.height) * scale)
    return (
      max(Self.margin, (Double(canvas.width) - width) / 2),
      max(Self.margin, (Double(canvas.height) - height) / 2)
    )
  }

  private func scroll(to box: PixelRect) {
    guard zoom != nil else { return }
    for (name, middle) in [
      ("hadjustment", origin.x + (Double(box.x) + Double(box.width) / 2) * scale),
      ("vadjustment", origin.y + (Double(box.y) + Double(box.height) / 2) * scale),
    ] {
      guard let adjustment = scroller.object(name) else { continue }
      adjustment.set("value", middle - adjustment.double("page-size") / 2)
    }
  }

  private func clicked(_ x: Double, _ y: Double) {
    if let reason = reason(x, y) { chosen(reason) } else { scroller.grabFocus() }
  }

  /// The strongest of the reasons whose frames contain a point of the canvas.
  private func reason(_ x: Double, _ y: Double) -> Int? {
    let (column, row) = ((x - origin.x) / scale, (y - origin.y) / scale)
    return frames.first { _, box in
      (Double(box.x)...Double(box.maxX)).contains(column) && (Double(box.y)...Double(box.maxY)).contains(row)
    }?.reason
  }

  private func draw(_ drawing: Drawing) {
    guard let texture else { return }
    let (origin, scale) = (origin, scale)
    func rect(_ box: PixelRect, slack: Double) -> Rect {
      Rect(
        x: Float(origin.x + Double(box.x) * scale - slack), y: Float(origin.y + Double(box.y) * scale - slack),
        width: Float(Double(box.width) * scale + 2 * slack), height: Float(Double(box.height) * scale + 2 * slack))
    }
    let whole = PixelRect(x: 0, y: 0, width: image.width, height: image.height)
    drawing.texture(texture.object, in: rect(whole, slack: 0))
    let places = frames.map { (reason: $0.reason, rect: rect($0.box, slack: 3)) }
    // The strongest reason is drawn last, and the one under the pointer on top of all.
    let order = places.reversed().sorted { ($0.reason == highlighted ? 1 : 0) < ($1.reason == highlighted ? 1 : 0) }
    for place in order { outline(place.rect, isHighlighted: place.reason == highlighted, drawing) }
    numbers(places, drawing)
  }

  /// White on them has 4.5:1.
  private var color: RGBA {
    switch answer {
    case .scam: RGBA(0xB3261E)
    case .suspicious, .unsure: RGBA(0x8F5900)
    case .clear, .unknown: RGBA(0x5E5C64)
    }
  }

  private func outline(_ rect: Rect, isHighlighted: Bool, _ drawing: Drawing) {
    if isHighlighted { drawing.fill(rect, radius: 4, color.with(alpha: 0.22)) }
    // White around the color is visible on any background.
    let outer = Rect(x: rect.x - 1, y: rect.y - 1, width: rect.width + 2, height: rect.height + 2)
    drawing.frame(outer, radius: 5, thickness: isHighlighted ? 5 : 4, RGBA(0xFFFFFF, alpha: 0.9))
    drawing.frame(rect, radius: 4, thickness: isHighlighted ? 3 : 2, color)
  }

  /// The number of each reason at its first place.
  private func numbers(_ places: [(reason: Int, rect: Rect)], _ drawing: Drawing) {
    var taken: [(x: Float, y: Float)] = []
    var numbered: Set<Int> = []
    for (reason, rect) in places where numbered.insert(reason).inserted {
      // Left of the framed words and of those of the lines around, so that no number covers words; and beside each
      // other: several reasons often stand on the same words.
      let left = places.map(\.rect).filter { abs($0.y - rect.y) < 3 * rect.height }.map(\.x).min() ?? rect.x
      var center = (x: max(12, left - 13), y: rect.y + rect.height / 2)
      func isTaken() -> Bool { taken.contains { abs($0.x - center.x) < 22 && abs($0.y - center.y) < 22 } }
      while center.x > 12, isTaken() { center.x = max(12, center.x - 24) }
      while isTaken() { center.y += 24 }
      taken.append(center)
      let circle = Rect(x: center.x - 11, y: center.y - 11, width: 22, height: 22)
      drawing.fill(circle, radius: 11, RGBA(0xFFFFFF))
      drawing.fill(Rect(x: circle.x + 1.5, y: circle.y + 1.5, width: 19, height: 19), radius: 9.5, color)
      drawing.text(String(reason + 1), of: canvas, x: center.x, y: center.y, .center, isBold: true, RGBA(0xFFFFFF))
    }
  }
}
