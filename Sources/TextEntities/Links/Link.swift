/// A web address as written in a text.
package struct Link: Equatable {
  package enum Scheme { case none, http, https }

  package var scheme: Scheme
  /// In lower case, without port and user name.
  package var host: String
  /// Everything after the host, including "/" or "?".
  package var path: String
  /// The host has non-ASCII letters.
  package var hasForeignLetters: Bool
  /// A user name precedes the host: "paypal.com@evil.example".
  package var hasUserPart: Bool

  /// The host is an IPv4 address.
  package var isAddress: Bool {
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    return labels.count == 4 && labels.allSatisfy { UInt8($0) != nil }
  }

  package init(scheme: Scheme, host: String, path: String, hasForeignLetters: Bool, hasUserPart: Bool) {
    self.scheme = scheme
    self.host = host
    self.path = path
    self.hasForeignLetters = hasForeignLetters
    self.hasUserPart = hasUserPart
  }
}
