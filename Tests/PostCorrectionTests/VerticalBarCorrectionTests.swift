import ScanModel
import Testing

@testable import PostCorrection

struct VerticalBarCorrectionTests {
  private func repaired(_ text: String, languages: [String] = ["eng"], next: String? = nil) -> String {
    let words = Line.words(text)
    let context = LineContext(
      languages: languages, nextWord: next, isCode: words.contains { PostCorrection.isCode($0.text) })
    return VerticalBarCorrection.repaired(words, context).text
  }

  @Test(arguments: [
    ("Mum | need to pay", "Mum I need to pay"), ("| am stuck in a meeting", "I am stuck in a meeting"),
    ("| was sceptical, but | just paid", "I was sceptical, but I just paid"),
    ("worry if | am quiet", "worry if I am quiet"), ("[ am writing to you", "I am writing to you"),
    ("so l have paid it", "so I have paid it"), ("1 have paid", "I have paid"),
    ("what 1 don't understand", "what I don't understand"),
    ("Could | try it on Saturday?", "Could I try it on Saturday?"),
  ])
  func `a stroke between words is the word I`(read: String, right: String) {
    #expect(repaired(read) == right)
  }

  @Test func `at the end of a line the word in the next line tells`() {
    #expect(repaired("Could you pay it for me? |", next: "will pay") == "Could you pay it for me? I")
  }

  @Test(arguments: [
    "Home ¦ Search ¦ Help", "Stay safe from scams ¦ Thornbury Bank", "Home | Search | Help", "two ¦ columns ¦ of text",
    "ls | grep -v foo", "lea@kestrel:~$ du | tail", "let x = filter(|word| word.isEmpty)",
  ])
  func `separators, pipes and closures stay`(text: String) {
    let read = text.replacing("¦", with: "|")
    #expect(repaired(text) == read)
  }

  @Test(arguments: ["5 l am Tag", "add 2 l need", "at 1 am", "only 1 want this", "Page 1 of 1", "1 can of beans"])
  func `numbers and volumes stay`(text: String) {
    #expect(repaired(text) == text)
  }

  @Test(arguments: [
    ("|'ll call", "I'll call"), ("|f you", "If you"), ("|t's here", "It's here"),
    ("|mportant notice", "Important notice"),
    ("he|lo", "hello"), ("you wi|| pay", "you will pay"), ("a|most", "almost"),
  ])
  func `bars in words are letters`(read: String, right: String) {
    #expect(repaired(read) == right)
  }

  @Test(arguments: ["A|B", "|Name", "|-|", "||", "4|5", "|transfer"])
  func `bars beside capitals and digits stay`(text: String) {
    #expect(repaired("see \(text) here") == "see \(text) here")
  }

  @Test func `in other languages only the place of the stroke counts`() {
    #expect(repaired("Kanal ¦ Videos", languages: ["deu"]) == "Kanal | Videos")
    #expect(repaired("so l habe ich", languages: ["deu"]) == "so l habe ich")
  }

  @Test func `what was read stays beside what it became`() {
    let words = VerticalBarCorrection.repaired(Line.words("Can | help"), LineContext(languages: ["eng"]))
    #expect(words.map(\.rawText) == [nil, "|", nil])
  }

  @Test(arguments: [
    ("Amelia, Iam a recruiter", "Amelia, I am a recruiter"), ("Ithink so", "I think so"), ("Ihave it.", "I have it."),
    ("Ian is here", "Ian is here"), ("IAM roles", "IAM roles"), ("Iamb", "Iamb"),
  ])
  func `the pronoun that stuck to its verb is cut off`(read: String, right: String) {
    #expect(SpacingCorrection.repaired(Line.words(read), LineContext(languages: ["eng"])).text == right)
  }

  @Test func `pieces of a word divide its box`() {
    let words = SpacingCorrection.repaired(Line.words("Iam"), LineContext(languages: ["eng"]))
    #expect(
      words.map(\.box) == [PixelRect(x: 0, y: 0, width: 10, height: 20), PixelRect(x: 10, y: 0, width: 20, height: 20)])
    #expect(words.map(\.rawText) == ["Iam", "Iam"])
  }
}
