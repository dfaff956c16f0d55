import FoundationEssentials
import ScanModel
import Testing

@testable import TextRecognition

struct PageRecognizerTests {
  @Test(
    arguments: [
      (
        "images/scam/techsupport-popup-blue.png",
        [
          "WINDOWS SECURITY ALERT", "your computer has been blocked because a Trojan spyware",
          "Do not shut down or restart your computer. Call Microsoft technicians", "+1-888-555-0147",
        ]
      ),
      (
        "images/scam/bank-sms-dark.png",
        [
          "£849.00 to a new payee MR D HOLLAND", "was attempted at 13:51. If this was NOT",
          "0131 496 0723 and move your balance",
        ]
      ),
      ("images/scam/delivery-sms-phone.png", ["£1.99"]),
      ("images/clean/notification-crop.png", []),
    ] as [(String, [String])])
  func `text is read on light, dark and colored surfaces`(path: String, lines: [String]) throws {
    let text = try FixtureReading.read(FixtureReading.rgb(path)).text
    let page = text.lines.map(\.text).joined(separator: "\n")
    for line in lines { #expect(page.contains(line), "\(page)") }
    #expect(text.wordCount > 5)
    let confidence = try #require(text.meanConfidence)
    #expect(confidence > 0.85)
  }

  @Test func `a sentence is read in every pixel format`() throws {
    let folder = FixtureReading.testdata.appending(path: "images/formats")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".png") }
    try #require(files.count > 20)
    for file in files.sorted() {
      let text = try FixtureReading.read(FixtureReading.rgb("images/formats/" + file)).text
      let sentence = text.lines.map(\.text).joined(separator: " ")
      #expect(sentence == "Please bring seven blue umbrellas", "\(file)")
    }
  }

  @Test func `shares divide the lines among them and find the same layout`() throws {
    let rgb = try FixtureReading.rgb("images/scam/bank-sms-dark.png")
    let whole = try FixtureReading.read(rgb)
    let parts = try FixtureReading.read(rgb, shares: 3)
    #expect(parts.text.lines == whole.text.lines)
    #expect(parts.layouts == Array(repeating: whole.layouts[0], count: 3))
    #expect(Set(parts.text.lines.map(\.index)).count == parts.text.lines.count)
  }

  @Test func `a bubble is one block, and blocks follow the reading order`() throws {
    let text = try FixtureReading.read(FixtureReading.rgb("images/scam/bank-sms-dark.png")).text
    let message = text.lines.filter { $0.text.contains("Barclays Fraud Team") || $0.text.contains("branch as staff") }
    try #require(message.count == 2)
    #expect(message[0].block == message[1].block)
    let numbers = text.lines.map(\.block)
    #expect(numbers == numbers.sorted())
    let earlier = try #require(text.lines.first { $0.text.contains("Your statement") })
    #expect(earlier.block < message[0].block)
  }

  @Test func `boxes are in pixels of the screenshot`() throws {
    let rgb = try FixtureReading.rgb("images/scam/techsupport-popup-blue.png")
    let text = try FixtureReading.read(rgb).text
    for line in text.lines {
      for word in line.words {
        #expect(word.box.x >= 0 && word.box.y >= 0 && word.box.maxX <= rgb.width && word.box.maxY <= rgb.height)
        #expect(word.box.y < line.box.maxY && word.box.maxY > line.box.y, "\(word.text)")
      }
      let lefts = line.words.map(\.box.x)
      #expect(lefts == lefts.sorted(), "\(line.text)")
    }
  }

  @Test func `an error of the receiver ends recognition at once`() throws {
    struct Stop: Error {}
    let rgb = try FixtureReading.rgb("images/scam/bank-sms-dark.png")
    let recognizer = try PageRecognizer(languages: ["eng"])
    var count = 0
    #expect(throws: Stop.self) {
      try recognizer.recognize(rgb) { _ in
      } onLine: { _ in
        count += 1
        throw Stop()
      }
    }
    #expect(count == 1)
  }

  @Test(arguments: [
    (1, 1), (3, 3), (16_384, 1), (1, 16_384), (640, 480),
  ])
  func `pictures without contrast have no text`(width: Int, height: Int) throws {
    for level in [UInt8(0), 255] {
      let pixels = [UInt8](repeating: level, count: width * height * 3)
      let result = try FixtureReading.read(RGBImage(width: width, height: height, pixels: pixels))
      #expect(result.text.lines.isEmpty)
      #expect(result.layouts == [[]])
    }
  }
}

struct PatternTests {
  /// Line finding must stay bounded on pictures full of ink; the engine may read anything.
  @Test(
    arguments: [
      { (x: Int, y: Int) in (x + y) & 1 == 0 }, { x, y in x % 6 == 0 || y % 6 == 0 },
      { x, y in x % 6 < 3 && y % 8 < 5 },
      { x, y in (x &* 2_654_435_761 ^ y &* 40_503) & 0x400 == 0 },
    ] as [@Sendable (Int, Int) -> Bool])
  func `patterns give a bounded number of lines`(isInk: @Sendable (Int, Int) -> Bool) throws {
    let (width, height) = (900, 600)
    var pixels: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let value: UInt8 = isInk(x, y) ? 0 : 255
        pixels += [value, value, value]
      }
    }
    struct Found: Error { var lines: Int }
    let recognizer = try PageRecognizer(languages: ["eng"])
    let found = #expect(throws: Found.self) {
      try recognizer.recognize(RGBImage(width: width, height: height, pixels: pixels)) { lines in
        throw Found(lines: lines.count)
      } onLine: { _ in
      }
    }
    let count = try #require(found?.lines)
    #expect(count <= 2_000)
  }
}

struct EngineTests {
  @Test(arguments: [["xqz"], ["eng", "xqz"]])
  func `a missing language is named`(_ languages: [String]) {
    let failure = #expect(throws: RecognitionFailure.self) {
      _ = try PageRecognizer(languages: languages)
    }
    #expect(failure == .languageMissing("xqz"))
  }

  @Test func `the engine tells its version`() {
    #expect(PageRecognizer.engineVersion.first?.isNumber == true)
  }
}

struct LineShareTests {
  @Test(arguments: [(0, 1, true), (1, 1, false), (-1, 2, false), (1, 2, true), (0, 0, false)])
  func `a share is one of its number`(index: Int, count: Int, isValid: Bool) {
    #expect((LineShare(index: index, of: count) != nil) == isValid)
  }
}
