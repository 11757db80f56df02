import Foundation
import TestSupport
import Testing

/// No Lua in the manual and the examples that nothing runs.
@Suite struct SnippetTests {
  private static let root = BuiltProducts.packageRoot

  @Test("every Lua file of the examples is run: a README's command or another file names it")
  func examples() throws {
    let folder = Self.root + "/examples"
    let files = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    let scripts = files.filter { $0.hasSuffix(".lua") }
    #expect(scripts.count > 15)
    for script in scripts {
      let topic = script.split(separator: "/")[0]
      let name = script.split(separator: "/").last.map(String.init) ?? ""
      let readme = try String(contentsOfFile: "\(folder)/\(topic)/README.md", encoding: .utf8)
      let others = try scripts.filter { $0 != script && $0.hasPrefix("\(topic)/") }
        .map { try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8) }
      let module = "require \"\(name.dropLast(4))\""
      let isRun = commands(of: readme).contains { $0.contains(name) }
      #expect(isRun || others.contains { $0.contains(module) || $0.contains(name) }, "\(script)")
    }
  }

  @Test(
    "every Lua snippet of the manual is a file that a command names",
    arguments: [
      "README.md", "docs/guide.md", "docs/cookbook.md", "docs/rules.md", "docs/batch.md",
      "docs/probe.md", "docs/explain.md", "docs/learn.md", "docs/testing.md", "docs/patch.md",
      "docs/repl.md", "docs/debugging.md",
      "docs/formats.md",
      "docs/results.md",
      "docs/plugins.md",
    ])
  func snippets(page: String) throws {
    let text = try String(contentsOfFile: Self.root + "/" + page, encoding: .utf8)
    let commands = commands(of: text)
    for line in text.split(separator: "\n") where line.hasPrefix("```lua") {
      let name = line.dropFirst("```lua".count).trimmingCharacters(in: .whitespaces)
      // A command can name the folder of a plug-in.
      let file = name.split(separator: "/").first ?? ""
      #expect(!file.isEmpty && commands.contains { $0.contains(file) }, "\(page): \(line)")
    }
  }

  /// The commands that a page's console blocks run.
  private func commands(of text: String) -> [String] {
    Transcript(text).blocks.flatMap { block in
      if case .console(_, let steps) = block { steps.map(\.command) } else { [String]() }
    }
  }
}
