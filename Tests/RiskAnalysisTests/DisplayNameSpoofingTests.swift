import Testing

@testable import RiskAnalysis

/// E-mail addresses, and the names of the senders beside them.
struct DisplayNameSpoofingTests {
  private func signals(_ text: String) throws -> Set<BuiltInSignal> {
    let features = Fixture.features(text, try Fixture.shipped.get())
    return Set(features.hits.compactMap { BuiltInSignal(index: $0.signal) })
  }

  @Test(arguments: [
    "PayPal Service <pp@mail-87.ru>", "From: DHL Express info@larkspur.top",
    "Von: Sparkasse <kunden@larkspur-post.com>",
    "DHL Express\ninfo@larkspur.top\nto me", "De : Chronopost <suivi@larkspur.fr>",
    "\"Netflix\" <billing.team@larkspur-desk.com>", "Amazon Customer Service [orders@larkspur.net]",
    "From: Royal Mail Group Ltd. <track@larkspur.uk>", "PayPal Support Team help.desk@gmail.com",
    "Commerzbank AG\nservice@larkspur.info\nan mich", "Fra: PostNord Danmark <pakke@larkspur.online>",
    "Od: InPost <paczka@larkspur.site>", "Från: Skatteverket <info@larkspur.se>",
    "From: Apple <no-reply@larkspur.com>", "Reply-To: FedEx Delivery <box@larkspur.com>",
    "paypal.service@larkspur.com", "Write to dhl-express@gmail.com today", "From: netflix@larkspur.com",
    "Bank of America <alerts@gmail.com>", "Microsoft account team\naccount@larkspur.co\nto me",
    "Netflix 10:42\nbox@larkspur.com", "Microsoft account team 10:42\nbox@larkspur.com",
  ])
  func `a company's name before an address that is not its own is seen`(text: String) throws {
    #expect(try signals(text).contains(.emailForeignToBrand))
  }

  @Test(arguments: [
    "PayPal <service@mail.paypal.com>", "PayPal <newsletter@e.paypal.com>", "Amazon.de <versand@amazon.de>",
    "Apple <noreply@email.apple.com>", "DHL Express\nnoreply@dhl.com\nto me", "From: DHL Paket <noreply@dhl.de>",
    "Netflix <info@netflix.bounces.sendgrid.net>", "Zalando <news@zalando.emarsys.net>",
    "HMRC <no-reply@notifications.service.gov.uk>", "Google <no-reply@accounts.google.com>",
    "Gmail Team <mail-noreply@gmail.com>", "GMX Magazin <mailings@gmx.de>", "DHL <info@dhl.hu>",
    // Two companies of the table: one sends for the other.
    "Visa at Barclays <cards@barclays.co.uk>", "LinkedIn Learning via Microsoft <x@linkedin.com>",
    // Not in the place of a sender.
    "We take Visa, Mastercard and PayPal. Questions: help@larkspur.com", "PayPal: anna@gmail.com",
    "Pay with PayPal to anna@gmail.com", "PayPal\nanna@gmail.com", "Visa 4242\nanna@gmail.com",
    "Find us on Facebook and Instagram or write to hello@larkspur.com", "Facebook Instagram hello@larkspur.com",
    "Facebook\nhello@larkspur.com", "I ordered it from Amazon last week. My address is anna@gmail.com",
    "Your parcel comes with DHL. Larkspur Books, info@larkspur.com", "To: Amazon Team <anna@larkspur.com>",
    "An: amazon@larkspur.de", "amazon@larkspur.de", "Larkspur Books <info@larkspur.com>", "apple@orchard-larkspur.com",
    "chase.miller@larkspur.com", "Contact: info@larkspur.com", "Jane Chase <jane@larkspur.com>",
    "From: Larkspur Shop <info@larkspur.com>\nYour Amazon order is on its way",
  ])
  func `a company's own address, or a name elsewhere, is not accused`(text: String) throws {
    #expect(try !signals(text).contains(.emailForeignToBrand))
  }

  @Test(arguments: [
    ("service@mail.paypal.com", BuiltInSignal.emailOfficial), ("x@larkspur.gov.uk", .emailOfficial),
    ("info@larkspur.com", .emailUnfamiliar), ("info@paypa1-help.com", .emailLookAlike),
    ("info@xn--pypal-4ve.com", .emailLookAlike), ("anna@gmail.com", .emailFree),
  ])
  func `an address is judged by its domain`(address: String, signal: BuiltInSignal) throws {
    let all: Set<BuiltInSignal> = [.emailOfficial, .emailUnfamiliar, .emailLookAlike, .emailFree]
    let expected: Set<BuiltInSignal> = signal == .emailLookAlike ? [signal, .emailUnfamiliar] : [signal]
    #expect(try signals("Write to \(address) now").intersection(all) == expected)
  }

  @Test(arguments: [
    "https://www.dhl.de/sendung/1", "https://www.ups.com/track", "https://www.fedex.com/a",
    "https://www.evri.com/track",
    "https://inpost.pl/sledzenie", "https://jouw.postnl.nl/track", "https://www.mondialrelay.fr/suivi",
    "https://gls-group.com/DE/de", "https://www.dpd.com/de", "https://tracking.dpd.de/x", "https://www.brt.it/x",
    "https://www.correos.es/x", "https://www.ctt.pt/x", "https://track.bpost.cloud.bpost.be/x",
    "https://tracking.postnord.com/x", "https://www.royalmail.com/track", "https://tools.usps.com/go",
    "https://sporing.posten.no/x", "https://emonitoring.poczta-polska.pl/x", "https://tracktrace.dpd.com.pl/x",
  ])
  func `the couriers' own addresses are official`(address: String) throws {
    #expect(try signals("Your parcel: \(address)").contains(.linkOfficial))
  }
}
