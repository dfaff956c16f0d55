internal import CPSL

/// The suffixes below which anyone can register a name, from Mozilla's Public Suffix List (publicsuffix.org).
///
/// The copy built into libpsl is constant data: it opens no file, which the sandbox forbids, every thread may read it,
/// and a Debian release gives the same results everywhere.
package enum PublicSuffixList {
  package enum Section {
    /// Suffixes of registries, and of companies that hand out names below their domain ("github.io").
    case all
    /// Suffixes of registries only.
    case registries

    fileprivate var type: Int32 { self == .all ? PSL_TYPE_ICANN | PSL_TYPE_PRIVATE : PSL_TYPE_ICANN }
  }

  /// Labels; further ones are not looked up, which keeps hostile hosts cheap. No suffix has more than five.
  private static let maximumLabels = 8
  /// Constant data of the library, never freed.
  private nonisolated(unsafe) static let list = unsafe psl_builtin()

  /// The registrable domain of a host, in lower case: its longest public suffix and one more label; the whole host if
  /// it is an IP address, a single label or a suffix. The host may be in any case and end in a full stop.
  package static func registrableDomain(of host: String, section: Section = .all) -> String {
    let labels = labels(of: host)
    let whole = labels.joined(separator: ".")
    guard labels.count > 1, !isAddress(labels, host) else { return whole }
    var domain = labels.suffix(maximumLabels)
    guard !isSuffix(domain.joined(separator: "."), section) else { return whole }
    while domain.count > 1, !isSuffix(domain.dropFirst().joined(separator: "."), section) {
      domain = domain.dropFirst()
    }
    return domain.joined(separator: ".")
  }

  /// The suffix below which a host was registered; nil if it is an IP address, a single label or a suffix.
  package static func suffix(of host: String, section: Section = .all) -> String? {
    let domain = registrableDomain(of: host, section: section)
    guard let dot = domain.firstIndex(of: "."), !isPublicSuffix(domain), !isAddress(labels(of: domain), domain) else {
      return nil
    }
    return String(domain[domain.index(after: dot)...])
  }

  /// Whether anyone can register names directly below a domain. True of every single label, assigned or not.
  package static func isPublicSuffix(_ domain: String) -> Bool {
    let labels = labels(of: domain)
    return labels.count <= maximumLabels && isSuffix(labels.joined(separator: "."), .all)
  }

  /// Whether a single label is an assigned top-level domain.
  package static func isEnding(_ label: String) -> Bool {
    guard let list = unsafe list, !label.contains(".") else { return false }
    return unsafe psl_is_public_suffix2(list, label, PSL_TYPE_ICANN | PSL_TYPE_NO_STAR_RULE) == 1
  }

  private static func isSuffix(_ domain: String, _ section: Section) -> Bool {
    // libpsl can be built without a list; then the last label is the suffix.
    guard let list = unsafe list else { return !domain.contains(".") }
    return unsafe psl_is_public_suffix2(list, domain, section.type) == 1
  }

  private static func labels(of host: String) -> [Substring] { host.lowercased().split(separator: ".") }

  private static func isAddress(_ labels: [Substring], _ host: String) -> Bool {
    host.contains(":") || labels.isIPv4Address
  }
}
