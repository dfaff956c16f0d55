/// A program that reads a clipboard, with the only arguments that it is given.
struct ClipboardTool: Sendable {
  /// Its name in PATH.
  let name: String
  /// Its package in Debian.
  let package: String
  /// Arguments to print the offered types, one per line.
  let listing: [String]
  /// Arguments to print the content in a given type.
  let fetching: @Sendable (ClipboardType) -> [String]
  /// What it says if the clipboard is empty (wl-paste.c of wl-clipboard 2.1 and 2.2; xclip.c of 0.13).
  let emptiness: [String]

  static let wayland = ClipboardTool(
    name: "wl-paste", package: "wl-clipboard", listing: ["--list-types"],
    fetching: { ["--no-newline", "--type", $0.rawValue] }, emptiness: ["Nothing is copied", "No selection"])
  static let x11 = ClipboardTool(
    name: "xclip", package: "xclip", listing: ["-selection", "clipboard", "-target", "TARGETS", "-out"],
    fetching: { ["-selection", "clipboard", "-target", $0.rawValue, "-out"] },
    emptiness: ["target TARGETS not available", "There is no owner"])

  /// The tools for this session's clipboards, in the order in which to ask them. Under Wayland, the X server shows the
  /// same clipboard to old programs.
  static func all(in environment: [String: String]) -> [ClipboardTool] {
    func isSet(_ name: String) -> Bool { environment[name].map { !$0.isEmpty } ?? false }
    return (isSet("WAYLAND_DISPLAY") ? [wayland] : []) + (isSet("DISPLAY") ? [x11] : [])
  }
}

/// The types requested, best first: only the first is a lossless copy of the screen.
enum ClipboardType: String, CaseIterable {
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

  /// The best of the offered types, which are listed one per line.
  static func best(in listing: String) -> ClipboardType? {
    let offered = Set(listing.split(whereSeparator: \.isNewline).map { $0.lowercased() })
    return allCases.first { offered.contains($0.rawValue) }
  }
}
