import Testing

@testable import Commands

struct KnownWordsTests {
  @Test(arguments: [
    ("ID=debian\nVERSION_ID=\"12\"\nPRETTY_NAME=\"Anna's\"", "debian 12"),
    ("NAME=x\nID=\"ubuntu\"\nVERSION_ID='24.04'", "ubuntu 24.04"),
    ("ID=annas-linux\nVERSION_ID=annas", "other"), ("", "other"), ("ID=arch", "arch"),
  ])
  func `a distribution is its identifier and a version in digits`(text: String, words: String) {
    #expect(KnownWords.distribution(text) == words)
  }

  @Test(arguments: [
    ("GNOME", "GNOME"), ("ubuntu:GNOME", "ubuntu:GNOME"), ("anna:KDE", "other:KDE"), ("", "none"),
    ("a:b:c:d:e", "other:other:other:other"),
  ])
  func `a desktop is one that everybody may have`(value: String, words: String) {
    #expect(KnownWords.desktop(value) == words)
    #expect(KnownWords.desktop(nil) == "none")
  }

  @Test func `languages, sessions, versions and days are known or left out`() {
    #expect(KnownWords.language("deu") == "deu" && KnownWords.language("anna") == "other")
    #expect(KnownWords.session("wayland") == "wayland" && KnownWords.session("anna") == "other")
    #expect(KnownWords.version("5.3.0") == "5.3.0" && KnownWords.version("5.3.0-anna") == nil)
    #expect(KnownWords.day("2026-11-22") == "2026-11-22" && KnownWords.day("by anna 22") == nil)
  }
}
