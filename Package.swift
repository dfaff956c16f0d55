// swift-tools-version: 6.2
import PackageDescription

/// One set of settings for every Swift target, so that no module can quietly be laxer than the others.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("ImmutableWeakCaptures"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]

let grdb: Target.Dependency = .product(name: "GRDB", package: "GRDB.swift")
let argumentParser: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")
let serviceLifecycle: Target.Dependency = .product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
let systemPackage: Target.Dependency = .product(name: "SystemPackage", package: "swift-system")
let yams: Target.Dependency = .product(name: "Yams", package: "Yams")

let package = Package(
  name: "ocr-scan",
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ],
  targets: [
    // MARK: The way of a screenshot, part one: the model that every part knows
    .target(name: "ScanModel", dependencies: [systemPackage], swiftSettings: strict),
    .testTarget(name: "ScanModelTests", dependencies: ["ScanModel"], swiftSettings: strict),

    // MARK: Support that any part may use
    .target(name: "CLinux"),
    .target(name: "LinuxSystem", dependencies: ["CLinux", systemPackage], swiftSettings: strict),
    .testTarget(
      name: "LinuxSystemTests", dependencies: ["FileTestSupport", "LinuxSystem", systemPackage], swiftSettings: strict),
    .target(
      name: "FileTestSupport", dependencies: ["LinuxSystem", "ScanModel", systemPackage],
      path: "Tests/FileTestSupport", swiftSettings: strict),

    // MARK: The folders: which to watch, what is new in them, and reading a file exactly once
    .systemLibrary(name: "CNettle", pkgConfig: "nettle", providers: [.apt(["nettle-dev"])]),
    .target(
      name: "ScreenshotLibrary", dependencies: ["CNettle", "LinuxSystem", "ScanModel", systemPackage],
      swiftSettings: strict),
    .testTarget(
      name: "ScreenshotLibraryTests",
      dependencies: ["FileTestSupport", "LinuxSystem", "ScanModel", "ScreenshotLibrary", systemPackage],
      swiftSettings: strict),
  ]
)
