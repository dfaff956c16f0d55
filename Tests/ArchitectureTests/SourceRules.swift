import Foundation

/// The rules of the sources. Each returns one sentence per violation, none if the rule holds.
enum SourceRules {
  /// Products of other packages. Each was reviewed: none opens a network connection.
  private static let offlineProducts: Set<String> = [
    "ArgumentParser", "GRDB", "Logging", "ServiceLifecycle", "SystemPackage", "UnixSignals", "Yams",
  ]
  /// Modules that come with Swift and have no network code. FoundationNetworking is a separate module on Linux.
  private static let systemModules: Set<String> = [
    "Dispatch", "Foundation", "FoundationEssentials", "Glibc", "Synchronization", "Testing",
  ]
  /// Libraries that a module map may link because they have no network code.
  private static let offlineLibraries: Set<String> = [
    // GLib, below GTK, can create sockets; the window's system call filter allows only those of unix(7).
    "adwaita-1", "idn2", "jpeg", "leptonica", "nettle", "png16", "psl", "seccomp", "systemd", "tesseract", "webp",
    "xxhash",
  ]
  /// Prefixes of the headers of networking libraries and of name resolution.
  private static let networkHeaders = ["arpa/", "curl/", "gnutls/", "netdb.h", "netinet/", "openssl/", "resolv.h"]
  /// Modules that no code imports: linked for the functions they replace, or data.
  private static let linkOnlyModules: Set<String> = [
    "CFuzzDriver", "CQuietDispatch", "CSerialOpenMP", "CTesseractParts", "RiskData",
  ]

  /// Imports that Package.swift does not allow, and dependencies that nothing imports.
  static func importMismatches(_ files: [SourceFile], _ manifest: PackageManifest) -> [String] {
    let names = Set(manifest.modules.map(\.name))
    var problems: [String] = []
    for target in manifest.modules {
      // The fuzzer shares its folder with the tests of the same trials.
      guard manifest.targets.count(where: { $0.folder == target.folder }) == 1 else { continue }
      let own = files.filter { $0.isSwift && $0.path.hasPrefix("\(target.folder)/") }
      guard !own.isEmpty else { continue }
      for file in own {
        let undeclared = file.imports.intersection(names).subtracting(target.modules).subtracting([target.name])
        problems += undeclared.sorted().map {
          "\(file.path) imports \($0), which Package.swift does not let \(target.name) use"
        }
      }
      let imported = own.reduce(into: Set<String>()) { $0.formUnion($1.imports) }
      let unused = target.modules.subtracting(imported).subtracting(linkOnlyModules)
      problems += unused.sorted().map { "\(target.name) depends on \($0) and does not import it" }
    }
    return problems
  }

  /// All uses of anything that can reach a network.
  static func networkUses(_ files: [SourceFile], _ manifest: PackageManifest) -> [String] {
    let known = Set(manifest.targets.map(\.name)).union(offlineProducts).union(systemModules)
    var problems = manifest.modules.flatMap { target in
      target.products.subtracting(offlineProducts).sorted().map {
        "\(target.name) uses \($0), which is not in the list of products without network code"
      }
    }
    for file in files {
      if file.isSwift {
        problems += file.imports.subtracting(known).sorted().map {
          "\(file.path) imports \($0), which is not in the list of modules without network code"
        }
      }
      problems += file.includes.filter { header in networkHeaders.contains { header.hasPrefix($0) } }.sorted().map {
        "\(file.path) includes \($0), a header of the network"
      }
      problems += file.linkedLibraries.subtracting(offlineLibraries).sorted().map {
        "\(file.path) links \($0), which is not in the list of libraries without network code"
      }
    }
    return problems
  }

  /// Files that belong to no target.
  static func strayFiles(_ files: [SourceFile], _ manifest: PackageManifest) -> [String] {
    files.filter { file in !manifest.targets.contains { file.path.hasPrefix("\($0.folder)/") } }
      .map { "\($0.path) belongs to no target of Package.swift" }
  }

  static func duplicateFiles(_ files: [SourceFile]) -> [String] {
    Dictionary(grouping: files.filter(\.isSwift), by: \.name).filter { $0.value.count > 1 }
      .map { "\($0.key) is the name of \($0.value.map(\.path).sorted().joined(separator: " and "))" }.sorted()
  }

  static func duplicateTypes(_ files: [SourceFile]) -> [String] {
    let declarations = files.filter(\.isSwift).flatMap { file in file.topLevelTypes.map { (type: $0, path: file.path) }
    }
    return Dictionary(grouping: declarations, by: \.type).filter { $0.value.count > 1 }
      .map { "\($0.key) is declared in \($0.value.map(\.path).sorted().joined(separator: " and "))" }.sorted()
  }

  static func longFiles(_ files: [SourceFile], limit: Int) -> [String] {
    files.filter { $0.isSwift && $0.lineCount > limit }
      .map { "\($0.path) has \($0.lineCount) lines, more than \(limit)" }
  }

  /// Names in the table "Where to change what" that are neither a file (with or without ".swift") nor a folder.
  /// - Parameters:
  ///   - page: The text of docs/architecture.md.
  ///   - paths: All files and folders that it may name.
  /// - Returns: One sentence per name.
  static func missingPlaces(_ page: String, _ paths: [String]) -> [String] {
    let known = Set(paths.flatMap { $0.split(separator: "/").map(String.init) })
    let lines = page.components(separatedBy: "\n").drop { !$0.hasPrefix("## Where to change what") }
    let rows = lines.dropFirst().prefix { !$0.hasPrefix("## ") }.filter { $0.hasPrefix("| ") }
    return rows.flatMap { row in
      row.components(separatedBy: "`").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
        .filter { name in
          !known.contains(name) && !known.contains("\(name).swift") && !paths.contains { $0.hasSuffix("/\(name)") }
        }
        .map { "docs/architecture.md sends the reader to \($0), which does not exist" }
    }
  }
}
