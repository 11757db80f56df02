// swift-tools-version: 6.2
import PackageDescription

// A checkout of DifferenceKit, for the comparison on lists: `scripts/bench-engine lists` sets it.
let differenceKit = Context.environment["DIFFERENCEKIT"]

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "LunaDiff", path: "..")]
    + (differenceKit.map { [.package(name: "DifferenceKit", path: $0)] } ?? []),
  targets: [
    .executableTarget(
      name: "engine-benchmarks",
      dependencies: [.product(name: "StagedDiff", package: "LunaDiff")],
      path: "Sources/EngineBenchmarks",
      swiftSettings: [
        .swiftLanguageMode(.v6), .treatAllWarnings(as: .error),
      ])
  ]
    + (differenceKit == nil
      ? []
      : [
        .executableTarget(
          name: "list-benchmarks",
          dependencies: [
            .product(name: "StagedDiff", package: "LunaDiff"),
            .product(name: "DifferenceKit", package: "DifferenceKit"),
          ],
          path: "Sources/ListBenchmarks",
          swiftSettings: [
            .swiftLanguageMode(.v6), .treatAllWarnings(as: .error),
          ])
      ])
)
