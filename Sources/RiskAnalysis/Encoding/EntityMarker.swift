/// A special token that stands for an entity in the encoder's input, or before a company's name. It tells what is known
/// about the entity, so that the model can tell "parcel + official link" from "parcel + unknown link".
///
/// The raw value is the word piece in the model's vocabulary. A model is trained on this set: raise
/// `EncoderInput.featureVersion` with every change of it, or of where markers stand.
package enum EntityMarker: String, CaseIterable, Sendable {
  case linkOfficial = "[link_official]"
  case linkFamiliar = "[link_familiar]"
  case linkUnfamiliar = "[link_unfamiliar]"
  case linkForeign = "[link_foreign]"
  case linkLookAlike = "[link_look_alike]"
  case linkShortener = "[link_shortener]"
  case linkFreeHost = "[link_free_host]"
  case linkOddEnding = "[link_odd_ending]"
  case linkAddress = "[link_address]"
  case linkMessenger = "[link_messenger]"
  case linkWrapped = "[link_wrapped]"
  case email = "[email]"
  case emailFree = "[email_free]"
  case emailOfficial = "[email_official]"
  case emailForeign = "[email_foreign]"
  case emailLookAlike = "[email_look_alike]"
  case phone = "[phone]"
  case amountSmall = "[amount_small]"
  case amount = "[amount]"
  case amountLarge = "[amount_large]"
  case amountHuge = "[amount_huge]"
  case shortNumber = "[number_short]"
  case longNumber = "[number_long]"
  case wallet = "[wallet]"
  case iban = "[iban]"
  case card = "[card]"
  case disguisedLetters = "[disguised_letters]"
  case bank = "[bank]"
  case delivery = "[delivery]"
  case authority = "[authority]"
  case tech = "[tech]"
  case shop = "[shop]"
  case payment = "[payment]"
  case crypto = "[crypto]"
  case telecom = "[telecom]"
  case messenger = "[messenger]"
  case toll = "[toll]"

  /// Markers of links, most telling first. A link gets at most `EncoderInput.maximumLinkMarkers`.
  static let links: [(signal: BuiltInSignal, marker: EntityMarker)] = [
    (.linkOfficial, .linkOfficial), (.linkLookAlike, .linkLookAlike), (.linkForeignToBrand, .linkForeign),
    (.linkShortener, .linkShortener), (.linkFreeHost, .linkFreeHost), (.linkAddress, .linkAddress),
    (.linkOddEnding, .linkOddEnding), (.linkMessenger, .linkMessenger), (.linkWrapped, .linkWrapped),
    (.linkUnfamiliar, .linkUnfamiliar),
  ]

  static let companies: [BuiltInSignal: EntityMarker] = [
    .brandBank: .bank, .brandDelivery: .delivery, .brandAuthority: .authority, .brandTech: .tech, .brandShop: .shop,
    .brandPayment: .payment, .brandCrypto: .crypto, .brandTelecom: .telecom, .brandMessenger: .messenger,
    .brandToll: .toll,
  ]
}
