/// A company or authority that scams impersonate.
struct Brand: Sendable {
  enum Kind: String, CaseIterable {
    case bank, delivery, authority, tech, shop, payment, crypto, telecom, messenger, toll

    var signal: BuiltInSignal {
      switch self {
      case .bank: .brandBank
      case .delivery: .brandDelivery
      case .authority: .brandAuthority
      case .tech: .brandTech
      case .shop: .brandShop
      case .payment: .brandPayment
      case .crypto: .brandCrypto
      case .telecom: .brandTelecom
      case .messenger: .brandMessenger
      case .toll: .brandToll
      }
    }
  }

  var name: String
  var kind: Kind
  var domains: [String]
  /// The name counts only with exactly these capitals: "UPS", "Chase".
  var isCaseSensitive: Bool
}
