internal import Hashing

/// What is kept of a link on a domain that everyone shares, "short.example/a8Fk2"; its key is always the same.
package struct SharedLink {
  /// The address, or with a fingerprint in the place of its random parts.
  package let key: String
  package let shown: String

  /// - Parameter address: Host and path, without a query.
  package init(_ address: String) {
    let scalars = Array(address.unicodeScalars)
    var secrets = LinkSecretRules(LinkMarks.plain(scalars))
    secrets.scanAddress(scalars.indices)
    guard !secrets.ranges.isEmpty else {
      (key, shown) = (address, address)
      return
    }
    shown = TextRedactor.replacing(secrets.ranges.map { .init(range: $0, label: .linkPart) }, in: scalars)
    key = "\(shown)#\(SHA256.hexadecimal(of: address).prefix(32))"
  }
}
