// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "import-preview",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "LunaDiff", path: "../..")],
  targets: [
    .executableTarget(
      name: "import-preview", dependencies: [.product(name: "LunaDiff", package: "LunaDiff")],
      path: "Sources/Preview")
  ]
)
