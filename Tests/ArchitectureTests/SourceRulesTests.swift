import Testing

/// Each rule of the sources names the violation.
struct SourceRulesTests {
  private let manifest = PackageManifest(targets: [
    .init(name: "CLib", kind: .regular, folder: "Sources/CModules/CLib"),
    .init(name: "Values", kind: .regular, folder: "Sources/Values"),
    .init(
      name: "Feature", kind: .regular, folder: "Sources/Feature", modules: ["CLib", "Values"], products: ["NIOCore"]),
  ])

  private let first = SourceFile(
    path: "Sources/Feature/Scan.swift",
    text: """
      internal import CLib
      @testable import struct Values.Thing
      import FoundationNetworking

      /// Not an import Other, nor a struct Comment.
      package final class Scan: Sendable {
        struct Nested {}
      }
      @safe struct Pair: ~Copyable {}
      private typealias Number = Int
      """)
  private let second = SourceFile(
    path: "Sources/Values/Scan.swift", text: "import CLib\nprivate struct Pair {}\nenum Other {}\n")
  private let header = SourceFile(
    path: "Sources/CModules/CLib/module.modulemap", text: "module CLib {\n  link \"curl\"\n}\n#include <netdb.h>\n")

  @Test func `imports and types are found`() {
    #expect(first.imports == ["CLib", "Values", "FoundationNetworking"])
    #expect(first.topLevelTypes == ["Scan", "Pair", "Number"])
  }

  @Test func `an import without a dependency is named, and a dependency without an import`() {
    #expect(
      SourceRules.importMismatches([first, second], manifest) == [
        "Sources/Values/Scan.swift imports CLib, which Package.swift does not let Values use"
      ])
    #expect(
      SourceRules.importMismatches([SourceFile(path: first.path, text: "import Values")], manifest) == [
        "Feature depends on CLib and does not import it"
      ])
  }

  @Test func `whatever may reach a network is named`() {
    #expect(
      SourceRules.networkUses([first, second, header], manifest) == [
        "Feature uses NIOCore, which is not in the list of products without network code",
        "Sources/Feature/Scan.swift imports FoundationNetworking, which is not in the list of modules without network code",
        "Sources/CModules/CLib/module.modulemap includes netdb.h, a header of the network",
        "Sources/CModules/CLib/module.modulemap links curl, which is not in the list of libraries without network code",
      ])
  }

  @Test func `names that stand twice are shown with both places`() {
    #expect(
      SourceRules.duplicateFiles([first, second]) == [
        "Scan.swift is the name of Sources/Feature/Scan.swift and Sources/Values/Scan.swift"
      ])
    #expect(
      SourceRules.duplicateTypes([first, second]) == [
        "Pair is declared in Sources/Feature/Scan.swift and Sources/Values/Scan.swift"
      ])
  }

  @Test func `long files and stray files are named`() {
    #expect(
      SourceRules.longFiles([first, second], limit: 5) == ["Sources/Feature/Scan.swift has 9 lines, more than 5"])
    #expect(
      SourceRules.strayFiles([SourceFile(path: "Sources/Old/Left.swift", text: "")], manifest) == [
        "Sources/Old/Left.swift belongs to no target of Package.swift"
      ])
  }

  @Test func `a place that does not exist is named`() {
    let page = """
      | `Elsewhere` | not in the table of places |
      ## Where to change what
      | what | it is in |
      | scanning | `Scan` in `Feature`, `CLib/module.modulemap`, `Gone` |
      ## Next
      | `Other` |
      """
    #expect(
      SourceRules.missingPlaces(page, [first.path, header.path]) == [
        "docs/architecture.md sends the reader to Gone, which does not exist"
      ])
  }
}
