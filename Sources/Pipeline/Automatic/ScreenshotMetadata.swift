internal import ImageContainers

/// Tells by the texts in a picture whether a screenshot tool made it, for files with neither a telling name nor a
/// telling folder. gnome-screenshot and GNOME Shell write "Software", iOS and macOS a comment in XMP and Exif data.
enum ScreenshotMetadata {
  /// Keywords under which tools name themselves, and Apple's metadata (XMP specification, part 3, section 1.1.5).
  private static let keywords: Set<String> = [
    "software", "source", "title", "description", "comment", "xml:com.adobe.xmp",
  ]
  private static let tools = [
    "screenshot", "screen shot", "screencapture", "spectacle", "flameshot", "ksnip", "shutter", "snipping tool",
    "scrot", "grim", "deepin-screen-recorder", "greenshot", "sharex", "satty",
  ]
  /// matplotlib, GIMP, browsers and cameras write longer texts, which may contain one of these names by chance.
  private static let maximumNameLength = 64

  static func namesTool(in beginning: RawSpan) -> Bool {
    ImageContainer.texts(in: beginning).contains { text in
      let keyword = text.keyword.lowercased()
      guard keywords.contains(keyword) else { return false }
      let value = text.value.lowercased()
      if keyword == "xml:com.adobe.xmp" { return value.contains("usercomment") && value.contains("screenshot") }
      return value.utf8.count <= maximumNameLength && words(of: value).contains { word in tools.contains(word) }
        || tools.contains { $0.contains(" ") && value.contains($0) }
    }
  }

  /// Words and their parts: "gnome-screenshot 3.38" has the word "screenshot".
  private static func words(of value: String) -> [String] {
    value.split { !$0.isLetter && $0 != "-" }.flatMap { part in
      [String(part)] + part.split(separator: "-").map(String.init)
    }
  }
}
