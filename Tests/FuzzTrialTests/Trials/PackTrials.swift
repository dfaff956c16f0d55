import ScanModel

@testable import RiskAnalysis

enum PackTrials {
  /// Small, but with something in each part of the file.
  private static let file: [UInt8] = {
    let yaml = """
      pack: {version: 1, date: 2026-01-01}
      lists: {shorteners: bit.ly, bait_words: secure, ordinary_words: paypals, free_mail: gmail.com}
      brands: {payment: {"PayPal | =Pal": paypal.com paypal.de}, bank: {"Example Bank": example-bank.com}}
      signals:
        - {id: account, phrases: ["your (account|card) ... block*", "<number> [of] parcel"], unless: [not blocked]}
      rules:
        - {id: a.b, category: impersonation, message: says so, weight: 2, when: {all: [{signal: account}, {link: any}]}}
        - {id: c.d, category: none, message: says no, weight: -1, when: {none: [{email: any}, {phrase: hello}]}}
      advice: {impersonation: Do nothing.}
      measured: {a.b: [0.5, 0.1]}
      """
    do {
      return CompiledRulePack.bytes(of: try RulePack.load(files: [("a.yaml", yaml)]))
    } catch {
      preconditionFailure("\(error)")
    }
  }()
  private static let page = TextPage(
    plainText:
      "Your account was blocked: https://paypal.secure.example/x or bit.ly/a. From: PayPal <a.pal@gmail.com>, 12 parcel"
  )

  /// Changes bytes of a valid file: of every three bytes, two give a place and one the value; a final byte says how
  /// much of the file is cut off. The hash is corrected, to reach the code behind that check. A pack that is accepted
  /// can be used.
  static func pack(_ bytes: [UInt8]) {
    var changed = file
    var rest = bytes[...]
    while rest.count >= 3 {
      let place = Int(rest[rest.startIndex]) << 8 | Int(rest[rest.startIndex + 1])
      changed[place % changed.count] = rest[rest.startIndex + 2]
      rest = rest.dropFirst(3)
    }
    if rest.count == 1, let last = rest.last { changed.removeLast(changed.count * Int(last) / 256) }
    guard let pack = try? CompiledRulePack.read(CompiledRulePack.sealed(changed)) else { return }
    let assessment = RiskAnalyzer(pack: pack, classifier: nil).analyze(page)
    precondition(assessment.scamProbability.map { (0...1).contains($0) } ?? true)
  }
}
