// swift-tools-version: 6.2
import PackageDescription

let swiftSettings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
]

// Distributions name Lua 5.4 differently: lua5.4 (Debian, Homebrew), lua-5.4 (FreeBSD), lua54 (Arch),
// lua (Fedora).
let luaPackage = Context.environment["LUNADIFF_LUA"] ?? "lua5.4"

let cSettings: [CSetting] = [.treatAllWarnings(as: .error)]

/// A library of C: the system's, or the one in Vendor, by the same name of the module.
func library(_ name: String) -> [Target.Dependency] {
  [
    .target(name: name, condition: .when(traits: ["System"])),
    .target(name: "Bundled" + name, condition: .when(traits: ["Bundled"])),
  ]
}

/// A library of Vendor's.
func vendored(_ name: String, path: String, sources: [String]? = nil, _ settings: [CSetting]) -> Target {
  .target(
    name: "Bundled" + name, path: "Vendor/" + path, exclude: ["LICENSE"], sources: sources, publicHeadersPath: ".",
    cSettings: settings)
}

// What is declared so is seen by what it is linked with, and by no shared library of the same process.
let hidden = #"__attribute__((visibility("hidden")))"#

let package = Package(
  name: "LunaDiff",
  // StagedDiff alone is for all of these, which `scripts/check-platforms` checks; macOS 15 is what the command line
  // needs, since a package names its systems for all of its targets.
  platforms: [.macOS(.v15), .iOS(.v13), .macCatalyst(.v13), .tvOS(.v13), .watchOS(.v6), .visionOS(.v1)],
  products: [
    .library(name: "StagedDiff", targets: ["StagedDiff"]),
    .library(name: "StagedDiffCompatibility", targets: ["StagedDiffCompatibility"]),
    .library(name: "LunaDiff", targets: ["LunaDiff"]),
    .executable(name: "lunadiff", targets: ["lunadiff-cli"]),
  ],
  traits: [
    .default(enabledTraits: ["System"]),
    .trait(name: "System", description: "Lua 5.4, zlib and zstd are those of the system."),
    .trait(name: "Bundled", description: "Lua 5.4, zlib and zstd are built in, from Vendor; in place of System."),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.6.0")
  ],
  targets: [
    // The algorithm: offsets and interned identities. No Foundation, no files, no Lua.
    .target(name: "StagedDiff", swiftSettings: swiftSettings),
    // DifferenceKit's names for it, for who comes from there.
    .target(
      name: "StagedDiffCompatibility", dependencies: ["StagedDiff"], path: "Compatibility",
      swiftSettings: swiftSettings),

    // What the system has, by one name: files, memory, threads, text for terminals.
    .target(name: "CPlatform", cSettings: cSettings),
    .target(name: "Platform", dependencies: ["CPlatform"], swiftSettings: swiftSettings),

    // Bytes to records.
    .target(name: "CScan", cSettings: cSettings),
    .systemLibrary(
      name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .systemLibrary(
      name: "CZstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"]), .brew(["zstd"])]),
    vendored(
      "CZlib", path: "zlib",
      [
        .define("DYNAMIC_CRC_TABLE"), .define("HAVE_HIDDEN"),
        .define("ZEXTERN", to: "extern " + hidden),
      ]),
    vendored(
      "CZstd", path: "zstd",
      [
        .define("XXH_NAMESPACE", to: "ZSTD_"), .define("ZSTDLIB_VISIBLE", to: hidden),
        .define("ZSTDERRORLIB_VISIBLE", to: hidden),
      ]),
    .target(
      name: "CIsal", cSettings: cSettings + [.define("WITHOUT_ISAL", .when(traits: ["Bundled"]))]),
    .target(
      name: "Records", dependencies: ["Platform", "CScan", "CIsal"] + library("CZlib") + library("CZstd"),
      swiftSettings: swiftSettings),

    // Lua's patterns, without Lua.
    .target(name: "CLuaPattern", cSettings: cSettings),

    // Two tables of records and a plan to a list of changes.
    .target(
      name: "Comparing", dependencies: ["Platform", "StagedDiff", "Records", "CLuaPattern"],
      swiftSettings: swiftSettings),

    // What else is done with two tables: keys and statistics found, results explained, rules learned; changes applied.
    .target(
      name: "Analysis", dependencies: ["Platform", "StagedDiff", "Records", "Comparing"],
      swiftSettings: swiftSettings),
    .target(
      name: "Patching", dependencies: ["Platform", "StagedDiff", "Records", "Comparing"],
      swiftSettings: swiftSettings),

    // Lua states.
    .systemLibrary(
      name: "CLua", pkgConfig: luaPackage, providers: [.apt(["liblua5.4-dev"]), .brew(["lua@5.4"])]),
    vendored(
      "CLua", path: "lua", sources: ["bundled.c"], [.define("LUA_COMPAT_5_3"), .define("LUA_USE_POSIX")]),
    .target(name: "CLuaBridge", dependencies: ["CLuaPattern"] + library("CLua"), cSettings: cSettings),
    .target(
      name: "LuaRuntime", dependencies: ["Platform", "CLuaBridge"], swiftSettings: swiftSettings),

    // What scripts say and see.
    .target(
      name: "Rules",
      dependencies: ["CLuaPattern", "Platform", "StagedDiff", "Records", "Comparing", "Analysis", "LuaRuntime"],
      resources: [.embedInCode("Resources")], swiftSettings: swiftSettings),

    // Changes to text.
    .target(
      name: "Reports",
      dependencies: [
        "Platform", "StagedDiff", "Records", "Comparing", "Analysis", "Patching",
      ],
      resources: [.embedInCode("Resources")], swiftSettings: swiftSettings),

    // A request to a result: load, rules, compare, probe, patch, merge.
    .target(
      name: "Requests",
      dependencies: [
        "Platform", "StagedDiff", "Records", "Comparing", "Analysis", "Patching",
        "LuaRuntime", "Rules",
      ],
      swiftSettings: swiftSettings),

    // Many pairs of files.
    .target(
      name: "Batch",
      dependencies: [
        "Platform", "Records", "Comparing", "LuaRuntime", "Rules", "Reports", "Requests",
      ],
      resources: [.embedInCode("Resources")], swiftSettings: swiftSettings),

    // Programs in Lua, formats of plug-ins and the prompt: what scripts do with all of the above.
    .target(
      name: "Scripting",
      dependencies: [
        "Platform", "StagedDiff", "Records", "Comparing", "Analysis", "Patching",
        "LuaRuntime", "Rules", "Reports",
        "Requests", "Batch",
      ],
      swiftSettings: swiftSettings),

    // Tests of rules and plug-ins.
    .target(
      name: "RuleTesting",
      dependencies: [
        "Platform", "Records", "Comparing", "LuaRuntime", "Rules", "Reports", "Requests", "Batch",
        "Scripting",
      ],
      swiftSettings: swiftSettings),

    // The façade and the command line.
    .target(
      name: "LunaDiff",
      dependencies: [
        "Platform", "StagedDiff", "Records", "Comparing", "Analysis", "Patching", "LuaRuntime",
        "Rules", "Reports",
        "Requests", "Batch", "Scripting",
      ],
      swiftSettings: swiftSettings),
    .target(name: "CArguments", cSettings: cSettings),
    .systemLibrary(
      name: "CEdit", pkgConfig: "libedit", providers: [.apt(["libedit-dev"]), .brew(["libedit"])]),
    .executableTarget(
      name: "lunadiff-cli",
      dependencies: [
        "Platform", "StagedDiff", "Records", "Comparing", "Patching", "Analysis", "LuaRuntime",
        "Rules", "Reports",
        "Requests", "Batch", "RuleTesting", "Scripting", "CArguments", "CEdit",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: swiftSettings),

    // Tests name every module that they import: else they are not built again when its types change.
    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: swiftSettings),
    .testTarget(
      name: "CompatibilityTests", dependencies: ["StagedDiffCompatibility"], swiftSettings: swiftSettings),
    .testTarget(
      name: "StagedDiffTests", dependencies: ["StagedDiff", "TestSupport"], exclude: ["Fixtures"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "ArchitectureTests", dependencies: ["TestSupport"], swiftSettings: swiftSettings),
    .testTarget(
      name: "PlatformTests", dependencies: ["Platform", "TestSupport"], swiftSettings: swiftSettings
    ),
    .testTarget(
      name: "RecordsTests", dependencies: ["Platform", "Records", "TestSupport"] + library("CZlib") + library("CZstd"),
      exclude: ["Fixtures"],
      swiftSettings: swiftSettings,
      // Vendor does not compress.
      linkerSettings: ["z", "zstd"].map { .linkedLibrary($0, .when(traits: ["Bundled"])) }),
    .testTarget(
      name: "ComparingTests",
      dependencies: [
        "Comparing", "Analysis", "Patching", "Records", "StagedDiff", "TestSupport",
      ],
      exclude: ["Patching/Fixtures"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "LuaRuntimeTests", dependencies: ["LuaRuntime", "CLuaBridge", "TestSupport"] + library("CLua"),
      swiftSettings: swiftSettings),
    .testTarget(
      name: "RulesTests",
      dependencies: [
        "Batch", "Scripting", "Reports", "Rules", "LuaRuntime", "Comparing", "Patching",
        "Analysis", "Records", "Platform",
        "StagedDiff", "TestSupport",
      ],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "ReportsTests",
      dependencies: [
        "Batch", "Reports", "Comparing", "Analysis", "Patching", "Records", "TestSupport",
      ] + library("CZlib"),
      swiftSettings: swiftSettings),
    .testTarget(
      name: "LunaDiffTests",
      dependencies: [
        "LunaDiff", "Platform", "Scripting", "RuleTesting", "Batch", "Requests", "Reports", "Rules",
        "LuaRuntime", "Comparing", "Analysis", "Records", "TestSupport",
      ],
      swiftSettings: swiftSettings),
    // As an app sees the library: with what is public, and nothing else.
    .testTarget(
      name: "HostTests", dependencies: ["LunaDiff", "TestSupport"], packageAccess: false,
      swiftSettings: swiftSettings),
    .executableTarget(
      name: "import-preview", dependencies: ["LunaDiff"], path: "examples/swift/Sources/Preview",
      packageAccess: false, swiftSettings: swiftSettings),
    .testTarget(
      name: "CommandLineTests",
      dependencies: [
        "lunadiff-cli", "import-preview", "Requests", "Rules", "Records", "LuaRuntime",
        "TestSupport",
      ],
      exclude: ["Fixtures", "Transcripts"],
      swiftSettings: swiftSettings),
  ],
  cLanguageStandard: .c11
)
