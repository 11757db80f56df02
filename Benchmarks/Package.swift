// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "LunaDiff", path: "..")],
  targets: [
    .executableTarget(
      name: "engine-benchmarks",
      dependencies: [.product(name: "StagedDiff", package: "LunaDiff")],
      path: "Sources/EngineBenchmarks",
      swiftSettings: [
        .swiftLanguageMode(.v6), .treatAllWarnings(as: .error),
      ])
  ]
)
