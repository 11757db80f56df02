import Foundation
import TestSupport
import Testing

/// What stands in two places stands there alike.
@Suite struct ReleaseTests {
  private static let root = BuiltProducts.packageRoot

  private func text(_ path: String) throws -> String {
    try String(contentsOfFile: "\(Self.root)/\(path)", encoding: .utf8)
  }

  @Test(
    "what is released names the program's version",
    arguments: [
      ("action.yml", "default: VERSION\n"),
      ("packaging/homebrew/lunadiff.rb", #"tag: "vVERSION""#),
      ("integrations/spark/pyproject.toml", "version = \"VERSION\"\n"),
      ("integrations/vscode/package.json", "\"version\": \"VERSION\",\n"),
      ("docs/install.md", "lunadiff_VERSION_amd64.deb"),
      ("docs/install.md", "lunadiff-VERSION-py3"),
      ("docs/install.md", "lunadiff-VERSION-linux"), ("docs/ci.md", "lunadiff@vVERSION\n"),
      ("docs/ci.md", "rev: vVERSION\n"), ("docs/editors.md", "lunadiff-VERSION.vsix"),
      ("docs/ci.md", "lunadiff_VERSION_amd64.deb"), ("docs/swift.md", "from: \"VERSION\""),
    ])
  func version(path: String, line: String) throws {
    let source = try text("Sources/Rules/Library/ProgramVersion.swift")
    let number = try #require(source.firstMatch(of: /number = "([0-9.]+)"/)).output.1
    #expect(try text(path).contains(line.replacing("VERSION", with: number)))
  }

  /// The variables that a text names.
  private func variables(_ text: String) -> Set<String> {
    let names = text.components(separatedBy: "LUNADIFF_").dropFirst().map { rest in
      "LUNADIFF_" + rest.prefix { $0.isASCII && $0.isUppercase || $0 == "_" }
    }
    return Set(names.filter { !$0.hasSuffix("_") })
  }

  @Test("CONTRIBUTING.md lists the variables that sources, tests and scripts know")
  func environment() throws {
    var known = try variables(text("Package.swift"))
    var constants: Set<String> = []
    for folder in ["Sources", "Tests", "scripts", "packaging", "integrations"] {
      for path in try FileManager.default.subpathsOfDirectory(atPath: "\(Self.root)/\(folder)") {
        guard !path.contains("Fixtures/"), let text = try? text("\(folder)/\(path)") else {
          continue
        }
        if path.hasSuffix(".h") {
          constants.formUnion(variables(text))
        } else {
          known.formUnion(variables(text))
        }
      }
    }
    known.subtract(constants)
    let rows = try text("CONTRIBUTING.md").split(separator: "\n").filter {
      $0.hasPrefix("| `LUNADIFF_")
    }
    let listed = rows.reduce(into: Set<String>()) { $0.formUnion(variables(String($1)).prefix(1)) }
    #expect(listed.symmetricDifference(known) == [])
  }
}
