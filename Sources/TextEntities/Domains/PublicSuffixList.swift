internal import CPSL

/// The endings under which anybody can register a name, as Mozilla's Public Suffix List has them (publicsuffix.org).
///
/// libpsl's built-in copy: constant data of the library, so nothing is opened (the programs give up opening files), all
/// threads may read it at once, and the same Debian release gives the same verdicts everywhere.
package enum PublicSuffixList {
  /// Which endings count.
  package enum Section {
    /// Those of registries and those that companies hand out below their own domain ("github.io").
    case all
    /// Those of registries only.
    case registries

    fileprivate var type: Int32 {
      switch self {
      case .all: PSL_TYPE_ICANN | PSL_TYPE_PRIVATE
      case .registries: PSL_TYPE_ICANN
      }
    }
  }

  /// No ending has more than five labels; a host with more is asked about from here on only, which keeps hostile hosts
  /// of a thousand labels cheap.
  private static let maximumLabels = 8
  /// Constant, and never freed.
  private nonisolated(unsafe) static let list = unsafe psl_builtin()

  /// The part of a host that somebody registered: one label more than the longest public suffix.
  /// - Parameters:
  ///   - host: A name or an IP address, in any case, with or without a last full stop.
  ///   - section: Which endings count.
  /// - Returns: In small letters; the whole host for an IP address, one label, or where the host is itself an ending.
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

  /// The ending below which the host was registered; nil for an IP address or one label, and where the host is itself
  /// an ending.
  package static func suffix(of host: String, section: Section = .all) -> String? {
    let domain = registrableDomain(of: host, section: section)
    guard let dot = domain.firstIndex(of: "."), !isPublicSuffix(domain), !isAddress(labels(of: domain), domain) else {
      return nil
    }
    return String(domain[domain.index(after: dot)...])
  }

  /// Whether anybody may register names directly below it. Every single label counts, also those that nobody has yet.
  package static func isPublicSuffix(_ domain: String) -> Bool {
    let labels = labels(of: domain)
    return labels.count <= maximumLabels && isSuffix(labels.joined(separator: "."), .all)
  }

  private static func isSuffix(_ domain: String, _ section: Section) -> Bool {
    // Without a list (libpsl can be built so) the last label is the ending.
    guard let list = unsafe list else { return !domain.contains(".") }
    return unsafe psl_is_public_suffix2(list, domain, section.type) == 1
  }

  private static func labels(of host: String) -> [Substring] { host.lowercased().split(separator: ".") }

  /// Four numbers, or the colons of version 6.
  private static func isAddress(_ labels: [Substring], _ host: String) -> Bool {
    host.contains(":") || labels.count == 4 && labels.allSatisfy { UInt8($0) != nil }
  }
}
