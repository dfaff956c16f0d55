import ScanModel
import SystemPackage
import TestSupport
import Testing

/// What the time for codes leaves out. Beside other tests it is over before the first code.
struct CodeScanTimingTests {
  @Test func `codes beyond those that are looked at are told`() async throws {
    let home = UserHome()
    let scene = try #require(try CodeScanTests.scenes().first { $0.name == "cafe-menu" })
    let one = try await CodeScanTests.report(scene.picture, home, "--no-history")
    let sentence = "There may be codes in this picture that could not be looked at."
    #expect(!one.explanation.english.contains(sentence) && !one.requiresReview)
    let box = try #require(one.codes?.first?.boxes.first)
    let tile = "\(box.width + 60)x\(box.height + 60)+\(box.x - 30)+\(box.y - 30)"
    let made = try await home.shell(
      """
      convert '\(scene.picture)' -crop \(tile) +repage tile.png &&
      montage $(yes tile.png | head -n 17) -tile 5x -geometry +0+0 many.png
      """)
    try #require(made.status == 0, "\(made.diagnostics)")
    let many = try await CodeScanTests.report(home.folder("many.png"), home)
    // Fewer on a busy machine, where the time for codes is over first.
    #expect(many.codes.map { $0.count <= 16 } == true && many.requiresReview)
    #expect(many.explanation.english.hasSuffix(sentence) && many.evidence.contains { $0.rule == "picture.codes" })
    #expect(try await home.scan("--no-history", home.folder("many.png").string).output.contains(sentence))
    _ = try await home.scan("history", "correct", "1", "--text", "Scan for our menu")
    let after = try #require(try await home.scan("history", "show", "1", "--json").reports.first)
    #expect(after.requiresReview && after.explanation.english.hasSuffix(sentence))
  }
}
