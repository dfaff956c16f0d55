import ScanModel
import SystemPackage
import TestSupport
import Testing

@testable import ScreenshotLibrary

struct ScreenshotFoldersTests {
  private let home = TemporaryFolder()

  private func environment(_ languages: [String] = []) -> DesktopEnvironment {
    DesktopEnvironment(home: home.path, languages: languages)
  }

  private func choose(_ configured: [FilePath] = [], languages: [String] = []) -> [ScreenshotFolders.Choice] {
    ScreenshotFolders.choose(configured: configured, environment: environment(languages))
  }

  private func makeFolder(_ names: String...) -> FilePath {
    var path = home.path
    for name in names {
      path.append(name)
      if (try? ScreenshotListing.files(in: path)) == nil { Files.makeFolder(path) }
    }
    return path
  }

  @Test func `configured folders count alone, whether they exist or not`() {
    _ = makeFolder("Pictures", "Screenshots")
    let choices = choose(["/else/where", "~/Shots", "shots"])
    #expect(choices.map(\.folder) == ["/else/where", home("Shots"), home("shots")])
    #expect(choices.allSatisfy { $0.origin == .configured })
  }

  @Test(arguments: [
    "Screenshots", "screenshots", "Bildschirmfotos", "Captures d’écran", "Captures d'e\u{301}cran", "Zrzuty_ekranu",
    "Снимки экрана", "屏幕截图", "スクリーンショット", "Ekran görüntüleri", "CAPTURAS DE PANTALLA",
  ])
  func `the usual folder is found in any language and spelling`(name: String) {
    let folder = makeFolder("Pictures", name)
    #expect(choose() == [ScreenshotFolders.Choice(folder: folder, origin: .found)])
  }

  @Test func `several usual folders are all taken, other folders and files are not`() {
    let folders = ["Screenshots", "Schermate"].map { makeFolder("Pictures", $0) }
    _ = makeFolder("Pictures", "Holidays")
    Files.write(home("Pictures").appending("Bildschirmfotos"))
    #expect(Set(choose().map(\.folder)) == Set(folders))
  }

  @Test func `a usual folder in the home folder is the second choice`() {
    let folder = makeFolder("Screenshots")
    _ = makeFolder("Pictures")
    #expect(choose() == [ScreenshotFolders.Choice(folder: folder, origin: .found)])
  }

  @Test func `a folder that is not there yet is awaited in the user's language and in English`() {
    _ = makeFolder("Pictures")
    let expected = ["Bildschirmfotos", "Screenshots"].map { home("Pictures").appending($0) }
    #expect(choose(languages: ["de"]).map(\.folder) == expected)
    #expect(choose(languages: ["xx"]) == [.init(folder: expected[1], origin: .awaited)])
  }

  @Test func `a language with several names awaits all of them`() {
    let names = choose(languages: ["pt"]).compactMap { $0.folder.lastComponent?.string }
    #expect(names == ["Capturas de tela", "Capturas de ecrã", "Screenshots"])
  }

  @Test func `a folder that the desktop was told counts before the usual ones`() {
    _ = makeFolder("Pictures", "Screenshots")
    var environment = environment()
    environment.screenshotsVariable = home("shots")
    let choices = ScreenshotFolders.choose(configured: [], environment: environment)
    #expect(choices == [.init(folder: home("shots"), origin: .awaited)])
    Files.write(makeFolder("config").appending("user-dirs.dirs"), Array("XDG_SCREENSHOTS_DIR=\"$HOME/s\"".utf8))
    let folder = makeFolder("s")
    environment = DesktopEnvironment(home: home.path, configHome: home("config"))
    #expect(
      ScreenshotFolders.choose(configured: [], environment: environment) == [.init(folder: folder, origin: .found)])
  }

  @Test func `without a home nothing is chosen`() {
    #expect(ScreenshotFolders.choose(configured: [], environment: DesktopEnvironment(variables: [:])).isEmpty)
  }

  @Test(
    arguments: [
      (#"XDG_PICTURES_DIR="$HOME/Bilder""#, "/home/u/Bilder"),
      ("# comment\n  XDG_PICTURES_DIR=\"$HOME/A\"\nXDG_PICTURES_DIR=\"/data/pics/\"\n", "/data/pics"),
      (#"XDG_PICTURES_DIR="$HOME/a \"b\" \$c \\d""#, #"/home/u/a "b" $c \d"#),
      (#"XDG_PICTURES_DIR="$HOME/""#, "/home/u"),
      (#"XDG_PICTURES_DIR="$HOMELESS/x""#, nil),
      (#"XDG_PICTURES_DIR="relative""#, nil),
      (#"XDG_PICTURES_DIR="$HOME/cut"#, nil),
      (#"XDG_MUSIC_DIR="$HOME/Music""#, nil),
      ("", nil),
    ] as [(String, FilePath?)])
  func `user-dirs is read as xdg-user-dir reads it`(text: String, expected: FilePath?) {
    let found = DesktopEnvironment.userDirectory("XDG_PICTURES_DIR", in: Array(text.utf8), home: "/home/u")
    #expect(found == expected)
  }

  @Test func `a pictures folder that is not UTF-8 keeps its bytes`() {
    let text = Array("XDG_PICTURES_DIR=\"/p/".utf8) + [0xFF] + Array("\"".utf8)
    let found = DesktopEnvironment.userDirectory("XDG_PICTURES_DIR", in: text, home: "/home/u")
    #expect(found?.bytes == Array("/p/".utf8) + [0xFF])
  }

  @Test func `the pictures folder comes from the configuration of the desktop`() {
    let configHome = makeFolder("config")
    Files.write(configHome.appending("user-dirs.dirs"), Array("XDG_PICTURES_DIR=\"$HOME/Bilder\"\n".utf8))
    let variables = ["HOME": home.path.string, "XDG_CONFIG_HOME": configHome.string, "LANG": "de_DE.UTF-8"]
    let environment = DesktopEnvironment(variables: variables)
    #expect(environment.pictures == home("Bilder"))
    #expect(environment.languages == ["de"])
    #expect(DesktopEnvironment(variables: ["HOME": "relative", "LANGUAGE": "fr:en"]).home == nil)
    #expect(DesktopEnvironment(variables: ["LANGUAGE": "fr:en", "LANG": "C"]).languages == ["fr", "en", "c"])
  }
}
