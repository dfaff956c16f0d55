import Foundation
import Testing

@testable import ScanModel

struct MessageTests {
  private let picture = "shot %1$@.png"
  private var damage: Message {
    let reason: Message = "it has more than \(4_096) parts"
    let cause: Message = ": \(reason)"
    return "\(picture) is damaged\(cause)."
  }

  /// A language in which everything is in capitals and the second place comes first.
  private func translation(_ text: String) -> String {
    text == "%1$@ is damaged%2$@." ? "%2$@ DAMAGES %1$@" : text.uppercased()
  }

  @Test func `in English a message is what its literal says`() {
    #expect(damage.english == "shot %1$@.png is damaged: it has more than 4096 parts.")
    #expect("\(damage)" == damage.english)
    #expect(Message("%1$@").english == "%1$@")
  }

  @Test func `what is translated is the text with its places, and messages in them`() {
    #expect(damage.rendered(translation) == ": IT HAS MORE THAN 4096 PARTS DAMAGES shot %1$@.png")
    #expect(Message.verbatim("low").rendered(translation) == "low")
    #expect(Message(whole: "low").rendered(translation) == "LOW")
  }

  @Test func `messages that say the same are equal`() {
    #expect(damage == Message(whole: damage.english))
    #expect(Set([damage, .verbatim(damage.english)]).count == 1)
  }

  @Test(arguments: ["2026-11-22", "x-11-22", "2026-11", "today", "", "a%1$@"])
  func `a day is translated as one`(text: String) {
    let day = Message(day: text)
    #expect(day.english == text)
    #expect(day.hasPlaces == (text == "2026-11-22"))
  }

  @Test(arguments: ["148.75 EUR", "0.00025", "480 EUR", "1.250.00 EUR", "12. EUR", ".5 EUR", "EUR", "", "a.example"])
  func `an amount is translated as one if it has decimals`(text: String) {
    let amount = Message(amount: text)
    #expect(amount.english == text)
    let local = amount.rendered { $0 == "%1$@.%2$@" ? "%1$@,%2$@" : $0 }
    #expect(local == (["148.75 EUR", "0.00025"].contains(text) ? text.replacing(".", with: ",") : text))
  }

  @Test func `a message can be said in any language after it was kept`() throws {
    for message in [damage, "Screenshot Too Old", "\("deu")", .verbatim("deu"), "", "=1%1$@"] as [Message] {
      let kept = try #require(Message(kept: message.kept))
      #expect(kept.english == message.english)
      #expect(kept.rendered(translation) == message.rendered(translation))
    }
  }

  @Test func `what earlier versions kept is in English, and what nobody kept is refused`() throws {
    #expect(try #require(Message(kept: "the link a.example")).english == "the link a.example")
    #expect(Message(kept: "the picture").map { $0.rendered(translation) } == "THE PICTURE")
    let nested = Array(repeating: "1%1$@", count: 7) + ["=x"]
    let repeated = "1" + String(repeating: "%1$@", count: 10)
    for text in ["1%1$@|", "2%1$@|=x", "1%1$@|=x|=y", "|", "%1$@|=x", "\(repeated)|=x"] {
      #expect(Message(kept: text.replacing("|", with: "\u{1F}")) == nil, "\(text)")
    }
    #expect(Message(kept: nested.joined(separator: "\u{1F}")) == nil)
  }

  @Test func `signs that separate what is kept cannot be brought in`() throws {
    let message: Message = "the link \("a\u{1F}=b\u{1E}c")"
    #expect(try #require(Message(kept: message.kept)).english == "the link a =b c")
  }

  @Test func `a report read from JSON gets its sentences back`() throws {
    var report = ScanReport(id: "1", scannedAt: Date(timeIntervalSince1970: 1_800_000_000)).failed(
      ScanFailure(.corruptImage, subject: "\(picture)"))
    report.advice = "Take it again."
    let read = try ScanReport(jsonLine: report.jsonLine())
    #expect(read == report && !read.explanation.hasPlaces)
    let whole = read.restoring(report.keptMessages)
    #expect(whole.explanation.hasPlaces && whole.error?.message.hasPlaces == true && whole == report)
    #expect(try whole.jsonLine() == report.jsonLine())
    #expect(read.restoring(nil) == read && read.restoring("\u{1F}") == read)
    #expect(ScanReport(id: "2").keptMessages == nil)
  }
}
