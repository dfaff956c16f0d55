import ScanModel
import Testing

@testable import RiskAnalysis

/// Whether a page names whom its code pays.
struct PayeeTests {
  private static func bill(to payee: String) -> String {
    "BCD\n002\n1\nSCT\n\n\(payee)\nDE89370400440532013000\nEUR486.20\n\n\nInvoice 1184"
  }

  private static let page = """
    Haberkorn Joinery
    Invoice 1184 of 12 November
    Worktop of oak and fitting 486.20 EUR
    Please pay within two weeks, or scan this code with your banking app
    Thank you for your order
    """

  @Test func `an ordinary bill names whom its code pays, and is clear`() throws {
    let assessment = try CodeExample(payload: Self.bill(to: "Haberkorn Joinery Ltd"), text: Self.page).assess()
    #expect(assessment.level == .low && !assessment.isUnsure)
    let fact = try #require(assessment.evidence.first { $0.rule == ScanReport.Item.payeeRule })
    #expect(fact.message == "It names whom the code pays." && fact.weight == 0)
  }

  @Test func `a code that pays somebody else leaves a bill unclear, and says why`() throws {
    let assessment = try CodeExample(payload: Self.bill(to: "Marko Lenzing"), text: Self.page).assess()
    #expect(assessment.level != .low || assessment.isUnsure)
    let fact = try #require(assessment.evidence.first { $0.rule == ScanReport.Item.payeeRule })
    #expect(fact.message == "It does not name whom the code pays.")
  }

  @Test func `a code without a name says nothing`() throws {
    let assessment = try CodeExample(payload: Self.bill(to: ""), text: Self.page).assess()
    #expect(!assessment.evidence.contains { $0.rule == ScanReport.Item.payeeRule })
  }
}
