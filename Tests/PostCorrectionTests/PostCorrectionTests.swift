import ScanModel
import Testing

@testable import PostCorrection

struct PostCorrectionTests {
  private func repaired(_ lines: [RecognizedLine], languages: [String] = ["eng"]) -> RecognizedText {
    PostCorrection.repaired(RecognizedText(lines: lines, languages: languages, isPartial: false)).text
  }

  @Test func `a message with several errors reads as it was written`() {
    let lines = Line.block([
      "Mum | dropped my phone. Please pay", "£1O.99 today at https:/pay. example/a-", "b?id=3 or call O131 496 0723",
    ])
    #expect(
      TextPage(repaired(lines)).text == """
        Mum I dropped my phone. Please pay
        £10.99 today at https://pay.example/a-b?id=3
        or call 0131 496 0723
        """)
  }

  @Test func `text that is right is not touched`() {
    let lines = Line.block(["Your parcel 48O1 is here | today", "See rnicrosoft.com for more"]).map { line in
      var line = line
      line.words.removeAll { $0.text == "|" }
      return line
    }
    #expect(repaired(lines).lines == lines)
  }

  @Test func `a line in another language of the page is left alone by what is right in English only`() {
    var lines = Line.block(["Hello, l am here", "Halle l am Markt"])
    lines[0].language = "eng"
    lines[1].language = "deu"
    let texts = repaired(lines, languages: ["eng", "deu"]).lines.map(\.text)
    #expect(texts == ["Hello, I am here", "Halle l am Markt"])
  }

  @Test func `what the page said about itself stays`() {
    var text = RecognizedText(lines: Line.block(["Hello | am here"]), languages: ["eng"], isPartial: true)
    text = PostCorrection.repaired(text).text
    #expect(text.isPartial && text.languages == ["eng"])
    #expect(text.lines.map(\.text) == ["Hello I am here"])
  }

  @Test func `repairing twice changes nothing`() {
    let once = repaired(Line.block(["| will pay £1O at https:/a.example/b-", "c?d=1 now"]))
    #expect(PostCorrection.repaired(once).text == once)
  }

  @Test func `the rules for the whole page stop in time, too`() {
    let lines = Line.block(["Your code is 48291O, enter it at https://pay.example/a-", "b?id=3 or call us today"])
    let text = RecognizedText(lines: lines, languages: ["eng"], isPartial: false)
    // Asked twice for each line before.
    for (answers, code, isJoined) in [(4, "48291O,", false), (5, "482910,", false), (6, "482910,", true)] {
      var asked = 0
      let repaired = PostCorrection.repaired(text) {
        asked += 1
        return asked > answers
      }
      #expect(repaired.isComplete == isJoined && repaired.text.lines[0].words[3].text == code)
      #expect(repaired.text.lines[1].words[0].joinsPrevious == isJoined)
    }
  }

  @Test func `a page of nothing but strange words ends in time`() {
    let long = String(repeating: "https:/l", count: 200)
    let lines = (0..<400).map { Line.line("\(long) @ @ @ www. 1l1lO0 \(long)@\(long)", index: $0) }
    #expect(repaired(lines).lines.count <= 400)
  }
}
