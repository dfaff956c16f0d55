/// A web address as it was written.
package struct Link: Equatable {
  package enum Scheme { case none, http, https }

  package var scheme: Scheme
  /// Small letters, no port, no user name.
  package var host: String
  /// Everything after the host, "/" or "?" included.
  package var path: String
  /// Letters of other alphabets stand in the host.
  package var hasForeignLetters: Bool
  /// The host was written with a user name before it ("paypal.com@evil.example").
  package var hasUserPart: Bool

  /// Four numbers instead of a name.
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
