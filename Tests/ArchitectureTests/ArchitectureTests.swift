import Foundation
import TestSupport
import Testing

/// The walls that docs/architecture.md draws stand where it says.
@Suite struct ArchitectureTests {
  /// The modules of the system's own and of packages, which are no rooms.
  private static let outside: Set<String> = [
    "Synchronization", "ArgumentParser", "UIKit", "AppKit",
  ]
  /// The C library's names.
  private static let system: Set<String> = ["Glibc", "Musl", "Darwin"]

  /// What the manifest lets each target import.
  private static let dependencies: [String: Set<String>] = {
    let manifest = BuiltProducts.packageRoot + "/Package.swift"
    let text = (try? String(contentsOfFile: manifest, encoding: .utf8)) ?? ""
    var dependencies: [String: Set<String>] = [:]
    for target in text.components(separatedBy: ".target(").dropFirst()
      + text.components(separatedBy: ".executableTarget(").dropFirst()
    {
      // A declaration ends where the next one or a comment begins.
      let own = target.components(separatedBy: "\n\n")[0].components(separatedBy: "    .")[0]
      let parts = own.components(separatedBy: "dependencies:")
      let names = parts.map(quoted)
      guard let name = names.first?.first else { continue }
      dependencies[name] = parts.count > 1 ? Set(names[1]) : []
    }
    return dependencies
  }()

  private static func quoted(_ text: String) -> [String] {
    text.components(separatedBy: "\"").enumerated().filter { !$0.offset.isMultiple(of: 2) }
      .map(\.element)
  }

  @Test("every room imports only what the manifest lets it know of, and Foundation where apps bring its types alone")
  func imports() throws {
    #expect(SourceFile.all.count > 500)
    for file in SourceFile.all {
      let known = try #require(Self.dependencies[file.module], "no target \(file.module)")
      let strangers = file.imports.filter {
        let isOfApps = file.module == "LunaDiff" && $0.hasPrefix("Foundation")
        return !isOfApps && !known.contains($0) && !Self.outside.contains($0) && !Self.system.contains($0)
      }
      #expect(strangers.isEmpty, "\(file.path) imports \(strangers)")
    }
  }

  @Test("of the system's libraries those that Vendor has are left out for it, and the program alone has others")
  func systemLibraries() throws {
    let manifest = try String(contentsOfFile: BuiltProducts.packageRoot + "/Package.swift", encoding: .utf8)
    let libraries = manifest.matches(of: /\.systemLibrary\(\s*name: "(\w+)"/).map { String($0.1) }
    for library in libraries {
      let isVendored = manifest.contains("vendored(\n      \"\(library)\"")
      let users = Self.dependencies.filter { $1.contains(library) }.keys
      let named = manifest.components(separatedBy: "\"\(library)\"").count - 1
      let conditional = manifest.components(separatedBy: "library(\"\(library)\")").count - 1
      // Once each where the system's and Vendor's are declared, and then where they are needed.
      #expect(isVendored ? named == conditional + 2 : users.sorted() == ["lunadiff-cli"], "\(library)")
    }
    #expect(libraries.sorted() == ["CEdit", "CLua", "CZlib", "CZstd"])
  }

  @Test("the C library has one door")
  func system() {
    let doors = SourceFile.all.filter { $0.imports.contains(where: Self.system.contains) }
    #expect(doors.map(\.path) == ["Platform/Libc.swift"])
  }

  @Test("an app sees no more than 164 declarations, and other rooms show nothing but the algorithm")
  func publicDeclarations() {
    let shown = Dictionary(grouping: SourceFile.all, by: \.module)
      .mapValues { $0.reduce(0) { $0 + $1.publicCount } }.filter { $1 > 0 }
    #expect(shown.keys.sorted() == ["LunaDiff", "StagedDiff"])
    #expect(1...164 ~= shown["LunaDiff", default: 0])
  }

  /// A chapter of docs/architecture.md.
  private static func chapter(_ name: String) throws -> String {
    let map = try String(contentsOfFile: BuiltProducts.packageRoot + "/docs/architecture.md", encoding: .utf8)
    let parts = map.components(separatedBy: "\n## \(name)\n")
    return try #require(parts.dropFirst().first?.components(separatedBy: "\n## ").first)
  }

  private static func files(named text: String, endings: [String]) -> [String] {
    text.components(separatedBy: "`").enumerated().filter { !$0.offset.isMultiple(of: 2) }.map(\.element)
      .filter { name in endings.contains(where: name.hasSuffix) }
  }

  @Test("where to look is in files that there are; a name that is no path is in the folder of the one before it")
  func looking() throws {
    let rows = try Self.chapter("Where to look").split(separator: "\n").filter { $0.hasPrefix("| ") }
    #expect(rows.count > 50)
    for row in rows {
      var folder = ""
      for name in Self.files(named: String(row), endings: [".swift", ".c", ".js"]) {
        let found = [name, "\(folder)/\(name)"].first(where: SourceFile.paths.contains)
        #expect(found != nil, "\(name) in \(row)")
        folder = found.map { $0.split(separator: "/").dropLast().joined(separator: "/") } ?? folder
      }
    }
  }

  @Test("what is to be added is added in files that there are, and in few")
  func adding() throws {
    let ways = try "\n\(Self.chapter("How to add"))".components(separatedBy: "\n\n**").dropFirst()
    #expect(ways.count >= 6)
    for way in ways {
      let files = Set(Self.files(named: way, endings: [".swift", ".lua"]))
      #expect(files.subtracting(SourceFile.paths).sorted() == [])
      #expect(1...3 ~= files.count, "\(way)")
    }
  }

  /// Files below the command line whose texts name options all the same.
  ///
  /// The list only gets shorter.
  private static let writingFlags: Set<String> = ["Analysis/Explain/ExplanationError.swift"]

  @Test("only the command line knows how an option is written")
  func flags() {
    for file in SourceFile.all where file.module != "lunadiff-cli" {
      let isHeld = Self.writingFlags.contains(file.path)
      #expect(file.flagTexts.isEmpty != isHeld, "\(file.path): \(file.flagTexts)")
    }
  }

  @Test("what is written as a member of JSON is called in one way, as in oneWord")
  func members() {
    for file in SourceFile.all {
      #expect(
        file.members.filter { $0.wholeMatch(of: /[a-z][a-zA-Z0-9]*/) == nil } == [], "\(file.path)")
    }
    #expect(SourceFile.all.reduce(0) { $0 + $1.members.count } > 200)
  }

  @Test("no folder holds more than 25 files")
  func folders() {
    let crowded = Dictionary(grouping: SourceFile.all, by: \.directory).filter { $1.count > 25 }
    #expect(crowded.keys.sorted() == [])
  }

  @Test(
    "the folders of a module need each other in no circle, however long",
    arguments: Set(SourceFile.all.map(\.module)))
  func layers(module: String) {
    let needs = FolderNeeds(module: module)
    #expect(needs.circles.joined(separator: "\n") == "")
    #expect(needs.needless == [], "held no longer: strike it off the list")
  }

  @Test("the sources keep within their numbers", arguments: Ratchet.all)
  func ratchet(ratchet: Ratchet) {
    #expect(ratchet.count <= ratchet.most, "\(ratchet.name): \(ratchet.count)")
  }
}
