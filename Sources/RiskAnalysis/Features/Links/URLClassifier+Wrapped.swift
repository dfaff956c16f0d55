internal import TextEntities

extension URLClassifier {
  /// Links nested deeper are not unwrapped.
  private static let maximumDepth = 3

  /// Classifies the destination of a link.
  ///
  /// A redirect by a trusted site says nothing about its target, so the target is classified instead. Any other site
  /// keeps its own signals and also gets the warnings of the target: an official address in a parameter makes no site
  /// trustworthy.
  func classify(_ link: Link) -> Classification { classify(link, depth: 0) }

  private func classify(_ link: Link, depth: Int) -> Classification {
    let own = classifyAddress(of: link)
    guard depth < Self.maximumDepth, let target = WrappedLink.target(of: link) else { return own }
    let isTrusted = isTrustedRedirector(link, own)
    switch target {
    case .unreadable:
      return isTrusted
        ? Classification(signals: [.linkAny, .linkWrapped], owners: [])
        : Classification(signals: own.signals + [.linkWrapped], owners: own.owners)
    case .link(let inner):
      var result = classify(inner, depth: depth + 1)
      if !isTrusted {
        let warnings = result.signals.filter { $0 != .linkOfficial && !own.signals.contains($0) }
        result = Classification(signals: own.signals + warnings, owners: own.owners)
      }
      if !result.signals.contains(.linkWrapped) { result.signals.append(.linkWrapped) }
      return result
    }
  }

  /// The target of a redirect by a trusted site, or the link itself.
  func destination(of link: Link) -> Link {
    var link = link
    for _ in 0..<Self.maximumDepth {
      guard case .link(let inner)? = WrappedLink.target(of: link), isTrustedRedirector(link, classifyAddress(of: link))
      else {
        break
      }
      link = inner
    }
    return link
  }

  private func isTrustedRedirector(_ link: Link, _ classification: Classification) -> Bool {
    !classification.signals.contains(.linkUnfamiliar)
      || !link.hasUserPart
        && [link.host, PublicSuffixList.registrableDomain(of: link.host, section: .registries)]
          .contains { lists.contains($0, in: .redirectors) }
  }
}
