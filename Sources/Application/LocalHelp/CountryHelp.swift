internal import FoundationEssentials
internal import LinuxSystem
package import ScanModel
package import SystemPackage

/// Where to get help in one country, from its file (docs/guide.md).
package struct CountryHelp: Sendable, Hashable {
  package var code: CountryCode
  /// In English.
  package var name: String
  /// In the order of the file: the first of a kind is the one to name if there is room for only one.
  package var contacts: [HelpContact]

  static let maximumBytes = 65_536  // most have some 3 KiB

  /// Reads the file of a country, such as `GB.yaml`, from a folder; nil if there is none.
  /// - Throws: `CountryHelpFailure` with all problems in the file.
  package static func load(_ code: CountryCode, from folder: FilePath) throws(CountryHelpFailure) -> CountryHelp? {
    let name = "\(code.rawValue).yaml"
    let bytes: [UInt8]
    do {
      bytes = try OwnedDescriptor.contents(of: folder.appending(name), followingSymlinks: true, upTo: maximumBytes + 1)
    } catch {
      if Errno(rawValue: error.errno) == .noSuchFileOrDirectory { return nil }
      throw CountryHelpFailure(file: name, line: nil, "cannot be read")
    }
    guard bytes.count <= maximumBytes, let text = String(validating: bytes, as: UTF8.self) else {
      throw CountryHelpFailure(file: name, line: nil, "is not UTF-8 text of at most \(maximumBytes) bytes")
    }
    let help = try CountryHelpReader.read(text, file: name)
    guard help.code == code else {
      throw CountryHelpFailure(file: name, line: 1, "is named after another country than \(help.code.rawValue)")
    }
    return help
  }
}

package struct CountryHelpFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// Sentences that begin with file and line, never empty.
  package var problems: [String]

  package var description: String { problems.joined(separator: "; ") }
}

extension CountryHelpFailure {
  init(file: String, line: Int?, _ reason: String) { problems = ["\(file)\(line.map { ":\($0)" } ?? ""): \(reason)"] }
}

/// What to do after a scam, and where to get help. Works offline: everything is in files that come with the program.
package struct LocalHelp: Sendable {
  private let folder: FilePath?

  /// - Parameter folder: Holds a file such as `GB.yaml` for each country; nil for general steps only.
  package init(folder: FilePath?) { self.folder = folder }

  /// The countries for which there is help, sorted by code.
  package var countries: [CountryCode] {
    guard let folder, let names = try? FileManager.default.contentsOfDirectory(atPath: folder.string) else { return [] }
    return names.filter { $0.hasSuffix(".yaml") }.compactMap { CountryCode(rawValue: String($0.dropLast(5))) }
      .sorted { $0.rawValue < $1.rawValue }
  }

  /// Only general steps if there is no file for the country. Some contacts differ by the user's language, two or three
  /// small letters.
  /// - Throws: `CountryHelpFailure` if the country's file cannot be used.
  package func steps(
    category: RiskCategory, country: CountryCode?, language: String
  ) throws(CountryHelpFailure) -> HelpSteps {
    var help: CountryHelp?
    if let country, let folder { help = try CountryHelp.load(country, from: folder) }
    return HelpSteps(category: category, help: help, language: language)
  }
}

package struct HelpContact: Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Stops payments and blocks cards.
    case bank
    /// Takes reports of scams.
    case report
    case police
    /// Advises and supports victims.
    case advice
    /// Takes copies of the message.
    case forward
  }

  package struct Way: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable, CaseIterable {
      case call, text, whatsapp, mail, web
    }

    package var kind: Kind
    /// A number, a mail address or a web address, as the source writes it.
    package var value: String
  }

  package enum Restriction: String, Sendable, Hashable, CaseIterable {
    /// For people in danger now, such as an emergency number.
    case emergency
    case region
  }

  package var kind: Kind
  package var name: String
  /// In the order of `Way.Kind`; empty if everyone has their own, such as their bank.
  package var ways: [Way]
  package var hours: String?
  /// A few words on what they do or when to turn to them.
  package var note: String?
  /// Kinds of scams that it is for; nil for all.
  package var categories: Set<RiskCategory>?
  /// Languages that this entry is for; nil for those without their own entry of the same kind and name.
  package var languages: Set<String>?
  package var restriction: Restriction?
  package var source: HelpSource
}

package struct HelpSource: Sendable, Hashable {
  package var url: String
  package var publisher: String
  /// Where the page was read, if not at its own address.
  package var via: String?
  /// The date on the page, YYYY-MM-DD; nil if it has none.
  package var dated: String?
  /// The day on which it was read, YYYY-MM-DD.
  package var read: String
}
