/// A program that asks a clipboard, with the only arguments that it is given.
struct ClipboardTool: Sendable, Hashable {
  /// Its name in PATH.
  let name: String
  /// Its package in Debian.
  let package: String
  /// Writes the types that are offered, one a line.
  let listing: [String]
  /// Writes the content of a type.
  let fetching: @Sendable (ClipboardType) -> [String]
  /// What it says when there is nothing on the clipboard (wl-paste.c of wl-clipboard 2.1 and 2.2; xclip.c of 0.13).
  let emptiness: [String]

  static let wayland = ClipboardTool(
    name: "wl-paste", package: "wl-clipboard", listing: ["--list-types"],
    fetching: { ["--no-newline", "--type", $0.rawValue] }, emptiness: ["Nothing is copied", "No selection"])
  static let x11 = ClipboardTool(
    name: "xclip", package: "xclip", listing: ["-selection", "clipboard", "-target", "TARGETS", "-out"],
    fetching: { ["-selection", "clipboard", "-target", $0.rawValue, "-out"] },
    emptiness: ["target TARGETS not available", "There is no owner"])

  /// Those for the clipboards of this session, the one that is asked first at the front. Under Wayland the X server
  /// shows the same clipboard to old programs.
  static func all(in environment: [String: String]) -> [ClipboardTool] {
    func isSet(_ name: String) -> Bool { environment[name].map { !$0.isEmpty } ?? false }
    return (isSet("WAYLAND_DISPLAY") ? [wayland] : []) + (isSet("DISPLAY") ? [x11] : [])
  }

  static func == (one: ClipboardTool, other: ClipboardTool) -> Bool { one.name == other.name }
  func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// The types that are asked for, the best first: only the first is what was on the screen without loss.
enum ClipboardType: String, Sendable, Hashable, CaseIterable {
  case png = "image/png"
  case jpeg = "image/jpeg"
  case webP = "image/webp"
  // To be refused by name: that there is no picture would not be true.
  case gif = "image/gif"
  case tiff = "image/tiff"
  case bmp = "image/bmp"
  case avif = "image/avif"
  case heic = "image/heic"
  case svg = "image/svg+xml"

  /// The best one of those that are offered, one a line.
  static func best(in listing: String) -> ClipboardType? {
    let offered = Set(listing.split(whereSeparator: \.isNewline).map { $0.lowercased() })
    return allCases.first { offered.contains($0.rawValue) }
  }
}
