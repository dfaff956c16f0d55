import Foundation
import SystemPackage
import TestSupport
import Testing

/// The window as a user meets it: on a real display server, through its accessibility interface, keys and clicks
/// (walk.py), and checks of the program from outside.
@Suite(.serialized) struct WindowTests {
  private static let folder = FilePath(#filePath).removingLastComponent()
  let home = UserHome()

  private func walk(_ part: String) async throws -> ProgramRun.Ended {
    try await ProgramRun(
      "/usr/bin/python3",
      ["-B", "\(Self.folder)/walk.py", "--programs", BuiltProgram.folder.string, "--only", part].map { Array($0.utf8) },
      environment: ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TMPDIR": home.folder.path.string]
    ).ended(within: .seconds(600))
  }

  private static let parts = [
    "first-start", "history", "scan", "settings", "names", "new-entry", "wayland", "narrow", "several", "pointing",
    "keyboard", "details", "paste", "choose", "drop", "literal", "damaged", "twice", "no-place", "read-only",
    "locked", "no-worker", "no-picture",
  ]

  @Test(arguments: parts)
  func `it can be walked through`(part: String) async throws {
    let run = try await walk(part)
    #expect(run.status == 0, "\(run.output)\n\(run.diagnostics)")
  }

  @Test func `no walk is left out`() async throws {
    let help = try await home.shell("/usr/bin/python3 -B '\(Self.folder)/walk.py' --help").output
    let parts = try #require(help.firstRange(of: "--only {").flatMap { help[$0.upperBound...].prefix { $0 != "}" } })
    #expect(Set(parts.split(separator: ",").map(String.init)) == Set(Self.parts))
  }

  @Test func `without a display it says so and what to do`() async throws {
    let run = try await ProgramRun(BuiltProgram.path("ocr-scan-window"), [], environment: home.environment).ended()
    #expect(run.status == 69)
    #expect(run.diagnostics.contains("no display") && run.diagnostics.contains("ocr-scan history list"))
  }

  @Test func `several entries at once are wrong usage`() async throws {
    for subjects in [["12", "13"], ["12", "shot.png"]] {
      let run = try await ProgramRun(
        BuiltProgram.path("ocr-scan-window"), subjects.map { Array($0.utf8) }, environment: home.environment
      ).ended()
      #expect(run.status == 64)
      #expect(run.diagnostics.contains("Name one entry, or any number of screenshots."), "\(run.diagnostics)")
    }
  }

  @Test func `it imports no function that decodes a picture`() async throws {
    let program = try BuiltProgram.path("ocr-scan-window")
    let symbols = try await home.shell("nm --dynamic --undefined-only '\(program)'").lines
    #expect(symbols.contains { $0.hasSuffix(" gdk_memory_texture_new") })
    let decoders = [
      "gdk_pixbuf", "gdk_texture_new_from", "gdk_clipboard_read_texture", "gdk_clipboard_read_value",
      "gtk_picture_new_for_f", "gtk_picture_set_f", "gtk_image_new_from_f", "gtk_image_set_from_f",
      "cairo_image_surface",
      "png_", "jpeg_", "WebP", "gtk_media", "gtk_css_provider_load_from_f",
    ]
    for decoder in decoders { #expect(!symbols.contains { $0.contains(" \(decoder)") }, "\(decoder)") }
  }

  @Test func `interface files name no file, so that GTK loads none`() throws {
    let layouts = Self.folder.removingLastComponent().removingLastComponent().appending("Sources/Window/Layouts")
    let names = try FileManager.default.contentsOfDirectory(atPath: layouts.string)
    try #require(names.count > 5)
    for name in names {
      let text = home.read(layouts.appending(name))
      for property in ["name=\"file\"", "name=\"resource\"", "name=\"gicon\"", "use-markup\">true"] {
        #expect(!text.contains(property), "\(property) in \(name)")
      }
    }
  }
}
