internal import TextEntities

extension URLClassifier {
  /// How many links inside each other are taken apart; more is a game with the reader.
  private static let maximumDepth = 3

  /// The verdict on where a link leads.
  ///
  /// A trusted site says nothing about what it passes visitors on to, so the target is judged in its place. Any other
  /// site that does so keeps its own verdict and gets the marks of the target besides: naming an official address in a
  /// parameter makes nobody trustworthy.
  func verdict(on link: Link) -> Verdict { verdict(on: link, depth: 0) }

  private func verdict(on link: Link, depth: Int) -> Verdict {
    let own = verdictOnAddress(of: link)
    guard depth < Self.maximumDepth, let target = WrappedLink.target(of: link) else { return own }
    let isTrusted = passesOn(link, own)
    switch target {
    case .unreadable:
      return isTrusted
        ? Verdict(signals: [.linkAny, .linkWrapped], owners: [])
        : Verdict(signals: own.signals + [.linkWrapped], owners: own.owners)
    case .link(let inner):
      var verdict = verdict(on: inner, depth: depth + 1)
      if !isTrusted {
        let marks = verdict.signals.filter { $0 != .linkOfficial && !own.signals.contains($0) }
        verdict = Verdict(signals: own.signals + marks, owners: own.owners)
      }
      if !verdict.signals.contains(.linkWrapped) { verdict.signals.append(.linkWrapped) }
      return verdict
    }
  }

  /// The address that a trusted site passes visitors on to, or the link itself.
  func destination(of link: Link) -> Link {
    var link = link
    for _ in 0..<Self.maximumDepth {
      guard case .link(let inner)? = WrappedLink.target(of: link), passesOn(link, verdictOnAddress(of: link)) else {
        break
      }
      link = inner
    }
    return link
  }

  private func passesOn(_ link: Link, _ verdict: Verdict) -> Bool {
    !verdict.signals.contains(.linkUnfamiliar)
      || !link.hasUserPart
        && [link.host, PublicSuffixList.registrableDomain(of: link.host, section: .registries)]
          .contains { lists.contains($0, in: .redirectors) }
  }
}
